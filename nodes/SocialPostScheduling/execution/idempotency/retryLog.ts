import type { IContextObject } from 'n8n-workflow';
import { getOrCreate } from '../../utils/getOrCreate';
import { integerField, textField } from '../../utils/json';
import type { Attempt } from './attempt';

/**
 * How long a retry that is under way may have nothing under way in a node of this package, in milliseconds, where another one begins:
 * longer than the wait between two tries of "Retry On Fail", shorter than a person takes to look at a post, to delete it and to retry.
 */
const PAUSE_MS = 10_000;

/** How long nothing of the retries may be under way before what they have begun is forgotten, in milliseconds: longer than most pauses of a workflow. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** What a retry has begun. */
export interface RetriedAttempt {
	readonly attempt: Attempt;
	/** The ID of the retry. */
	readonly execution: string;
	/** The IDs of the others that have taken it. */
	readonly takenBy: Set<string>;
	/** Counts up. */
	readonly order: number;
}

/** A retry that has come to the node. */
interface Retry {
	/** What had begun by then, as the order of attempts. */
	readonly order: number;
	/** The IDs of those that were under way by then. */
	readonly beside: ReadonlySet<string>;
	/** How many of its items are in the node. */
	underWay: number;
	/** When one left it last, in milliseconds since 1970. */
	leftAt: number;
}

/**
 * What the retries of one execution have begun, by what it is and by its place. Those that are under way at once know each other: what a
 * retry has done that had ended before another one began, a person may have changed since.
 */
export class RetryLog {
	private readonly begun = new Map<string, readonly RetriedAttempt[]>();
	private readonly retries = new Map<string, Retry>();
	private order = 0;

	get isForgotten(): boolean {
		return [...this.retries.values()].every((retry) => hasPaused(retry, FORGOTTEN_AFTER_MS));
	}

	/** An item of a retry comes to the node. Gives what must be called when it leaves it. */
	enter(execution: string): () => void {
		const retry = getOrCreate(this.retries, execution, () => this.arrive());
		retry.underWay += 1;
		return () => {
			retry.underWay -= 1;
			retry.leftAt = Date.now();
		};
	}

	private arrive(): Retry {
		const others = [...this.retries].filter(([, retry]) => !hasPaused(retry, PAUSE_MS));
		return { order: this.order, beside: new Set(others.map(([id]) => id)), underWay: 0, leftAt: 0 };
	}

	add(keys: readonly string[], attempt: Attempt, execution: string): void {
		const begun = { attempt, execution, takenBy: new Set<string>(), order: ++this.order };
		for (const key of keys) this.begun.set(key, [...this.of(key), begun]);
	}

	remove(keys: readonly string[], attempt: Attempt): void {
		for (const key of keys) {
			const others = this.of(key).filter((begun) => begun.attempt !== attempt);
			if (others.length > 0) this.begun.set(key, others);
			else this.begun.delete(key);
		}
	}

	/** What other retries have begun that are under way beside this one, and this one has not taken; the newest first. */
	ofOthers(key: string, execution: string): RetriedAttempt[] {
		return this.notTaken(key, execution).filter((begun) => this.isBeside(begun, execution));
	}

	/** The same of retries that had ended before this one began. */
	ofEnded(key: string, execution: string): RetriedAttempt[] {
		if (!this.retries.has(execution)) return [];
		return this.notTaken(key, execution).filter((begun) => !this.isBeside(begun, execution));
	}

	private notTaken(key: string, execution: string): RetriedAttempt[] {
		return this.of(key)
			.filter((begun) => begun.execution !== execution && !begun.takenBy.has(execution))
			.reverse();
	}

	private isBeside({ execution: other, takenBy, order }: RetriedAttempt, execution: string): boolean {
		const retry = this.retries.get(execution);
		if (retry === undefined) return false;
		return order > retry.order || [other, ...takenBy].some((id) => retry.beside.has(id));
	}

	private of(key: string): readonly RetriedAttempt[] {
		return this.begun.get(key) ?? [];
	}
}

const hasPaused = ({ underWay, leftAt }: Retry, ms: number): boolean => underWay === 0 && Date.now() - leftAt > ms;

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

/** Under which name it has when that one came to a node of this package first. */
const FIRST_BEGUN_AT = 'socialPostSchedulingFirstBegunAt';

/**
 * Keeps when the execution that the retries go back to came to a node of this package first. Gives that time, in milliseconds since 1970;
 * undefined in a retry where n8n has stored nothing of the execution, as where that was stopped.
 */
export function storeFirstBegunAt(context: IContextObject, isRetry: boolean): number | undefined {
	const begunAt = integerField(context, FIRST_BEGUN_AT) ?? (isRetry ? undefined : Date.now());
	if (begunAt !== undefined) context[FIRST_BEGUN_AT] = begunAt;
	return begunAt;
}

/**
 * What the retries share that go back to the same execution.
 *
 * @param first its ID
 */
export function retryLogOf(first: string): RetryLog {
	for (const [other, log] of logs) {
		if (log.isForgotten) logs.delete(other);
	}
	return getOrCreate(logs, first, () => new RetryLog());
}
