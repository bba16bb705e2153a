import type { IContextObject } from 'n8n-workflow';
import { getOrCreate } from '../utils/getOrCreate';
import { textField } from '../utils/json';
import type { Attempt } from './attempt';

/**
 * How long nothing of the retries may be under way in a node of this package, in milliseconds: longer than the wait between two tries of
 * "Retry On Fail", shorter than a person takes to look at a post, to delete it and to retry.
 */
const PAUSE_MS = 10_000;

/** What a retry has begun. */
export interface RetriedAttempt {
	readonly attempt: Attempt;
	/** The ID of the retry. */
	readonly execution: string;
	/** The IDs of the others that have taken it. */
	readonly takenBy: Set<string>;
}

/** What the retries of one execution have begun that are under way at once, by what it is and by its place. */
export class RetryLog {
	private readonly begun = new Map<string, readonly RetriedAttempt[]>();
	private underWay = 0;
	/** When something ended last, in milliseconds since 1970. */
	private endedAt = 0;

	/** What has ended is forgotten: a person may have changed it since. */
	get isActive(): boolean {
		return this.underWay > 0 || Date.now() - this.endedAt <= PAUSE_MS;
	}

	/** An item of a retry comes to the node. Gives what must be called when it leaves it. */
	enter(): () => void {
		this.underWay += 1;
		return () => {
			this.underWay -= 1;
			this.endedAt = Date.now();
		};
	}

	add(keys: readonly string[], attempt: Attempt, execution: string): void {
		const begun = { attempt, execution, takenBy: new Set<string>() };
		for (const key of keys) this.begun.set(key, [...this.of(key), begun]);
	}

	remove(keys: readonly string[], attempt: Attempt): void {
		for (const key of keys) {
			const others = this.of(key).filter((begun) => begun.attempt !== attempt);
			if (others.length > 0) this.begun.set(key, others);
			else this.begun.delete(key);
		}
	}

	/** What other retries have begun, and this one has not taken; the newest first. */
	ofOthers(key: string, execution: string): RetriedAttempt[] {
		const isOfOther = (begun: RetriedAttempt) => begun.execution !== execution && !begun.takenBy.has(execution);
		return this.of(key).filter(isOfOther).reverse();
	}

	private of(key: string): readonly RetriedAttempt[] {
		return this.begun.get(key) ?? [];
	}
}

/** By the execution that they go back to. */
const logs = new Map<string, RetryLog>();

/** Under which name the context of an execution has the ID of the one that it goes back to. A retry begins with what its execution had stored. */
const FIRST_EXECUTION = 'socialPostSchedulingFirstExecution';

/** Keeps in the context of an execution, which n8n stores with it, to which one its retries will go back. Gives the ID of that one. */
export function storeFirstExecution(context: IContextObject, execution: string): string {
	const first = textField(context, FIRST_EXECUTION) ?? execution;
	context[FIRST_EXECUTION] = first;
	return first;
}

/**
 * What the retries share that go back to the same execution.
 *
 * @param first its ID
 */
export function retryLogOf(first: string): RetryLog {
	for (const [other, log] of logs) {
		if (!log.isActive) logs.delete(other);
	}
	return getOrCreate(logs, first, () => new RetryLog());
}
