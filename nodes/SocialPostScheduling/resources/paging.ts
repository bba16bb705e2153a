import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import type { Paging } from '../execution/pages';
import { type InvalidInput, ok, type Result } from '../utils/result';
import { type NumberLimits, readBoolean, readNumber, readOptional } from '../validation/parameters';

const LIMIT: NumberLimits = { fallback: 50, min: 1, max: Number.POSITIVE_INFINITY, whole: true };

const all: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
};

/** How many entries a list gives. */
export const pagingFields: readonly INodeProperties[] = [all, limit];

/** @param maxPageSize the largest page that the service gives */
export function checkPaging(functions: IExecutePaginationFunctions, maxPageSize: number): Result<Paging, InvalidInput> {
	const writtenAll = readOptional(functions.getNodeParameter(all.name, false), all);
	if (!writtenAll.ok) return writtenAll;
	const returnAll = readBoolean(writtenAll.value, all.displayName, false);
	if (!returnAll.ok) return returnAll;
	if (returnAll.value) return ok({ limit: Number.POSITIVE_INFINITY, pageSize: maxPageSize });
	const writtenLimit = readOptional(functions.getNodeParameter(limit.name, LIMIT.fallback), limit);
	if (!writtenLimit.ok) return writtenLimit;
	const count = readNumber(writtenLimit.value, limit.displayName, LIMIT);
	if (!count.ok) return count;
	return ok({ limit: count.value, pageSize: maxPageSize, firstPageSize: Math.min(count.value, maxPageSize) });
}
