import type { IExecuteSingleFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { RequestInfo } from '../transport/request';
import type { InvalidInput } from '../utils/result';
import { type ErrorPlace, toNodeError } from './nodeError';

/** The text of an error about a value does not speak of a request. */
const NO_REQUEST: RequestInfo = { name: '', retryClass: 'safe', failed: '' };

/** The error for a value that cannot be taken. Nothing was sent, so no request is named. */
export const toInputError = (problem: InvalidInput, place: ErrorPlace): NodeApiError | NodeOperationError =>
	toNodeError({ kind: 'invalidInput', problem }, NO_REQUEST, place);

/** The error for a node that is set to something it does not have. */
export function refuseToRun(
	functions: IExecuteSingleFunctions,
	field: string,
	problem: string,
): NodeApiError | NodeOperationError {
	const place = { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKey: '' };
	const advice = 'Choose Resource and Operation from the lists. They cannot be set by an expression.';
	return toInputError({ field, problem, advice }, place);
}
