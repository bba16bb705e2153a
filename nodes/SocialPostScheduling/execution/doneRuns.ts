import type { IContextObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { textField } from '../utils/json';
import { runOfItem } from './idempotency/identify';

/** Under which name the context of an execution, which n8n stores with it, has the first run that has done something. */
const FIRST_RUN = 'socialPostSchedulingFirstDone';

/** An item of a run has done something that a new execution would do again, or may have. */
export function noteDone(context: IContextObject, functions: IExecutePaginationFunctions): void {
	context[FIRST_RUN] ??= runOfItem(functions);
}

/** Whether another run of the execution has done something, in whatever node of this package. No retry of this one repeats that. */
export function hasOtherRunDone(context: IContextObject, functions: IExecutePaginationFunctions): boolean {
	const first = textField(context, FIRST_RUN);
	return first !== null && first !== runOfItem(functions);
}
