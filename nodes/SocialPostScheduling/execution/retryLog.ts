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

interface Activity {
	/** How much a retry has under way. */
	underWay: number;
	/** When something of it ended last, in milliseconds since 1970. */
	endedAt: number;
}

interface Entry {
	readonly attempt: RetriedAttempt;
	/** The IDs of the retry that has begun it, and of those that have taken its result. */
	readonly executions: Set<string>;
	/** Counts up from entry to entry. */
	readonly order: number;
	/** Whether nothing came of it. */
	isVoid: boolean;
}

/** When a retry came to the node, as the order of entries, and the retries that were under way then, by their IDs. */
interface Arrival {
	readonly order: number;
	readonly beside: ReadonlySet<string>;
}

/**
 * How long a retry that is under way may have nothing under way here, in milliseconds: longer than the wait between two tries of "Retry
 * On Fail", shorter than a person takes to look at a post, to delete it and to retry.
 */
const PAUSE_MS = 10_000;

/**
 * What the retries of one execution have begun in this process, by what it is and its place. Only those that are under way at once know
 * each other: what a retry has done that has ended, a person may have changed since.
 */
export class RetryLog {
	private readonly entries = new Map<string, Entry>();
	private readonly arrivals = new Map<string, Arrival>();
	private readonly activity = new Map<string, Activity>();
	private order = 0;

	/** A retry comes to the node, for the first time or again. */
	arrive(execution: string): void {
		getOrCreate(this.arrivals, execution, () => ({ order: this.order, beside: this.active() }));
	}

	private active(): Set<string> {
		const isActive = ({ underWay, endedAt }: Activity) => underWay > 0 || Date.now() - endedAt <= PAUSE_MS;
		return new Set([...this.activity].filter(([, activity]) => isActive(activity)).map(([execution]) => execution));
	}

	/** What another retry has begun that is under way beside this one. */
	find(key: string, execution: string): RetriedAttempt | undefined {
		const entry = this.entries.get(key);
		const arrival = this.arrivals.get(execution);
		if (entry === undefined || arrival === undefined || entry.executions.has(execution)) return undefined;
		const isBeside = [...entry.executions].some((other) => arrival.beside.has(other));
		return entry.order > arrival.order || isBeside ? entry.attempt : undefined;
	}

	/** A retry takes what another one has begun. */
	take(key: string, execution: string): void {
		this.entries.get(key)?.executions.add(execution);
		this.activityOf(execution).endedAt = Date.now();
	}

	private activityOf(execution: string): Activity {
		return getOrCreate(this.activity, execution, () => ({ underWay: 0, endedAt: 0 }));
	}

	/** Something begins. Gives what must be called at its end. */
	begin(key: string, execution: string, attempt: RetriedAttempt): (outcome: Outcome) => void {
		const before = this.entries.get(key);
		const entry = { attempt, executions: new Set([execution]), order: ++this.order, isVoid: false };
		this.entries.set(key, entry);
		const activity = this.activityOf(execution);
		activity.underWay += 1;
		return ({ state }) => {
			activity.underWay -= 1;
			activity.endedAt = Date.now();
			if (state === 'succeeded') return;
			// Who has waited for it knows; who comes later looks at the service.
			entry.isVoid = true;
			if (this.entries.get(key) !== entry) return;
			// It may have been looked for only at the time of an earlier doubt.
			if (before === undefined || before.isVoid) this.entries.delete(key);
			else this.entries.set(key, before);
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
