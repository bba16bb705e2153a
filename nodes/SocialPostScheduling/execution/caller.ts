import type { IExecutePaginationFunctions } from 'n8n-workflow';

/** The ID of the execution that has called this one as a sub-workflow. Undefined where none has; n8n 1 does not tell. */
export const idOfCaller = (functions: IExecutePaginationFunctions): string | undefined =>
	functions.getExecutionContext?.()?.parentExecutionId;

/** How many executions that call sub-workflows are known at most, with what their calls have done. */
export const MAX_CALLERS = 500;
