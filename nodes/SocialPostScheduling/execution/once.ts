import { causeOf, messageOf } from '../errors/errorMessages';
import { redactorOfKey } from '../errors/redact';
import { mapServiceText, shorten } from '../errors/serviceMessage';
import { CREDENTIAL_TYPE } from '../transport/connection';
import type { RequestInfo } from '../transport/request';
import type { InvalidInput } from '../utils/result';
import type { Attempt, Origin, Outcome } from './attempt';
import { type Fingerprint, fingerprintOf, type IdempotencyKey, type IdempotencyStore } from './idempotency';
import { isInDoubt, type ItemFailure, type ItemResult } from './itemResult';
import { isForLookUp, resolveDoubt, type Verdict } from './lookUp';
import { accountOf, apiKeyOf } from './account';
import type { KnownBefore } from './executionState';
import type { Item, Once, Operation, Siblings, Sighting } from './operation';
import { placeOf } from './place';

/** The part of an operation that does something. */
type Work<T> = Pick<Operation<T>, 'request' | 'execute'>;

/** What an item is, where it comes from, and what has begun in its execution. */
export interface IdentifiedItem<T> {
	readonly once: Once<T>;
	readonly store: IdempotencyStore;
	readonly fingerprint: Fingerprint;
	readonly origin: Origin;
	readonly values: T;
	/** The item with its next time, at last as it was given, where it is one that has begun with an earlier time. */
	readonly asGiven?: IdentifiedItem<T>;
}

/** Undefined where the item may be done any number of times. */
export async function identify<T>(
	operation: Pick<Operation<T>, 'request'>,
	once: Once<T>,
	item: Item,
	values: T,
): Promise<IdentifiedItem<T> | undefined> {
	const wanted = once.key(values);
	if (wanted === undefined) return undefined;
	const { functions, scope, state } = item;
	const readAt = Date.now();
	const index = functions.getItemIndex();
	const origin = {
		run: state.run,
		item: index,
		place: placeOf(functions.getNode().id, functions.evaluateExpression('{{ $runIndex }}', index), index),
		readAt,
		isRetried: functions.getMode() === 'retry',
		account: await accountOf(functions),
	};
	const store = scope.idempotency;
	const key = inScope(wanted, operation, item);
	const asGiven = { once, store, origin, values, fingerprint: fingerprintOf(key) };
	const { withTime } = once;
	if (withTime === undefined) return asGiven;
	const at = store.earlierTimeOf(asGiven.fingerprint, origin);
	const doubted = at === undefined && looksFirst(asGiven) ? store.doubtedTimesOf(asGiven.fingerprint, origin) : [];
	// The newest doubt is looked up first, then the one before it.
	return (at === undefined ? doubted : [at]).reduce<IdentifiedItem<T>>(
		(other, time) => ({
			...asGiven,
			fingerprint: fingerprintOf({ ...key, at: time }),
			values: withTime(values, time),
			asGiven: other,
		}),
		asGiven,
	);
}

/** Whether the execution that this one is a retry of has left it in doubt, and no look has told since. */
const isDoubted = <T>({ store, fingerprint, origin }: IdentifiedItem<T>): boolean =>
	store.wasDoubted(fingerprint) || store.doubtedTimesOf(fingerprint, origin).length > 0;

/**
 * Whether the service is asked before an item is sent: always, where it is set so; else in an execution that is a retry of an
 * earlier one, of which n8n may know less than was done.
 */
function looksFirst<T>({ once: { reuse }, origin, values }: IdentifiedItem<T>): boolean {
	const time = reuse?.lookUp?.when(values) ?? 'never';
	return time === 'always' || (time === 'whenInDoubt' && origin.isRetried);
}

/**
 * Checks an item before anything is sent: why it is refused, unless it has begun in this execution already, or was left in doubt in
 * the one before. What is known is stored with this execution at once: other items may keep this
 * one from being reached.
 */
export function validateFirst<T>(identified: IdentifiedItem<T>): InvalidInput | undefined {
	const { once, store, fingerprint, origin, values } = identified;
	const decision = store.decide(fingerprint, origin, once.reuse === undefined, new Set());
	if (decision.type === 'begin') {
		// Of such a one, more must be said than that it is refused.
		return isDoubted(identified) ? undefined : once.validateNew?.(values);
	}
	const { attempt } = decision;
	void attempt.outcome.then((outcome) => {
		if (outcome.state === 'succeeded') store.storeSuccess(fingerprint.identity, attempt, outcome.result, origin.place);
		if (outcome.state === 'uncertain') store.storeDoubt(fingerprint.identity, attempt, origin);
	});
	return undefined;
}

/** What is known of an item before it begins, where something is. */
export async function knownBefore<T>(identified: IdentifiedItem<T>): Promise<KnownBefore | undefined> {
	const { once, store, fingerprint, origin } = identified;
	const decision = store.decide(fingerprint, origin, once.reuse === undefined, new Set());
	if (decision.type === 'begin') return isDoubted(identified) ? 'inDoubt' : undefined;
	const { outcome, details } = decision.attempt;
	const { state } = (await Promise.race([outcome, undefined])) ?? {};
	if (state === 'uncertain') return 'inDoubt';
	return state === 'succeeded' && details === fingerprint.details ? 'done' : undefined;
}

/** Whether the item begins when its turn comes, as far as is known now: it has not begun yet, and the service is not asked first. */
export const willBegin = <T>(identified: IdentifiedItem<T>): boolean =>
	identified.asGiven === undefined &&
	!looksFirst(identified) &&
	identified.store.decide(identified.fingerprint, identified.origin, identified.once.reuse === undefined, new Set())
		.type === 'begin';

/**
 * Does what must not happen twice, unless it has begun in this execution already, in whatever way n8n has come to do it
 * again: then its outcome is waited for. Where it succeeded, the item gets that result, or is refused if its details are
 * others; where it is in doubt, the service is asked, and the item gets the result that it has, or the doubt again.
 */
export async function executeOnce<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
): Promise<ItemResult> {
	const { request } = operation;
	const { once, store, fingerprint, origin, values, asGiven } = identified;
	const { reuse } = once;
	const seen = new Set<Attempt>();
	let isConflict = false;
	let decision = store.decide(fingerprint, origin, reuse === undefined, seen);
	while (decision.type === 'wait') {
		const { attempt } = decision;
		let outcome = await attempt.outcome;
		let warnings: readonly string[] | undefined;
		if (outcome.state === 'uncertain') {
			const doubt = outcome.failure ?? { ok: false, request, failure: { kind: 'startedBefore' } };
			const verdict = await judge(operation, identified, item, doubt, false);
			if (!verdict.isDone) {
				store.storeDoubt(fingerprint.identity, attempt, origin);
				return verdict.failure;
			}
			store.settleDoubt(fingerprint.identity, attempt, verdict.result);
			({ warnings } = verdict);
			outcome = { state: 'succeeded', result: verdict.result };
		}
		if (outcome.state === 'succeeded' && reuse !== undefined) {
			store.storeSuccess(fingerprint.identity, attempt, outcome.result, origin.place);
			if (attempt.details === fingerprint.details) {
				// What n8n had stored is this item from now on, and not others of its run.
				attempt.origin ??= origin;
				return { ok: true, output: reuse.restore(values, outcome.result), ...(warnings && { warnings }) };
			}
			isConflict = true;
		}
		seen.add(attempt);
		decision = store.decide(fingerprint, origin, reuse === undefined, seen);
	}
	if (isConflict && reuse?.conflict !== undefined) return refusal(request, reuse.conflict);
	const isLookedUp = looksFirst(identified);
	// Nothing has come of the earlier one.
	if (asGiven !== undefined && !isLookedUp) return await executeOnce(operation, asGiven, item);
	const inDoubt = async (result: ItemResult) =>
		isDoubted(identified) ? await stillDoubted(request, result, item) : result;
	const problem = isLookedUp ? undefined : once.validateNew?.(values);
	if (problem !== undefined) return await inDoubt(refusal(request, problem));

	// Before the service is asked: the same may come once more meanwhile.
	const settle = store.begin(fingerprint, origin);
	let result: ItemResult | undefined;
	let isAnother = false;
	let sighting: Sighting | undefined;
	try {
		sighting = isLookedUp ? await find(identified, item, true) : undefined;
		if (sighting?.state === 'absent') store.settleAbsent(fingerprint);
		isAnother = asGiven !== undefined && sighting?.state !== 'found';
		if (!isAnother) result = await executeUnlessFound(operation, identified, item, sighting);
	} finally {
		settle(isAnother ? { state: 'repeatable' } : outcomeOf(result, values, reuse));
	}
	if (result !== undefined) return await inDoubt(result);
	const ofGiven = await executeOnce(operation, asGiven ?? identified, item);
	return await inDoubt(sighting?.state === 'unclear' ? withReason(ofGiven, sighting.reason) : ofGiven);
}

/** @param sighting what a look has shown, where the service was asked first */
async function executeUnlessFound<T>(
	operation: Work<T>,
	identified: IdentifiedItem<T>,
	item: Item,
	sighting: Sighting | undefined,
): Promise<ItemResult> {
	const { once, values } = identified;
	if (sighting?.state === 'found' && once.reuse !== undefined) {
		const { result: found, warnings = [] } = sighting;
		return { ok: true, output: once.reuse.restore(values, found), warnings };
	}
	const problem = sighting && once.validateNew?.(values);
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
	const verdict = await resolveDoubt(item, doubt, isFresh, look, lookUp.adviceIfAbsent);
	if (verdict.isDone) return { ...verdict, result: { ...doubt.kept, ...verdict.result } };
	const lookAgain = async () => await executeOnce(operation, identified, item);
	return { isDone: false, failure: { ...verdict.failure, lookAgain } };
}

async function find<T>(identified: IdentifiedItem<T>, item: Item, isShared: boolean): Promise<Sighting> {
	const lookUp = identified.once.reuse?.lookUp;
	if (lookUp === undefined) return { state: 'unclear', reason: '' };
	return await lookUp.find(item, identified.values, await siblingsOf(identified), isShared);
}

async function siblingsOf<T>({ once, store, fingerprint, origin }: IdentifiedItem<T>): Promise<Siblings> {
	const outcomes = await store.siblingsOf(fingerprint, origin, once.reuse?.lookUp?.sameTimeMs ?? 0);
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

/** What was in doubt before this execution, could not be looked up, and is not done now: it may have been done then. */
async function stillDoubted(request: RequestInfo, result: ItemResult, { functions, pass }: Item): Promise<ItemResult> {
	if (result.ok || isInDoubt(result)) return result;
	const { failure, hints = [] } = result;
	if (result.request.name === request.name && failure.kind === 'refused') {
		return { ...result, failure: { ...failure, uncertain: true } };
	}
	const notDone = `${request.failed}.`;
	const redactKey = redactorOfKey(await apiKeyOf(functions));
	const safe = mapServiceText(failure, (words) => shorten(redactKey(pass.issuedAddresses.redact(words))));
	const { what, description } = causeOf(safe, result.request);
	const words = result.request.name === request.name ? what : messageOf(safe, result.request);
	return {
		...result,
		request,
		failure: { kind: 'startedBefore', words },
		hints: [description, ...hints.filter((hint) => hint !== notDone)],
		notBegun: undefined,
	};
}

/** Why the service could not be asked before it was sent is said with whatever came of it. */
const withReason = (result: ItemResult, reason: string): ItemResult =>
	result.ok
		? { ...result, warnings: [...new Set([...(result.warnings ?? []), reason])] }
		: { ...result, hints: [...new Set([...(result.hints ?? []), reason])] };

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

function outcomeOf<T>(result: ItemResult | undefined, values: T, reuse: Once<T>['reuse']): Outcome {
	if (result === undefined) return { state: 'uncertain' };
	if (result.ok)
		return reuse === undefined
			? { state: 'repeatable' }
			: { state: 'succeeded', result: reuse.keep(result.output, values) };
	return isInDoubt(result) ? { state: 'uncertain', failure: asRemembered(result) } : { state: 'repeatable' };
}

/** The doubt without what hangs on the item: it may be remembered for longer than the item. */
const asRemembered = (failure: ItemFailure): ItemFailure => ({ ...failure, lookAgain: undefined });

/** The same thing with another credential is another thing. A new key in it is the same account's. */
function inScope(
	key: IdempotencyKey,
	{ request }: Pick<Operation<unknown>, 'request'>,
	{ functions, connection }: Item,
): IdempotencyKey {
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? null;
	return { ...key, identity: [request.name, connection.endpoint.href, credential, key.identity] };
}
