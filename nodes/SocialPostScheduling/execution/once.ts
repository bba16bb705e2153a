import { CREDENTIAL_TYPE } from '../transport/connection';
import type { InvalidInput } from '../utils/result';
import type { Attempt, Origin, Outcome } from './attempt';
import { type Fingerprint, fingerprintOf, type IdempotencyKey, type IdempotencyStore } from './idempotency';
import { isInDoubt, type ItemResult } from './itemResult';
import { accountOf } from './account';
import type { Item, Once, Operation } from './operation';
import { placeOf } from './place';

/** What an item is, where it comes from, and what has begun in its execution. */
export interface IdentifiedItem<T> {
	readonly once: Once<T>;
	readonly store: IdempotencyStore;
	readonly fingerprint: Fingerprint;
	readonly origin: Origin;
	readonly values: T;
	/** The item as it was given, where it is one that has begun with an earlier time. */
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
	const at = store.earlierTimeOf(asGiven.fingerprint, origin);
	if (at === undefined || once.withTime === undefined) return asGiven;
	return { ...asGiven, fingerprint: fingerprintOf({ ...key, at }), values: once.withTime(values, at), asGiven };
}

/**
 * Looks an item up before anything is sent: why it is refused, unless it has begun in this execution already. A success that is
 * known is stored with this execution at once: other items may keep this one from being reached.
 */
export function validateFirst<T>({
	once: { validateNew, reuse },
	store,
	fingerprint,
	origin,
	values,
}: IdentifiedItem<T>): InvalidInput | undefined {
	const decision = store.decide(fingerprint, origin, reuse === undefined, new Set());
	if (decision.type === 'begin') return validateNew?.(values);
	const { attempt } = decision;
	void attempt.outcome.then((outcome) => {
		if (outcome.state === 'succeeded') store.storeSuccess(fingerprint.identity, attempt, outcome.result);
	});
	return undefined;
}

/**
 * Does what must not happen twice, unless it has begun in this execution already, in whatever way n8n has come to do it
 * again: then its outcome is waited for. Where it succeeded, the item gets that result, or is refused if its details are
 * others; where it is in doubt, the item gets the doubt again.
 */
export async function executeOnce<T>(
	operation: Pick<Operation<T>, 'request' | 'execute'>,
	identified: IdentifiedItem<T>,
	item: Item,
): Promise<ItemResult> {
	const { request, execute } = operation;
	const { once, store, fingerprint, origin, values, asGiven } = identified;
	const { validateNew, reuse } = once;
	const refuse = (problem: InvalidInput): ItemResult => ({
		ok: false,
		request,
		failure: { kind: 'invalidInput', problem },
	});
	const seen = new Set<Attempt>();
	let isConflict = false;
	let decision = store.decide(fingerprint, origin, reuse === undefined, seen);
	while (decision.type === 'wait') {
		const { attempt } = decision;
		const outcome = await attempt.outcome;
		if (outcome.state === 'uncertain') {
			return outcome.failure ?? { ok: false, request, failure: { kind: 'startedBefore' } };
		}
		if (outcome.state === 'succeeded' && reuse !== undefined) {
			store.storeSuccess(fingerprint.identity, attempt, outcome.result);
			if (attempt.details === fingerprint.details) {
				// What n8n had stored is this item from now on, and not others of its run.
				attempt.origin ??= origin;
				return { ok: true, output: reuse.restore(values, outcome.result) };
			}
			isConflict = true;
		}
		seen.add(attempt);
		decision = store.decide(fingerprint, origin, reuse === undefined, seen);
	}
	if (isConflict && reuse !== undefined) return refuse(reuse.conflict);
	// Nothing has come of the earlier one.
	if (asGiven !== undefined) return await executeOnce(operation, asGiven, item);
	const problem = validateNew?.(values);
	if (problem !== undefined) return refuse(problem);

	const settle = store.begin(fingerprint, origin);
	let result: ItemResult | undefined;
	try {
		result = await execute(item, values);
		return result;
	} finally {
		settle(outcomeOf(result, values, reuse));
	}
}

/** Does an operation as a part of another one, with the same care for what must not happen twice. */
export async function executePart<T>(
	operation: Pick<Operation<T>, 'request' | 'once' | 'execute'>,
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
	return isInDoubt(result) ? { state: 'uncertain', failure: result } : { state: 'repeatable' };
}

/** The same thing with another credential is another thing. A new key in it is the same account's. */
function inScope(
	key: IdempotencyKey,
	{ request }: Pick<Operation<unknown>, 'request'>,
	{ functions, connection }: Item,
): IdempotencyKey {
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? null;
	return { ...key, identity: [request.name, connection.endpoint.href, credential, key.identity] };
}
