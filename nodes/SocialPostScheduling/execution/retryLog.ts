import type { IContextObject } from 'n8n-workflow';
import { getOrCreate } from '../utils/getOrCreate';
import { textField } from '../utils/json';
import { RecentMap } from '../utils/recentMap';
import type { AttemptTime, Outcome } from './attempt';

/** What an item of a retried execution has begun. */
export interface RetriedAttempt {
	/** Its time, where that may be made from the clock. */
	readonly time?: AttemptTime;
	readonly outcome: Promise<Outcome>;
}

interface Entry {
	readonly attempt: RetriedAttempt;
	/** The ID of the retry. */
	readonly execution: string;
	/** Counts up from entry to entry. */
	readonly order: number;
}

/** When a retry came to the node, as the order of entries, and the retries that were under way then. */
interface Arrival {
	readonly order: number;
	readonly beside: ReadonlySet<string>;
}

/**
 * What the retries of one execution have begun in this process, by what it is and its place. Only those that are under way at once know
 * each other: what a retry has done that has ended, a person may have changed since.
 */
export class RetryLog {
	private readonly entries = new Map<string, Entry>();
	private readonly arrivals = new Map<string, Arrival>();
	/** How much each retry has under way. */
	private readonly underWay = new Map<string, number>();
	private order = 0;

	/** A retry comes to the node, for the first time or again. */
	arrive(execution: string): void {
		getOrCreate(this.arrivals, execution, () => ({ order: this.order, beside: new Set(this.underWay.keys()) }));
	}

	/** What another retry has begun that is under way beside this one. */
	find(key: string, execution: string): RetriedAttempt | undefined {
		const entry = this.entries.get(key);
		const arrival = this.arrivals.get(execution);
		if (entry === undefined || arrival === undefined || entry.execution === execution) return undefined;
		return entry.order > arrival.order || arrival.beside.has(entry.execution) ? entry.attempt : undefined;
	}

	/** Something begins. Gives what must be called at its end. */
	begin(key: string, execution: string, attempt: RetriedAttempt): (outcome: Outcome) => void {
		const entry = { attempt, execution, order: ++this.order };
		this.entries.set(key, entry);
		this.underWay.set(execution, (this.underWay.get(execution) ?? 0) + 1);
		return ({ state }) => {
			const left = (this.underWay.get(execution) ?? 1) - 1;
			if (left > 0) this.underWay.set(execution, left);
			else this.underWay.delete(execution);
			// Who has waited for it knows; who comes later looks at the service.
			if (state !== 'succeeded' && this.entries.get(key) === entry) this.entries.delete(key);
		};
	}
}

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
	if (!isRetried) return undefined;
	const log = logs.getOrCreate(first, () => new RetryLog());
	log.arrive(execution);
	return log;
}
