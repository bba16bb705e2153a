import type { IContextObject } from 'n8n-workflow';
import { textField } from '../utils/json';
import { RecentMap } from '../utils/recentMap';
import type { Outcome } from './attempt';

/** What an item of a retried execution has begun. */
export interface RetriedAttempt {
	/** The ID of the retry. */
	readonly execution: string;
	/** Its time, where that may be made from the clock, in ISO 8601. */
	readonly at?: string;
	readonly outcome: Promise<Outcome>;
}

/** What the retries of one execution have begun in this process, by what it is and its place: they may be under way at once. */
export type RetryLog = Map<string, RetriedAttempt>;

/** How many executions are known at most that were retried. */
const MAX_RETRIED = 500;

const logs = new RecentMap<RetryLog>(MAX_RETRIED);

/** Under which name the context of an execution has the ID of the one that it goes back to. A retry begins with what its execution had stored. */
const FIRST_EXECUTION = 'socialPostSchedulingFirstExecution';

/**
 * What the retries share that go back to the same execution; undefined in an execution that is no retry.
 *
 * @param context the node's context of the execution, which n8n stores with it
 */
export function retryLogOf(context: IContextObject, execution: string, isRetried: boolean): RetryLog | undefined {
	const first = textField(context, FIRST_EXECUTION) ?? execution;
	context[FIRST_EXECUTION] = first;
	return isRetried ? logs.getOrCreate(first, () => new Map()) : undefined;
}
