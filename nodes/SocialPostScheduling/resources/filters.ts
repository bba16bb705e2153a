import type { IExecutePaginationFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { JsonRecord } from '../utils/json';
import type { InvalidInput, Result } from '../utils/result';
import { readCollection } from '../validation/parameters';

/** The fields of a collection of filters. One whose expression finds nothing to filter by is refused: without it, all would be given. */
export const readFilters = (
	context: Pick<IExecutePaginationFunctions | IPollFunctions, 'getNode' | 'getNodeParameter'>,
	filters: INodeProperties,
): Result<JsonRecord, InvalidInput> =>
	readCollection(context.getNodeParameter(filters.name, {}), filters, context.getNode().parameters[filters.name]);
