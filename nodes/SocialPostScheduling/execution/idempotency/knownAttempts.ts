import { type Attempt, type AttemptTime, type Origin, type Outcome, outcomeSoFar } from './attempt';
import type { AttemptLog } from './attemptLog';
import type { Doubt } from './doubtsBefore';
import type { Fingerprint } from './fingerprint';
import {
	hasMovedAsClock,
	isAtPlace,
	isMadeByClock,
	isOfOther,
	isOwnOf,
	isSameByClock,
	mayBeSameTime,
	type TimeAt,
} from './movedTime';
import { itemAt, nodeOf, placeIn, runOf } from './place';

/** What is to be done about an item that may be the same as one that has begun. */
export type Decision = { readonly type: 'begin' } | { readonly type: 'wait'; readonly attempt: Attempt };

/** What is known of an item before it begins: whether it has begun already, with which time, and what is like it. It changes nothing. */
export class KnownAttempts {
	/** @param attempts what was begun, also in other executions that share it */
	constructor(private readonly attempts: AttemptLog) {}

	/**
	 * The time with which the same thing has begun, where it comes now with another one: made from the clock, or set by a person since. One
	 * that has begun before is none of these, also where nothing came of it, as with a row that was refused: only the item's place tells more.
	 *
	 * @param timeAt what its expression gives at another moment
	 */
	earlierTimeOf(fingerprint: Fingerprint, origin: Origin, timeAt?: TimeAt): AttemptTime | undefined {
		const { identity, details, timed } = fingerprint;
		// Items of one run are never the same by the clock.
		if (timed === undefined || this.attempts.isOfRun(timed.timeless, origin.run)) return undefined;
		const ownTimes = this.attempts.timesAt(timed.timeless, origin.place);
		const sameButForTime = ofSameAccount(this.attempts.ofTimeless(timed.timeless), fingerprint, origin);
		const hasOtherTimes = ownTimes.length > 0 && !ownTimes.some(({ at }) => at === timed.at);
		const isInRun = (attempt: Attempt) =>
			// A person has given it the time of that one, which is equal to it only now.
			!(hasOtherTimes && origin.equalItems.has(attempt.item ?? origin.item)) &&
			isSameInRun(attempt, fingerprint, origin);
		if (this.attempts.of(identity).some(isInRun)) return undefined;
		const isOfItem = (attempt: Attempt) => isAtPlace(attempt, origin) || isOfItemInOtherCall(attempt, ownTimes, origin);
		// Times that move by days come to those of other items: of this run, or of other rounds of a loop.
		const own = sameButForTime.find((attempt) => attempt.details === details && isOfItem(attempt));
		if (own !== undefined) return own.time?.at === timed.at ? undefined : own.time;
		if (this.attempts.of(identity).some((attempt) => !isOfOtherItem(attempt, origin))) return undefined;
		const hasOwn = this.attempts.details.hasBegunBut(identity, origin);
		const isMoved = (attempt: Attempt) =>
			!hasOwn && mayBeMoved(attempt, ownTimes, origin) && isSameByClock(attempt, timed, origin, timeAt);
		const moved = sameButForTime.filter((attempt) => isOfItem(attempt) || isMoved(attempt));
		const sameDetails = moved.filter((attempt) => attempt.details === details);
		const same =
			sameDetails.length > 0
				? sameDetails
				: moved.filter((attempt) => isOwnOf(attempt, origin) || !this.attempts.isAlone(attempt));
		const evaluated = { at: timed.at, readAt: origin.readAt };
		const isMade = ({ time }: Attempt) => time !== undefined && isMadeByClock(time, timeAt);
		const isExact = ({ time }: Attempt) => time !== undefined && hasMovedAsClock(time, evaluated);
		const tests = same.length > 1 ? [isMade, isExact] : [];
		const likely = tests.map((test) => same.filter(test)).find(({ length }) => length > 0) ?? same;
		return (likely.find(({ item }) => item === origin.item) ?? likely[0])?.time;
	}

	/**
	 * The times with which it was left in doubt by the execution that this one is a retry of, if it began with other times there; the
	 * newest one last. Those of its place; where none is known, as for the calls of an agent, all, unless its own time has begun before.
	 *
	 * @param timeAt what its expression gives at another moment
	 */
	doubtedTimesOf({ identity, timed }: Fingerprint, origin: Origin, timeAt?: TimeAt): AttemptTime[] {
		if (timed === undefined || !origin.isRetried) return [];
		const moved = this.attempts.doubtsBefore
			.ofTimeless(timed.timeless)
			.filter(({ time, details }) => isSameByClock({ time, details, origin: undefined }, timed, origin, timeAt))
			.flatMap(({ time }) => time ?? []);
		const ofItem = moved.filter(({ place }) => place === origin.place);
		const byClock = this.attempts.details.hasBegunBut(identity, origin) ? [] : moved;
		const times = new Map((ofItem.length > 0 ? ofItem : byClock).map((time) => [time.at, time]));
		times.delete(timed.at);
		return [...times.values()];
	}

	/** Whether the execution that this one is a retry of has left it in doubt. */
	wasDoubted({ identity }: Fingerprint): boolean {
		return this.attempts.doubtsBefore.of(identity).length > 0;
	}

	/** Whether it did so with other details only: that is the same item, which a person has changed since. */
	wasDoubtedOtherwise({ identity, details }: Fingerprint): boolean {
		const doubts = this.attempts.doubtsBefore.of(identity);
		return doubts.length > 0 && !doubts.some((doubt) => doubt.details === details);
	}

	/**
	 * What has come of the others in this execution that a look at the service cannot tell from this one: they have other details, and
	 * the same identity, or one whose time differs by less than a look tells; undefined of one that is under way. It is not waited for:
	 * it may wait for this one.
	 *
	 * @param sameTimeMs how far apart two times are that a look tells from each other, in milliseconds
	 * @param withEqual whether equal items count as well, such as equal rows with a time from the clock
	 */
	async siblingsOf(
		fingerprint: Fingerprint,
		origin: Origin,
		sameTimeMs: number,
		withEqual: boolean,
	): Promise<Array<Outcome | undefined>> {
		const { identity, details, timed } = fingerprint;
		const sameIdentity = new Set(this.attempts.of(identity));
		const isNear = ({ time }: Pick<Attempt, 'time'>) =>
			Math.abs(Date.parse(time?.at ?? '') - Date.parse(timed?.at ?? '')) < sameTimeMs;
		const near = timed === undefined ? [] : this.attempts.ofTimeless(timed.timeless).filter(isNear);
		// An attempt of this very item has the same identity: that of the time with which it began.
		const isOfOther = (attempt: Attempt) => attempt.details !== details || (withEqual && !sameIdentity.has(attempt));
		const siblings = [...new Set([...sameIdentity, ...near].filter(isOfOther))];
		const outcomes = new Map<string, Outcome | undefined>();
		for (const attempt of ofSameAccount(siblings, fingerprint, origin)) {
			const thing = thingOf(attempt);
			if (outcomes.get(thing)?.state !== 'succeeded') outcomes.set(thing, await outcomeSoFar(attempt));
		}
		const nearDoubts = timed === undefined ? [] : this.attempts.doubtsBefore.ofTimeless(timed.timeless).filter(isNear);
		const doubts = [...this.attempts.doubtsBefore.of(identity), ...nearDoubts];
		// Of two that are in doubt, a look cannot tell which one it shows.
		if (doubts.some((doubt) => doubt.details === details)) return [...outcomes.values()];
		// It is stored for each node and each round of a loop that came to it.
		const own = new Set(doubts.filter(({ place }) => place === origin.place).map(thingOf));
		for (const doubt of doubts.filter((each) => this.isOtherThing(each, identity, origin))) {
			const thing = thingOf(doubt);
			if (!own.has(thing) && outcomes.get(thing)?.state !== 'succeeded') outcomes.set(thing, undefined);
		}
		return [...outcomes.values()];
	}

	/** Whether something in doubt that is not of the place of an item is of another item, and not of this one before a person has changed it. */
	private isOtherThing({ details, time, place }: Doubt, identity: string, origin: Origin): boolean {
		const here = time && this.attempts.begunBy(time.timeless, origin.run).get(details);
		if (here !== undefined && here !== origin.item) return true;
		if (this.attempts.details.isBegunByOther(identity, details, origin)) return true;
		// A retry has the items of the run that it repeats, each at its place.
		if (place !== null && isOfOther(place, details, origin)) return true;
		if (this.attempts.details.isDistinct(identity, details)) return true;
		if (time === undefined || place === null) return false;
		return this.attempts.hasSibling({ time, storedRun: runOf(place), origin: undefined, details, item: itemAt(place) });
	}

	/**
	 * Whether something may begin. Where the same thing has begun already, its outcome must be waited for and looked at first.
	 *
	 * @param repeatable whether it may happen again after it has succeeded
	 * @param seen attempts whose outcome has been looked at, and that stand in the way no longer
	 */
	decide(fingerprint: Fingerprint, origin: Origin, repeatable: boolean, seen: ReadonlySet<Attempt>): Decision {
		const { identity, details } = fingerprint;
		const hasBegun = this.attempts.details.hasBegun(identity, details);
		const mayBeSame = this.attempts.of(identity).filter((attempt) => {
			if (seen.has(attempt)) return false;
			// What has begun beside it once is another thing, in every run; not what was at its own place.
			if (attempt.details !== details && hasBegun && !isOwnOf(attempt, origin)) return false;
			return !isOfOtherItem(attempt, origin) || (!repeatable && attempt.details === details);
		});
		const [earlier] = ofSameAccount(mayBeSame, fingerprint, origin);
		return earlier === undefined ? { type: 'begin' } : { type: 'wait', attempt: earlier };
	}
}

/**
 * Whether the clock may have made the time of an item of that of an attempt. The calls of a sub-workflow may have got the rows of one table,
 * with times of their own, also from the clock: the item must have had a time then that may be the same.
 *
 * @param ownTimes the times that it had, as far as it had begun
 */
const mayBeMoved = (
	{ isOfOtherCall, time }: Attempt,
	ownTimes: readonly AttemptTime[],
	{ isOfClock }: Origin,
): boolean =>
	isOfOtherCall !== true ||
	(isOfClock && (ownTimes.length === 0 || ownTimes.some((own) => time !== undefined && mayBeSameTime(own, time))));

/**
 * Whether another call of the sub-workflow has begun this item before a person has changed its time: with the time that it had, or in the
 * same node, where no expression gave the time: such a one tells no items apart.
 */
const isOfItemInOtherCall = (
	{ isOfOtherCall, time, origin: begun }: Attempt,
	ownTimes: readonly AttemptTime[],
	{ place }: Origin,
): boolean =>
	isOfOtherCall === true &&
	(ownTimes.some(({ at }) => at === time?.at) ||
		(time?.isFixed === true && begun !== undefined && nodeOf(begun.place) === nodeOf(place)));

/** What an attempt is: it may be known several times, as n8n has stored it for each node and each equal row that came to it. */
const thingOf = ({ time, details }: Pick<Attempt, 'time' | 'details'>): string => `${details} ${time?.at}`;

/** Whether an attempt of the run that this one repeats, with the very time of an item, is that item, wherever its place was. */
const isSameInRun = (attempt: Attempt, { details }: Fingerprint, origin: Origin): boolean =>
	attempt.details === details &&
	attempt.origin === undefined &&
	attempt.storedRun === runOf(origin.place) &&
	!isOfOtherItem(attempt, origin);

/** Whether an attempt is of another item of the same run, also where n8n had stored it, and of none that is equal to it. */
const isOfOtherItem = (
	{ origin: begun, claimant: own = begun, storedRun, item, details }: Attempt,
	origin: Origin,
): boolean =>
	own === undefined
		? storedRun !== undefined &&
			item !== null &&
			!origin.equalItems.has(item) &&
			isOfOther(placeIn(storedRun, item), details, origin)
		: own.run === origin.run && !origin.equalItems.has(own.item);

/**
 * Those of some attempts that are of the same account. Where the identity tells accounts apart, another API key of the credential is a new
 * one of the same account; first those with the same key. Else an expression in the credential may give each item an account of its own.
 */
function ofSameAccount(attempts: readonly Attempt[], { namesAccount }: Fingerprint, { account }: Origin): Attempt[] {
	const hasSameKey = ({ origin }: Attempt) => origin === undefined || origin.account === account;
	const same = attempts.filter(hasSameKey);
	return namesAccount ? [...same, ...attempts.filter((attempt) => !hasSameKey(attempt))] : same;
}
