import { untilStopped } from '../transport/delay';
import type { RequestInfo } from '../transport/request';
import { err, type InvalidInput, ok, type Result } from '../utils/result';
import { type Attempt, type Outcome, outcomeSoFar } from './attempt';
import { asRemembered, doubtOf, notSentAgain, stillDoubted, wasStopped, withReason } from './doubt';
import {
	earlierAttempts,
	begunSince,
	hasEarlierAttempt,
	type IdentifiedItem,
	identify,
	isDoubted,
	looksFirst,
	mayHaveBegun,
} from './identify';
import { isInDoubt, type ItemFailure, type ItemResult } from './itemResult';
import type { RetriedAttempt } from './retryLog';
import {
	isForLookUp,
	lookAnew,
	lookBeforeRepeat,
	resolveDoubt,
	SECOND_LOOK_AFTER_MS,
	type Verdict,
	withAdvice,
} from './resolveDoubt';
import type { Item, Once, Operation, Siblings, Sighting } from './operation';
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
	const seen = new Set<Attempt>();
	do {
		const earlier = await resultOfEarlier(operation, identified, item, seen);
		if (earlier !== undefined) return earlier;
		// Others may have waited for the same: the first of them has begun by now.
	} while (hasEarlierAttempt(identified, seen));
	const other = once.reuse && store.ofOtherRetry(fingerprint, origin);
	if (other !== undefined) return await joinOtherRetry(operation, identified, item, other);
	const isLookedUp = looksFirst(identified);
	// Nothing has come of the earlier one.
	const triedNow = [...tried, ...(fingerprint.timed === undefined ? [] : [fingerprint.timed.at])];
	if (asGiven !== undefined && !isLookedUp) return await executeOnce(operation, asGiven, item, triedNow);
	const inDoubt = async (result: ItemResult) =>
		isDoubted(identified) ? await stillDoubted(request, result, item) : result;
	const problem = isLookedUp ? undefined : once.validateNew?.(values, item);
	if (problem !== undefined) return await inDoubt(refusal(request, problem));

	// Others may have waited for the same as this one: the first of them has begun by now, with its own time.
	const since = asGiven === undefined ? begunSince(identified, tried) : undefined;
	if (since !== undefined) return await executeOnce(operation, since, item, tried);

	// Before the service is asked: the same may come once more meanwhile.
	const settle = store.begin(fingerprint, origin);
	let outcome: Outcome = { state: 'uncertain' };
	let sighting: Sighting | undefined;
	try {
		const look = isLookedUp ? await lookFirst(operation, identified, item) : ok(undefined);
		if (!look.ok) {
			outcome = { state: 'repeatable' };
			return look.error;
		}
		sighting = look.value;
		if (sighting?.state === 'absent') store.settleAbsent(fingerprint);
		if (asGiven === undefined || sighting?.state === 'found') {
			const result = await executeUnlessFound(operation, identified, item, sighting);
			outcome = await outcomeOf(result, identified, item);
			return await inDoubt(result);
		}
		outcome = { state: 'repeatable' };
	} finally {
		settle(outcome);
	}
	const ofGiven = await executeOnce(operation, asGiven, item, triedNow);
	return await inDoubt(sighting?.state === 'unclear' ? withReason(ofGiven, sighting.reason) : ofGiven);
}

/**
 * What the item gets that has begun before: the result of that, or why it is refused or in doubt. Undefined where nothing has begun, or
 * nothing came of it, so that the item may begin.
 *
 * @param seen gets the attempts that were looked at
 */
async function resultOfEarlier<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	seen: Set<Attempt>,
): Promise<ItemResult | undefined> {
	const { request } = operation;
	const { once, store, fingerprint, origin, values } = identified;
	const { reuse } = once;
	const otherwise: StoredResult[] = [];
	for (const attempt of earlierAttempts(identified, seen)) {
		let outcome = await attempt.outcome;
		let warnings: readonly string[] | undefined;
		if (outcome.state === 'uncertain') {
			const { doubt, isFresh } = doubtOf(request, item, outcome);
			const verdict = await judge(operation, identified, item, doubt, isFresh);
			if (!verdict.isDone) {
				store.storeDoubt(fingerprint.identity, attempt, origin);
				return verdict.failure;
			}
			store.settleDoubt(fingerprint.identity, attempt, verdict.result);
			({ warnings } = verdict);
			outcome = { state: 'succeeded', result: verdict.result };
		}
		if (outcome.state !== 'succeeded' || reuse === undefined) continue;
		const { result } = outcome;
		store.storeSuccess(fingerprint.identity, attempt, result, origin.place);
		if (attempt.details !== fingerprint.details) {
			otherwise.push(result);
			continue;
		}
		const problem = reuse.refuse?.(item, result, values);
		if (problem !== undefined) return refusal(request, problem);
		// What n8n had stored is this item from now on, and not others of its run.
		attempt.origin ??= origin;
		return { ok: true, output: reuse.restore(values, result), ...(warnings && { warnings }) };
	}
	const conflict = reuse && conflictWith(otherwise, reuse, item, values);
	return conflict && refusal(request, conflict);
}

/** Why an item is refused that was done before with other details: for those, or, where nothing is left of them, for what became of it. */
function conflictWith<T>(
	otherwise: readonly StoredResult[],
	{ refuse, conflict }: NonNullable<Once<T>['reuse']>,
	item: Item,
	values: T,
): InvalidInput | undefined {
	const problems = otherwise.map((result) => refuse?.(item, result, values));
	if (problems.length === 0) return undefined;
	return problems.includes(undefined) ? conflict?.(item) : problems[0];
}

/**
 * Another retry of the same execution has begun the item. It is waited for, and is this item from then on, unless nothing came of it. What
 * it had left in doubt before this one came is looked up as what an earlier execution has left so; where it cannot be, it stays in doubt,
 * but for the person who retries that very execution, and was asked to look.
 */
async function joinOtherRetry<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	other: RetriedAttempt,
): Promise<ItemResult> {
	const { store, origin } = identified;
	const { time, outcome } = other.attempt;
	const isSameTime = time === undefined || time.at === identified.fingerprint.timed?.at;
	const theirs = isSameTime ? identified : (identified.atTime?.(time.at) ?? identified);
	const endedBefore = (await outcomeSoFar(other.attempt))?.state === 'uncertain';
	if (endedBefore && store.isOfRetried(theirs.fingerprint, other)) {
		store.leave(other);
		return await executeOnce(operation, identified, item);
	}
	if (endedBefore && looksFirst(theirs)) {
		store.takeDoubt(theirs.fingerprint, other);
		lookAnew(item);
		return await executeOnce(operation, isSameTime ? identified : { ...theirs, asGiven: identified }, item);
	}
	const settle = store.take(theirs.fingerprint, origin, other);
	const ended = await untilStopped(outcome, item.connection.signal);
	settle(endedBefore ? { state: 'uncertain' } : (ended ?? { state: 'uncertain' }));
	if (ended === undefined) return { ...notSentAgain(operation.request), failure: { kind: 'canceled', sent: true } };
	if (ended.state === 'repeatable') return await executeOnce(operation, identified, item);
	const look = async () => await executeOnce(operation, theirs, item);
	// The other one has just looked for it.
	const hasLooked =
		!endedBefore && ended.state === 'uncertain' && ended.failure !== undefined && !wasStopped(ended.failure);
	return hasLooked ? { ...ended.failure, lookAgain: look } : await look();
}

/** What a look shows before it is sent; the doubt again, where an earlier execution has left it in doubt and a later look may tell. */
async function lookFirst<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
): Promise<Result<Sighting, ItemFailure>> {
	const look = async (isShared: boolean) => await find(identified, item, isShared);
	const sighting = mayHaveBegun(identified) ? await lookBeforeRepeat(item, look) : await look(true);
	const advice = identified.once.reuse?.lookUp?.adviceIfUnclear(item) ?? '';
	const doubt = notSentAgain(withAdvice(operation.request, advice));
	if (sighting === undefined) return err({ ...doubt, failure: { kind: 'canceled', sent: true } });
	if (!isDoubted(identified) || sighting.state !== 'unclear' || !sighting.mayClearLater) return ok(sighting);
	return err({ ...doubt, unclear: [sighting.reason] });
}

/** @param sighting what a look has shown, where the service was asked first */
async function executeUnlessFound<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	sighting: Sighting | undefined,
): Promise<ItemResult> {
	const { once, values, origin } = identified;
	if (sighting?.state === 'found' && once.reuse !== undefined) {
		const { result: found, warnings = [] } = sighting;
		const isOwn = !origin.isRetried || isDoubted(identified);
		const more = isOwn ? [] : (once.reuse.lookUp?.warningIfNotOwn(values) ?? []);
		return { ok: true, output: once.reuse.restore(values, found), warnings: [...warnings, ...more] };
	}
	const problem = sighting && once.validateNew?.(values, item);
	const result =
		problem === undefined ? await executeNow(operation, identified, item) : refusal(operation.request, problem);
	return sighting?.state === 'unclear' ? withReason(result, sighting.reason) : result;
}

/** Does it, and asks the service where that is wanted: where the response was lost, and after it was done. */
async function executeNow<T>(operation: Work<T>, identified: IdentifiedItem<T>, item: Item): Promise<ItemResult> {
	const { values, once } = identified;
	const { reuse } = once;
	const result = await operation.execute(item, values);
	if (!result.ok) {
		if (!isInDoubt(result)) return result;
		const verdict = await judge(operation, identified, item, result, true);
		if (!verdict.isDone) return verdict.failure;
		if (reuse === undefined) return result;
		return { ok: true, output: reuse.restore(values, verdict.result), warnings: verdict.warnings ?? [] };
	}
	const lookUp = reuse?.lookUp;
	if (lookUp?.when(values) !== 'always') return result;
	return await lookUp.confirm(item, values, result, await siblingsOf(identified));
}

/** What the service says of something that is in doubt. A further try asks it again. */
async function judge<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	doubt: ItemFailure,
	isFresh: boolean,
): Promise<Verdict> {
	const { once, values } = identified;
	const lookUp = once.reuse?.lookUp;
	if (lookUp === undefined || lookUp.when(values) === 'never' || !isForLookUp(doubt)) {
		return { isDone: false, failure: doubt };
	}
	const look = async () => await find(identified, item, false);
	const advice = lookUp.adviceIfAbsent(item, values, SECOND_LOOK_AFTER_MS / 1000);
	const mayBeOfOthers = lookUp.when(values) === 'always';
	const verdict = await resolveDoubt(item.connection, doubt, { isFresh, mayBeOfOthers }, look, advice);
	if (verdict.isDone) {
		const warnings = [...(doubt.warnings ?? []), ...(verdict.warnings ?? [])];
		return { ...verdict, result: { ...doubt.kept, ...verdict.result }, warnings };
	}
	const lookAgain = async () => await executeOnce(operation, identified, item);
	return { isDone: false, failure: { ...verdict.failure, lookAgain } };
}

async function find<T>(identified: IdentifiedItem<T>, item: Item, isShared: boolean): Promise<Sighting> {
	const lookUp = identified.once.reuse?.lookUp;
	if (lookUp === undefined) return { state: 'unclear', reason: '' };
	return await lookUp.find(item, identified.values, await siblingsOf(identified), isShared);
}

async function siblingsOf<T>({ once, store, fingerprint, origin, values }: IdentifiedItem<T>): Promise<Siblings> {
	const lookUp = once.reuse?.lookUp;
	// What is always looked up is one thing where a look cannot tell it from another item.
	const withEqual = lookUp?.when(values) !== 'always';
	const outcomes = await store.siblingsOf(fingerprint, origin, lookUp?.sameTimeMs ?? 0, withEqual);
	return {
		results: outcomes.flatMap((outcome) => (outcome?.state === 'succeeded' ? [outcome.result] : [])),
		hasUnknown: outcomes.some((outcome) => outcome === undefined || outcome.state === 'uncertain'),
	};
}

const refusal = (request: RequestInfo, problem: InvalidInput): ItemResult => ({
	ok: false,
	request,
	failure: { kind: 'invalidInput', problem },
});

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
			: { state: 'succeeded', result: reuse.keep(result.output, values) };
	if (result.done !== undefined) return { state: 'succeeded', result: result.done };
	return isInDoubt(result)
		? { state: 'uncertain', failure: await asRemembered(result, item) }
		: { state: 'repeatable' };
}
