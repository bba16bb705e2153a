import { ok } from '../../utils/result';
import type { Attempt, Outcome } from './attempt';
import { asRemembered, stillDoubted, withReason } from './doubt';
import { resultOfEarlier } from './earlierResult';
import { begunSince, warningsOfChange } from './earlierTimes';
import { type Again, hasEarlierAttempt, type IdentifiedItem, isDoubted, looksFirst } from './identifiedItem';
import { identify } from './identify';
import { invalidInput, isInDoubt, type ItemResult, type ItemSuccess } from '../itemResult';
import { judge, lookFirst, siblingsOf } from './lookUp';
import { sayNear } from './nearItem';
import type { Item, Operation, Sighting } from '../operation';
import { joinOtherRetry } from './joinOtherRetry';
import type { StoredResult } from './storedResult';

/** The part of an operation that does something. */
type Work<T> = Pick<Operation<T>, 'request' | 'execute'>;

/**
 * Does what must not happen twice, unless it has begun already, in this execution or in another retry of the same one, in whatever way
 * n8n has come to do it again: then its outcome is waited for. Where it succeeded, the item gets that result, or is refused if its
 * details are others; where it is in doubt, the service is asked, and the item gets the result that it has, or the doubt again.
 *
 * @param tried times with which it was taken for something that had begun, and of which nothing has come
 */
export async function executeOnce<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	tried: readonly string[] = [],
): Promise<ItemResult> {
	const { request } = operation;
	const { once, store, fingerprint, origin, values, asGiven } = identified;
	const again: Again<T> = async (other) => await executeOnce(operation, other, item);
	const seen = new Set<Attempt>();
	do {
		const earlier = await resultOfEarlier(request, identified, item, seen, again);
		if (earlier !== undefined) return earlier;
		// Others may have waited for the same: the first of them has begun by now.
	} while (hasEarlierAttempt(identified, seen));
	const other = once.reuse && store.otherRetries.underWay(fingerprint, origin);
	if (other !== undefined) return await joinOtherRetry(request, identified, item, other, again);
	const isLookedUp = looksFirst(identified);
	// Nothing has come of the earlier one.
	const triedNow = [...tried, ...(fingerprint.timed === undefined ? [] : [fingerprint.timed.at])];
	const inDoubt = async (result: ItemResult) =>
		isDoubted(identified) ? await stillDoubted(request, result, item) : result;
	if (asGiven !== undefined && !isLookedUp) return await inDoubt(await executeOnce(operation, asGiven, item, triedNow));
	const problem = isLookedUp ? undefined : once.validateNew?.(values, item);
	if (problem !== undefined) return await inDoubt(invalidInput(request, problem));

	// Others may have waited for the same as this one: the first of them has begun by now, with its own time.
	const since = asGiven === undefined ? begunSince(identified, tried) : undefined;
	if (since !== undefined) return await executeOnce(operation, since, item, tried);

	// Before the service is asked: the same may come once more meanwhile.
	const settle = store.begin(fingerprint, origin);
	let outcome: Outcome = { state: 'uncertain' };
	let sighting: Sighting | undefined;
	let foundOtherwise: StoredResult | undefined;
	try {
		const look = isLookedUp ? await lookFirst(request, identified, item) : ok(undefined);
		if (!look.ok) {
			outcome = { state: 'repeatable' };
			return look.error;
		}
		sighting = look.value;
		if (sighting?.state === 'absent') store.settleAbsent(fingerprint);
		foundOtherwise = resultOfOthers(identified, sighting);
		if (foundOtherwise === undefined && (asGiven === undefined || sighting?.state === 'found')) {
			const result = await executeUnlessFound(operation, identified, item, sighting, again, tried);
			outcome = await outcomeOf(result, identified, item);
			return await inDoubt(result);
		}
		outcome = { state: 'repeatable' };
	} finally {
		settle(outcome);
	}
	if (foundOtherwise !== undefined) store.settleDone(fingerprint, origin, foundOtherwise);
	if (foundOtherwise !== undefined || asGiven === undefined) return await again(identified);
	const ofGiven = await executeOnce(operation, asGiven, item, triedNow);
	return await inDoubt(sighting?.state === 'unclear' ? withReason(ofGiven, sighting.reason) : ofGiven);
}

/** What a look has shown, where it was left in doubt with other details: a person has changed them since. */
function resultOfOthers<T>(
	{ store, fingerprint, once }: IdentifiedItem<T>,
	sighting: Sighting | undefined,
): StoredResult | undefined {
	if (sighting?.state !== 'found' || once.reuse?.conflict === undefined) return undefined;
	return store.known.wasDoubtedOtherwise(fingerprint) ? sighting.result : undefined;
}

/** What is remembered of an item whose result was there before it began: it has done nothing itself. */
const NOT_DONE = { done: 'no' };

/**
 * @param sighting what a look has shown, where the service was asked first
 * @param tried times with which it was in doubt, and of which nothing has come
 */
async function executeUnlessFound<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	sighting: Sighting | undefined,
	again: Again<T>,
	tried: readonly string[],
): Promise<ItemResult> {
	const { once, values, origin, fingerprint } = identified;
	if (sighting?.state === 'found' && once.reuse !== undefined) {
		const { result: found, warnings = [] } = sighting;
		const more = origin.isRetried ? (once.reuse.lookUp?.warningIfFound(values) ?? []) : [];
		const others = tried.filter((at) => at !== fingerprint.timed?.at);
		const notAt = others.length > 0 ? (once.reuse.warningIfNotAt?.(values, others) ?? []) : [];
		const result: ItemSuccess = {
			ok: true,
			output: once.reuse.restore(values, found),
			warnings: [...warnings, ...more, ...notAt, ...warningsOfChange(identified)],
			// In a retry, an earlier execution may have done it.
			...(!origin.isRetried && { kept: NOT_DONE }),
		};
		return origin.isRetried ? result : sayNear(identified, item.state, result, false);
	}
	const problem = sighting && once.validateNew?.(values, item);
	const result =
		problem === undefined
			? await executeNow(operation, identified, item, again)
			: invalidInput(operation.request, problem);
	return sighting?.state === 'unclear' ? withReason(result, sighting.reason) : result;
}

/** Does it, and asks the service where that is wanted: where the response was lost, and after it was done. */
async function executeNow<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	again: Again<T>,
): Promise<ItemResult> {
	const { values, once } = identified;
	const { reuse } = once;
	const result = await operation.execute(item, values);
	if (!result.ok) {
		if (!isInDoubt(result)) return result;
		const verdict = await judge(identified, item, result, true, again);
		if (!verdict.isDone) return verdict.failure;
		if (reuse === undefined) return result;
		const found: ItemSuccess = {
			ok: true,
			output: reuse.restore(values, verdict.result),
			warnings: verdict.warnings ?? [],
		};
		return sayNear(identified, item.state, found, false);
	}
	const lookUp = reuse?.lookUp;
	if (lookUp?.when(values) !== 'always') return sayNear(identified, item.state, result, true);
	const confirmed = await lookUp.confirm(item, values, result, await siblingsOf(identified));
	// Else it has the post of another one.
	const isOwn = confirmed.ok && confirmed.output === result.output;
	return confirmed.ok ? sayNear(identified, item.state, confirmed, isOwn) : confirmed;
}

/** Does an operation as a part of another one, with the same care for what must not happen twice. */
export async function executePart<T>(
	operation: Work<T> & Pick<Operation<T>, 'once'>,
	item: Item,
	values: T,
): Promise<ItemResult> {
	const identified = operation.once && (await identify(operation, operation.once, item, values));
	return identified === undefined
		? await operation.execute(item, values)
		: await executeOnce(operation, identified, item);
}

async function outcomeOf<T>(
	result: ItemResult,
	{ values, once: { reuse } }: IdentifiedItem<T>,
	item: Item,
): Promise<Outcome> {
	if (result.ok)
		return reuse === undefined
			? { state: 'repeatable' }
			: { state: 'succeeded', result: { ...reuse.keep(result.output, values), ...result.kept } };
	if (result.done !== undefined) return { state: 'succeeded', result: result.done };
	return isInDoubt(result)
		? { state: 'uncertain', failure: await asRemembered(result, item) }
		: { state: 'repeatable' };
}
