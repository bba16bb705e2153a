import type { IExecuteSingleFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { RequestInfo } from '../transport/request';
import type { InvalidInput } from '../utils/result';
import { type ErrorPlace, toNodeError } from './nodeError';

/** The text of an error about a value does not speak of a request. */
const NO_REQUEST: RequestInfo = { name: '', retryClass: 'safe', failed: '' };

/** The error for a value that cannot be taken. Nothing was sent, so no request is named. */
export const toInputError = (problem: InvalidInput, place: ErrorPlace): NodeApiError | NodeOperationError =>
	toNodeError({ kind: 'invalidInput', problem }, NO_REQUEST, place);

/** The error for a node that cannot run as it is set, whatever the item. */
export const refuseToRun = (
	functions: IExecuteSingleFunctions,
	problem: InvalidInput,
): NodeApiError | NodeOperationError =>
	toInputError(problem, { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKeys: [] });
