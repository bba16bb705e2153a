import type { IExecutePaginationFunctions } from 'n8n-workflow';

/** Whether a person retries an execution from n8n's list; "Retry On Fail" is none. */
export const isRetry = (functions: Pick<IExecutePaginationFunctions, 'getMode'>): boolean =>
	functions.getMode() === 'retry';
