import type { Attempt, AttemptTime, Origin } from './attempt';
import { runOf } from './place';

/**
 * How long after an attempt a time that was made from the clock is still taken for the same one, in milliseconds: longer than n8n's
 * ways to run a node again at once take, shorter than the pause of a workflow that means another post.
 */
export const REPEAT_WINDOW_MS = 30 * 60_000;

/** What the clock tells an attempt by. */
type AttemptByClock = Pick<
	Attempt,
	'time' | 'isOfThis' | 'takenAt' | 'origin' | 'details' | 'isOfOtherCall' | 'firstBegunAt'
>;

/** How much further than the clock a time may have moved, in milliseconds: people round times to minutes. */
const ROUNDING_MS = 60_000;

/**
 * In milliseconds. By less than this, a time may have moved back: one whose seconds are set keeps the milliseconds of the clock. What an expression
 * gave at a moment is told by the seconds around that.
 */
const SECOND_MS = 1_000;

/**
 * Whether a thing that comes with another time is the one that has begun. An expression such as `$now.plus(...)` gives another time
 * whenever n8n evaluates it. Such a time moves with the clock: by no more than what has passed since it was evaluated before, however
 * long the item then waited for its turn. Items of one run are never the same. An execution may be retried much later: there the
 * item at the same place is the same, or at another one, where something else has come to its place since. A time that no expression gives
 * is another one only if a person has changed it: the item at the same place is the same then, and no other one.
 *
 * @param timeAt what the expression of the item gives at another moment
 */
export function isSameByClock(
	attempt: AttemptByClock,
	given: Pick<AttemptTime, 'at' | 'isFixed'>,
	origin: Origin,
	timeAt?: TimeAt,
): boolean {
	const { time, origin: earlier, details } = attempt;
	if (time === undefined || earlier?.run === origin.run) return false;
	const isComputed = areComputed(time, given);
	const { place } = time;
	const isStored = origin.isRetried && earlier === undefined;
	if (isStored && place !== null && runOf(place) === runOf(origin.place)) {
		// The data are those of the execution before: a time in them is another one only if a person has changed it.
		return place === origin.place || (isComputed && origin.isOfClock && !isOfOther(place, details, origin));
	}
	if (!isComputed) return false;
	const own = { at: given.at, readAt: origin.readAt };
	const isWithinWindow = (sinceMs: number) => own.readAt - sinceMs <= REPEAT_WINDOW_MS;
	// A retry may come to it hours later, and then repeat it at once, as another branch or a copy of the node does. Other calls may have got
	// rows of one text, with times of their own from the clock: much later, only the very same one is the same.
	const { takenAt } = attempt;
	const isTakenNow = takenAt === undefined ? isOfCallBeside(attempt, origin) : isWithinWindow(takenAt);
	const hasMovedByClockAlone = (inexactMs?: number) =>
		hasMovedAsClock(time, own, inexactMs) || isMadeByClock(time, timeAt);
	if (isTakenNow && hasMovedByClockAlone()) return true;
	if (!isWithinWindow(time.begunAt)) return false;
	// A retry may have found in doubt what was evaluated hours before: any time up to now has moved by no more than that. Where another node
	// has made the time from the clock, nothing tells how it is rounded.
	if (origin.isRetried && !isWithinWindow(time.readAt))
		return attempt.isOfOtherCall !== true && hasMovedByClockAlone(origin.isOfClock ? INEXACT_MS : ROUNDING_MS);
	// Of calls at once, one that was evaluated later may begin first: n8n reads the credential in between.
	const hasOvertaken = earlier !== undefined && time.begunAt >= own.readAt && hasMovedWithClock(own, time);
	// One whose hour or minute is set keeps the rest of the clock's, and moves back where that begins anew.
	const hasMovedBack = Date.parse(own.at) < Date.parse(time.at);
	return hasMovedWithClock(time, own) || hasOvertaken || (hasMovedBack && isMadeByClock(time, timeAt));
}

/**
 * Whether another call of the sub-workflow has begun it that came at about the same time as this one: not in another round of a loop, hours
 * later. Where that is not known, only the item at the same place is the same.
 */
function isOfCallBeside(
	{ time, isOfThis, origin, isOfOtherCall, firstBegunAt }: Omit<AttemptByClock, 'takenAt' | 'details'>,
	{ place, firstBegunAt: own }: Origin,
): boolean {
	if (isOfOtherCall !== true) {
		// An execution before this one has met it in another call: n8n has stored no place of it.
		return origin === undefined && time?.place === null && isOfThis !== true;
	}
	if (firstBegunAt === undefined || own === undefined) return time?.place === place;
	return Math.abs(firstBegunAt - own) <= REPEAT_WINDOW_MS;
}

/**
 * Whether what was at a place, with the identity of an item or one that differs only in its time, is another item of the same run than this
 * one, as in the execution that this one is a retry of. Where something else has come to its place since, a person may have changed the
 * order of the items; what has only other details, or is not to be sent, tells that only of an item with the very details that were there.
 */
export function isOfOther(place: string, details: string, { place: own, thing: here, things }: Origin): boolean {
	if (place === own || runOf(place) !== runOf(own)) return false;
	const there = things.get(place);
	if (there === undefined) return true;
	if (there !== null && there.timeless !== here.timeless) return false;
	return there?.details === details || here.details !== details;
}

/** Whether two times may be one that n8n has evaluated twice, whichever was first. A person may have changed one that no expression gives. */
export const mayBeSameTime = (one: GivenTime, other: GivenTime): boolean =>
	!areComputed(one, other) || hasMovedWithClock(one, other) || hasMovedWithClock(other, one);

/** Whether the clock alone may have made a time of an earlier one. */
export const isMovedByClock = (earlier: GivenTime, later: GivenTime): boolean =>
	areComputed(earlier, later) && hasMovedWithClock(earlier, later);

type GivenTime = Evaluated & Pick<AttemptTime, 'isFixed'>;

/** Whether expressions give both times: a fixed one does not move with the clock. */
const areComputed = (...times: ReadonlyArray<Pick<AttemptTime, 'isFixed'>>): boolean =>
	times.every(({ isFixed }) => isFixed !== true);

/** A time, in ISO 8601, and when it was evaluated, in milliseconds since 1970. */
export type Evaluated = Pick<AttemptTime, 'at' | 'readAt'>;

/** Whether a time has moved forward by no more than the clock since it was evaluated, or back within a second. */
export function hasMovedWithClock(earlier: Evaluated, later: Evaluated): boolean {
	const movedMs = Date.parse(later.at) - Date.parse(earlier.at);
	return movedMs > -SECOND_MS && movedMs <= later.readAt - earlier.readAt + ROUNDING_MS;
}

/** How far apart what is one time by the clock may be, in milliseconds: many items may be evaluated before the first one is noted. */
const NOTED_LATER_MS = 10_000;

/** What the expression of a time gives at a moment, both in milliseconds since 1970; undefined where it does not read the clock. */
export type TimeAt = (nowMs: number) => number | undefined;

/**
 * Whether the clock alone has made a time of an earlier one: its expression gave that one when that was evaluated, however it rounds, and
 * whatever day it is now. Rows of a loop may join the clock with a value of their own, and be no further apart than people round.
 *
 * @param timeAt what the expression of the later one gives
 */
export const isMadeByClock = (earlier: Evaluated, timeAt?: TimeAt): boolean =>
	// Within its second, that may have been rounded up; and it is noted a moment later.
	[0, SECOND_MS, -SECOND_MS].some(
		(ms) => Math.abs((timeAt?.(earlier.readAt + ms) ?? Infinity) - Date.parse(earlier.at)) <= NOTED_LATER_MS,
	);

/** How far a time that nobody rounds may be from where the clock has moved it, in milliseconds: n8n evaluates the items one after the other. */
const INEXACT_MS = 1_000;

/** Whether a time has moved just as the clock has: of several that it may have been, it is this one, whatever the place of the item is now. */
export const hasMovedAsClock = (earlier: Evaluated, later: Evaluated, inexactMs = INEXACT_MS): boolean =>
	Math.abs(Date.parse(later.at) - Date.parse(earlier.at) - (later.readAt - earlier.readAt)) <= inexactMs;

/** Whether the item at the same place has begun an attempt, in the execution that this one is a retry of, and no item that was equal to it. */
export const isOwnOf = (attempt: Pick<Attempt, 'time' | 'storedPlace' | 'origin' | 'item'>, origin: Origin): boolean =>
	isAtPlace(attempt, origin) && attempt.item === origin.item;

/** Whether an attempt is of the item at the same place, in the execution that this one is a retry of. */
export const isAtPlace = (
	{ time, storedPlace, origin: earlier }: Pick<Attempt, 'time' | 'storedPlace' | 'origin'>,
	origin: Origin,
): boolean => origin.isRetried && earlier === undefined && (time?.place ?? storedPlace) === origin.place;
