import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { getOrCreate } from '../../utils/getOrCreate';
import type { InvalidInput } from '../../utils/result';
import { accountOf, credentialOf } from '../account';
import { type Attempt, type AttemptTime, type Origin, outcomeSoFar } from './attempt';
import type { EqualItems, ExecutionState, KnownBefore } from '../executionState';
import { type Fingerprint, fingerprintOf, type IdempotencyKey, timelessOf } from './fingerprint';
import type { IdempotencyStore } from './store';
import type { ItemResult } from '../itemResult';
import type { Decision } from './knownAttempts';
import { type Evaluated, hasMovedWithClock } from './movedTime';
import type { Item, Once, Operation } from '../operation';
import { placeOf } from './place';

/** What an item is, where it comes from, and what has begun in its execution. */
export interface IdentifiedItem<T> {
	readonly once: Once<T>;
	readonly store: IdempotencyStore;
	readonly fingerprint: Fingerprint;
	readonly origin: Origin;
	readonly values: T;
	/** The same with another time, as that was evaluated; where it has one. */
	readonly atTime?: (time: Evaluated) => IdentifiedItem<T>;
	/** Where it is one that has begun with an earlier time: the same with its next time, and with its own at the end. */
	readonly asGiven?: IdentifiedItem<T>;
	/** Its own values there, if their time may be none that the clock has made of the earlier one, but another one in the data. */
	readonly changed?: T;
}

/** Does an item, or does it once more: as what it is, or as the one with an earlier time. */
export type Again<T> = (identified: IdentifiedItem<T>) => Promise<ItemResult>;

/** Undefined where the item may be done any number of times. */
export async function identify<T>(
	operation: Pick<Operation<T>, 'request'>,
	once: Once<T>,
	item: Item,
	values: T,
): Promise<IdentifiedItem<T> | undefined> {
	const wanted = once.key(values);
	if (wanted === undefined) {
		noteNothing(item);
		return undefined;
	}
	const { functions, scope, state } = item;
	const readAt = Date.now();
	const index = functions.getItemIndex();
	const account = await accountOf(functions);
	const key = inScope(wanted, operation, item);
	const fingerprint = fingerprintOf(key);
	const equal = equalItems(state, [fingerprint.identity, fingerprint.details, account].join(' '));
	equal.items.add(index);
	const place = placeOfItem(functions);
	state.things.set(place, { timeless: timelessOf(fingerprint), details: fingerprint.details });
	const origin = {
		run: state.run,
		item: index,
		// Without a result to reuse, each of them is done.
		equalItems: once.reuse === undefined ? new Set([index]) : equal.items,
		place,
		things: state.things,
		readsClock: once.reuse?.readsClock?.(values) === true,
		readAt,
		isRetried: functions.getMode() === 'retry',
		account,
		credential: credentialOf(item),
	};
	const store = scope.idempotency;
	const identified = { once, store, origin, values, fingerprint };
	const { withTime } = once;
	if (withTime === undefined) return identified;
	const atTime = ({ at, readAt: evaluatedAt }: Evaluated): IdentifiedItem<T> => ({
		...identified,
		origin: { ...origin, readAt: evaluatedAt },
		fingerprint: fingerprintOf({ ...key, at }),
		values: withTime(values, at),
		atTime,
	});
	const asGiven = { ...identified, atTime };
	// The newest doubt is looked up first, then the one before it.
	return earlierTimes(asGiven, equal).reduce<IdentifiedItem<T>>(
		(other, time) => ({ ...atTime(time), asGiven: other, ...changedSince(asGiven, time) }),
		asGiven,
	);
}

/** Nothing is to be sent at the place of an item, as it holds something that cannot be sent: what was there before may be at another one. */
export function noteNothing({ functions, state }: Pick<Item, 'functions' | 'state'>): void {
	state.things.set(placeOfItem(functions), null);
}

/** What an item that cannot be read any more was in the execution that this one is a retry of, where that is known by its place. */
export function knownAtPlace(
	{ request }: Pick<Operation<unknown>, 'request'>,
	{ functions, scope, pass }: Pick<Item, 'functions' | 'scope' | 'pass'>,
): KnownBefore | undefined {
	if (functions.getMode() !== 'retry') return undefined;
	pass.knownPlaces ??= scope.idempotency.knownPlaces(request.name);
	return pass.knownPlaces.get(placeOfItem(functions));
}

const placeOfItem = (functions: IExecutePaginationFunctions): string => {
	const index = functions.getItemIndex();
	return placeOf(functions.getNode().name, functions.evaluateExpression('{{ $runIndex }}', index), index);
};

const equalItems = (state: ExecutionState, what: string): EqualItems =>
	getOrCreate(state.equalItems, what, () => ({ items: new Set<number>(), earlierTimes: [] }));

/**
 * The times with which it has begun before, where it comes now with another one; the newest last. Of equal items, n8n knows the first one
 * alone where that ended the run.
 */
function earlierTimes<T>(asGiven: IdentifiedItem<T>, equal: EqualItems): readonly AttemptTime[] {
	const own = ownEarlierTimes(asGiven);
	if (own.length > 0) equal.earlierTimes = own;
	else if (hasEarlierAttempt(asGiven, new Set())) return [];
	return equal.earlierTimes;
}

function ownEarlierTimes<T>(asGiven: IdentifiedItem<T>): readonly AttemptTime[] {
	const { store, fingerprint, origin } = asGiven;
	const time = store.known.earlierTimeOf(fingerprint, origin);
	if (time !== undefined) return [time];
	return looksFirst(asGiven) ? store.known.doubtedTimesOf(fingerprint, origin) : [];
}

function changedSince<T>(
	{ fingerprint: { timed }, origin, values }: IdentifiedItem<T>,
	earlier: AttemptTime,
): Pick<IdentifiedItem<T>, 'changed'> {
	const isOfClock =
		timed === undefined ||
		timed.at === earlier.at ||
		(origin.readsClock && hasMovedWithClock(earlier, { at: timed.at, readAt: origin.readAt }));
	return isOfClock ? {} : { changed: values };
}

/** What is to be said of an item that gets the result of something with an earlier time, and keeps that. */
export const warningsOfTime = <T>({ once, values, changed }: IdentifiedItem<T>): readonly string[] =>
	changed === undefined ? [] : (once.reuse?.warningIfOtherTime?.(values, changed) ?? []);

/** Whether the execution that this one is a retry of has left it in doubt, and no look has told since. */
export const isDoubted = <T>({ store, fingerprint, origin }: IdentifiedItem<T>): boolean =>
	store.known.wasDoubted(fingerprint) || store.known.doubtedTimesOf(fingerprint, origin).length > 0;

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
const decide = <T>(
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

/**
 * What is known of an item before anything is sent, and why it is refused, where it is. One that has begun in this execution already, or
 * was left in doubt in the one before, is refused only where nothing can be done with what came of it. What is known is stored with this
 * execution at once: other items may keep this one from being reached. Whether it was done with other details is told by its turn alone:
 * those may be another item's.
 */
export async function checkFirst<T>(
	identified: IdentifiedItem<T>,
	item: Item,
): Promise<{ known?: KnownBefore; problem?: InvalidInput | undefined }> {
	const { once, store, fingerprint, origin, values } = identified;
	const decision = decide(identified);
	if (decision.type === 'begin') {
		// Of such a one, more must be said than that it is refused.
		return isDoubted(identified) ? { known: 'inDoubt' } : { problem: once.validateNew?.(values, item) };
	}
	const { attempt } = decision;
	void attempt.outcome.then((outcome) => store.storeMet(fingerprint, attempt, outcome, origin));
	const outcome = await outcomeSoFar(attempt);
	if (outcome?.state === 'uncertain') return { known: 'inDoubt' };
	if (outcome?.state !== 'succeeded') return {};
	if (attempt.details !== fingerprint.details) return { known: 'doneOtherwise' };
	// It is no other item of its run, which may differ from it only in its details.
	attempt.claimant ??= origin;
	return { known: 'done', problem: once.reuse?.refuse?.(item, outcome.result, values) };
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
	const since = { ...atTime(time), asGiven: identified, ...changedSince(identified, time) };
	// The service is asked once for each time. What is only waited for may have begun anew, with the same one.
	const mayHaveBegunAnew = !looksFirst(identified) && hasEarlierAttempt(since, new Set());
	return tried.includes(time.at) && !mayHaveBegunAnew ? undefined : since;
}

/**
 * Whether the item begins when its turn comes, as far as is known now: it has not begun yet, the service is not asked first, and nothing
 * is wrong with it.
 */
export const willBegin = <T>(identified: IdentifiedItem<T>, item: Item): boolean =>
	identified.asGiven === undefined &&
	!looksFirst(identified) &&
	decide(identified).type === 'begin' &&
	identified.store.ofOtherRetry(identified.fingerprint, identified.origin) === undefined &&
	identified.once.validateNew?.(identified.values, item) === undefined;

/** The same thing with another credential is another thing. A new key in it, or its corrected base URL, is the same account's. */
function inScope(key: IdempotencyKey, { request }: Pick<Operation<unknown>, 'request'>, item: Item): IdempotencyKey {
	return { ...key, operation: request.name, identity: [request.name, credentialOf(item), key.identity] };
}
