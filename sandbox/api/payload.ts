import type { ErrorItem } from '../faults/rules';

export type { ErrorItem } from '../faults/rules';

/** A mutation that failed: `success` is false and `errors` tells all of why (specification, section 7). */
export interface Failure {
	readonly success: false;
	readonly errors: readonly ErrorItem[];
}

/** One item of `errors`. */
export function problem(field: string | null, code: string, message: string): ErrorItem {
	return { field, code, message };
}

/** The payload of a mutation that failed. */
export function failure(...errors: ErrorItem[]): Failure {
	return { success: false, errors };
}

/** The refusal of an upload beyond the budget; the message is the specification's (section 7). */
export const UPLOAD_BUDGET_EXCEEDED = failure(problem(null, 'RATE_LIMIT_EXCEEDED', 'Media upload rate limit exceeded'));
