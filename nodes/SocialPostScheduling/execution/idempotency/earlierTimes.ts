import type { AttemptTime } from './attempt';
import type { EqualItems } from '../executionState';
import { hasEarlierAttempt, type IdentifiedItem, looksFirst, timeAtOf } from './identifiedItem';
import { isMadeByClock } from './movedTime';

/**
 * The times with which it has begun before, where it comes now with another one; the newest last. Of equal items, n8n knows the first one
 * alone where that ended the run.
 */
export function earlierTimes<T>(asGiven: IdentifiedItem<T>, equal: EqualItems): readonly AttemptTime[] {
	const own = ownEarlierTimes(asGiven);
	if (own.length > 0) equal.earlierTimes = own;
	else if (hasEarlierAttempt(asGiven, new Set())) return [];
	return equal.earlierTimes;
}

function ownEarlierTimes<T>(asGiven: IdentifiedItem<T>): readonly AttemptTime[] {
	const { store, fingerprint, origin } = asGiven;
	const time = store.known.earlierTimeOf(fingerprint, origin, timeAtOf(asGiven));
	const lookedUp = looksFirst(asGiven) ? timesToLookUp(asGiven) : [];
	// What has begun with other details may be another item's: the own doubt is looked up all the same.
	return time === undefined ? lookedUp : [...lookedUp.filter(({ at }) => at !== time.at), time];
}

/** What a retry that has ended has sent, a person may have deleted since: it is looked up as well as what is in doubt. */
function timesToLookUp<T>(asGiven: IdentifiedItem<T>): readonly AttemptTime[] {
	const { store, fingerprint, origin } = asGiven;
	const doubted = store.known.doubtedTimesOf(fingerprint, origin, timeAtOf(asGiven));
	const ended = store.otherRetries.ended(fingerprint, origin)?.attempt.time;
	return ended === undefined || doubted.some(({ at }) => at === ended.at) ? doubted : [ended, ...doubted];
}

/**
 * An item with a time with which it has begun before.
 *
 * @param next what it is done as where nothing has come of that
 */
export function atEarlierTime<T>(
	asGiven: IdentifiedItem<T>,
	atTime: NonNullable<IdentifiedItem<T>['atTime']>,
	time: AttemptTime,
	next: IdentifiedItem<T>,
): IdentifiedItem<T> {
	const ofEndedRetry = asGiven.store.otherRetries.ended(asGiven.fingerprint, asGiven.origin);
	return {
		...atTime(time),
		asGiven: next,
		...changedSince(asGiven, time),
		...(ofEndedRetry?.attempt.time?.at === time.at && { ofEndedRetry }),
	};
}

function changedSince<T>(asGiven: IdentifiedItem<T>, earlier: AttemptTime): Pick<IdentifiedItem<T>, 'changed'> {
	const { fingerprint, origin, values } = asGiven;
	const at = fingerprint.timed?.at ?? earlier.at;
	const isSame = at === earlier.at || (origin.isOfClock && isMadeByClock(earlier, timeAtOf(asGiven)));
	return isSame ? {} : { changed: values };
}

/** What is to be said of an item that gets the result of something with an earlier time or another text, and keeps that. */
export function warningsOfChange<T>({ once, values, changed, isRewritten }: IdentifiedItem<T>): readonly string[] {
	if (isRewritten) return once.reuse?.warningIfRewritten?.(values) ?? [];
	return changed === undefined ? [] : (once.reuse?.warningIfOtherTime?.(values, changed) ?? []);
}

/**
 * The same with the time of something that has begun since it was identified, or that no other item has claimed by now, and is it by the
 * clock; undefined where there is none.
 *
 * @param tried times of which nothing has come
 */
export function begunSince<T>(identified: IdentifiedItem<T>, tried: readonly string[]): IdentifiedItem<T> | undefined {
	const { atTime } = identified;
	const times = atTime === undefined ? [] : ownEarlierTimes(identified);
	const time = times.findLast(({ at }) => !tried.includes(at)) ?? times.at(-1);
	if (atTime === undefined || time === undefined) return undefined;
	const since = atEarlierTime(identified, atTime, time, identified);
	// The service is asked once for each time. What is only waited for may have begun anew, with the same one.
	const mayHaveBegunAnew = !looksFirst(identified) && hasEarlierAttempt(since, new Set());
	return tried.includes(time.at) && !mayHaveBegunAnew ? undefined : since;
}
