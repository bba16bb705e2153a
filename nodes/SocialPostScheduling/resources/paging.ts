import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import type { Paging } from '../execution/pages';
import { type InvalidInput, ok, type Result } from '../utils/result';
import { type NumberLimits, readBoolean, readNumber } from '../validation/parameters';

const LIMIT: NumberLimits = { fallback: 50, min: 1, max: Number.POSITIVE_INFINITY, whole: true };

/** How many entries a list gives. */
export const pagingFields: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** @param maxPageSize the largest page that the service gives */
export function checkPaging(functions: IExecutePaginationFunctions, maxPageSize: number): Result<Paging, InvalidInput> {
	const returnAll = readBoolean(functions.getNodeParameter('returnAll', false), 'Return All', false);
	if (!returnAll.ok) return returnAll;
	if (returnAll.value) return ok({ limit: Number.POSITIVE_INFINITY, pageSize: maxPageSize });
	const limit = readNumber(functions.getNodeParameter('limit', LIMIT.fallback), 'Limit', LIMIT);
	if (!limit.ok) return limit;
	return ok({ limit: limit.value, pageSize: maxPageSize, firstPageSize: Math.min(limit.value, maxPageSize) });
}
