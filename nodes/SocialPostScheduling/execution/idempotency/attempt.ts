import type { ItemFailure } from '../itemResult';
import type { Fingerprint } from './fingerprint';
import { runOf } from './place';
import type { StoredResult } from './storedResult';

/** Where an item comes from: the run of the node that it belongs to, with all its tries, and its place in it. */
export interface Origin {
	readonly run: object;
	readonly item: number;
	/** The items of the run that are equal to it, and itself, by their numbers. */
	readonly equalItems: ReadonlyMap<number, EqualItem>;
	/** Node, run and item: the same in a retry of the execution. */
	readonly place: string;
	/** What it is: where its texts change by themselves, with those that are meant. */
	readonly thing: Thing;
	/** What the items of the run are that have come, by their places; null where nothing is to be sent. */
	readonly things: ReadonlyMap<string, Thing | null>;
	/** Whether its time comes from the clock, by its expression. */
	readonly isOfClock: boolean;
	/** When its expressions were evaluated, in milliseconds since 1970. */
	readonly readAt: number;
	/** Whether the execution is a retry of an earlier one. */
	readonly isRetried: boolean;
	/**
	 * When the execution, or the one that it is a retry of, came to a node of this package first. Milliseconds since 1970; undefined where n8n
	 * has stored nothing of that one.
	 */
	readonly firstBegunAt: number | undefined;
	/** The account, where a credential gives each item one of its own. */
	readonly account: string;
	/** The credential, whose key may have been replaced. */
	readonly credential: string;
}

/** What an item of a run tells those that are equal to it. */
export interface EqualItem {
	readonly fingerprint: Fingerprint;
	readonly place: string;
}

/** What an item is: but for its time, and its details. */
export interface Thing {
	readonly timeless: string;
	readonly details: string;
}

/** The time of a thing, and when and where it began: what tells whether another time is the same one, made from the clock. */
export interface AttemptTime {
	/** What the thing is but for its time. */
	readonly timeless: string;
	/** ISO 8601. */
	readonly at: string;
	/** Set where no expression gave it: it is not made from the clock. */
	readonly isFixed?: true;
	/** When its expression was evaluated: an item may wait long for its turn after that. Milliseconds since 1970. */
	readonly readAt: number;
	/** Milliseconds since 1970. */
	readonly begunAt: number;
	/** Null where it is no use: for what this execution itself has begun before it was read from n8n's database. */
	readonly place: string | null;
}

/** What came of a thing that must not happen twice. */
export type Outcome =
	| { readonly state: 'succeeded'; readonly result: StoredResult }
	/** It may have happened. Without a failure, that was seen by another process, or by this one before it was restarted. */
	| { readonly state: 'uncertain'; readonly failure?: ItemFailure }
	/** It did not happen, or may happen any number of times: it may be done again. */
	| { readonly state: 'repeatable' };

/** A thing that has begun, and what came of it. */
export interface Attempt {
	/** Its place in its run; null where that is not known. */
	readonly item: number | null;
	/** The run that it belonged to, where n8n had stored it. */
	readonly storedRun?: string;
	/** Where it was in the execution that this one is a retry of, if it has no time that says so. */
	readonly storedPlace?: string;
	/** Undefined where n8n had stored it, until an item of this process takes its place. */
	origin: Origin | undefined;
	/** The item that will take its place, where that is known before any item begins. */
	claimant?: Pick<Origin, 'run' | 'item' | 'isRetried'>;
	readonly details: string;
	/** The ID of the execution that has begun it, or of the one that this is a retry of; undefined for what n8n had stored. */
	readonly firstExecution?: string;
	/** When that one came to a node of this package first. Milliseconds since 1970; undefined where that is not known. */
	readonly firstBegunAt?: number | undefined;
	/** Another one where a look at the service has shown later that it was done, or where what was done has been changed since. */
	outcome: Promise<Outcome>;
	/** What came of it; undefined while it is under way, and for what n8n had stored. */
	state?: Outcome['state'];
	/** Set where another call of the same sub-workflow has begun it, and this is the retry of one of them. */
	readonly isOfOtherCall?: true;
	/** The attempt of another retry of the same execution that it stands for. */
	readonly takenFrom?: Attempt;
	readonly time?: AttemptTime;
	/** Set where this execution itself has begun it, or met it, before it was read from n8n's database. */
	readonly isOfThis?: true;
	/** When an item of this execution came to it first, where another one has begun it. Milliseconds since 1970. */
	takenAt?: number;
}

/** What has come of an attempt; undefined while it is under way. */
export const outcomeSoFar = async ({ outcome }: Pick<Attempt, 'outcome'>): Promise<Outcome | undefined> =>
	await Promise.race([outcome, undefined]);

/** What came of an attempt has changed since: also for the retry that it was taken from. */
export function changeOutcome(attempt: Attempt, outcome: Outcome): void {
	attempt.outcome = Promise.resolve(outcome);
	attempt.state = outcome.state;
	if (attempt.takenFrom !== undefined) changeOutcome(attempt.takenFrom, outcome);
}

/** The place of the item that has begun an attempt, or where n8n had stored it; null where that is not known. */
export const knownPlaceOf = ({ origin, time, storedPlace }: Attempt): string | null =>
	origin?.place ?? time?.place ?? storedPlace ?? null;

/** The run of the node that has begun an attempt: node and number; undefined where that is not known. */
export function runOfAttempt(attempt: Attempt): string | undefined {
	const place = knownPlaceOf(attempt);
	return attempt.storedRun ?? (place === null ? undefined : runOf(place));
}
