import type { IContextObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { textField } from '../utils/json';
import { RecentMap } from '../utils/recentMap';
import { idOfCaller, MAX_CALLERS } from './caller';
import { runOfItem } from './idempotency/identify';
import { storeFirstExecution } from './idempotency/retryLog';

/** Under which name the context of an execution, which n8n stores with it, has the first run that has done something. */
const FIRST_RUN = 'socialPostSchedulingFirstDone';

/** The executions whose sub-workflows have done something, by their IDs. */
const callersOfDone = new RecentMap<true>(MAX_CALLERS);

/** An item of a run has done something that a new execution would do again, or may have. */
export function noteDone(context: IContextObject, functions: IExecutePaginationFunctions): void {
	context[FIRST_RUN] ??= runOfItem(functions);
	const caller = idOfCaller(functions);
	if (caller !== undefined) callersOfDone.getOrCreate(caller, () => true);
}

/** Whether another run of the execution, or of a sub-workflow, has done something, in whatever node of this package. No retry of this one repeats that. */
export function hasOtherRunDone(context: IContextObject, functions: IExecutePaginationFunctions): boolean {
	const first = textField(context, FIRST_RUN);
	if (first !== null && first !== runOfItem(functions)) return true;
	const execution = functions.getExecutionId() ?? '';
	return [execution, storeFirstExecution(context, execution)].some((id) => callersOfDone.find(id) === true);
}
