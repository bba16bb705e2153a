import type { IExecuteSingleFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { toNodeError } from './nodeError';
import type { RequestInfo } from '../transport/request';

/** The text of an error about a value does not speak of a request. */
const NO_REQUEST: RequestInfo = { name: '', retryClass: 'safe', failed: '' };

/** The error for a node that is set to something it does not have. Nothing was sent, so no request is named. */
export function refuseToRun(
	functions: IExecuteSingleFunctions,
	field: string,
	problem: string,
): NodeApiError | NodeOperationError {
	const place = { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKey: '' };
	const advice = 'Choose Resource and Operation from the lists. They cannot be set by an expression.';
	return toNodeError({ kind: 'invalidInput', problem: { field, problem, advice } }, NO_REQUEST, place);
}
