import type { Attempt, Origin } from './attempt';
import type { Fingerprint } from './fingerprint';
import type { ItemResult } from '../itemResult';
import type { Decision } from './knownAttempts';
import type { Evaluated, TimeAt } from './movedTime';
import type { Once } from '../operation';
import type { RetriedAttempt } from './retryLog';
import type { IdempotencyStore } from './store';

/** What an item is, where it comes from, and what has begun in its execution. */
export interface IdentifiedItem<T> {
	readonly once: Once<T>;
	readonly store: IdempotencyStore;
	readonly fingerprint: Fingerprint;
	readonly origin: Origin;
	readonly values: T;
	/** The same with another time, as that was evaluated; where it has one. */
	readonly atTime?: (time: Evaluated) => IdentifiedItem<T>;
	/** Where it is one that has begun with an earlier time, or with other texts: the same with the next ones, and with its own at the end. */
	readonly asGiven?: IdentifiedItem<T>;
	/** Whether its own account or text is another one by now, and not by the clock or chance alone: it is as it was begun. */
	readonly isRewritten: boolean;
	/** Where another retry of the same execution, which has ended, has begun it with that time: what that has begun. */
	readonly ofEndedRetry?: RetriedAttempt;
	/** Its own values there, if their time may be none that the clock has made of the earlier one, but another one in the data. */
	readonly changed?: T;
}

/** Does an item, or does it once more: as what it is, or as the one with an earlier time. */
export type Again<T> = (identified: IdentifiedItem<T>) => Promise<ItemResult>;

/** Whether the execution that this one is a retry of has left it in doubt, and no look has told since. */
export const isDoubted = <T>(identified: IdentifiedItem<T>): boolean => {
	const { store, fingerprint, origin } = identified;
	return (
		store.known.wasDoubted(fingerprint) ||
		store.known.doubtedTimesOf(fingerprint, origin, timeAtOf(identified)).length > 0
	);
};

/** What the expression of its time gives at another moment. */
export const timeAtOf =
	<T>({ once, values }: IdentifiedItem<T>): TimeAt =>
	(nowMs) =>
		once.reuse?.timeAt?.(values, nowMs);

/**
 * Whether the service is asked before an item is sent: always, where it is set so; else in an execution that is a retry of an
 * earlier one, of which n8n may know less than was done.
 */
export function looksFirst<T>({ once: { reuse }, origin, values }: IdentifiedItem<T>): boolean {
	const time = reuse?.lookUp?.when(values) ?? 'never';
	return time === 'always' || (time === 'whenInDoubt' && origin.isRetried);
}

/**
 * Whether an earlier execution may have begun it a moment ago, so that one look does not tell: in a retry, of everything that is not known
 * as done. What n8n has stored says nothing of an execution that was stopped or has crashed, and looks the same.
 */
export const mayHaveBegun = <T>(identified: IdentifiedItem<T>): boolean => {
	const { once, origin, values } = identified;
	return isDoubted(identified) || (origin.isRetried && once.reuse?.lookUp?.isOfThisMoment(values) === false);
};

/** Whether it may begin, or must wait for what has begun already; what has been looked at stands in the way no longer. */
export const decide = <T>(
	{ once, store, fingerprint, origin }: IdentifiedItem<T>,
	seen: ReadonlySet<Attempt> = new Set(),
): Decision => store.known.decide(fingerprint, origin, once.reuse === undefined, seen);

/** Whether something has begun already that may be this item, and was not looked at yet. */
export const hasEarlierAttempt = <T>(identified: IdentifiedItem<T>, seen: ReadonlySet<Attempt>): boolean =>
	decide(identified, seen).type === 'wait';

/**
 * What has begun already that may be this item, one after the other, until it may begin.
 *
 * @param seen gets each of them: what has been looked at stands in the way no longer
 */
export function* earlierAttempts<T>(identified: IdentifiedItem<T>, seen: Set<Attempt>): Generator<Attempt> {
	for (let next = decide(identified, seen); next.type === 'wait'; next = decide(identified, seen)) {
		seen.add(next.attempt);
		yield next.attempt;
	}
}
