import { CREDENTIAL_TYPE } from '../transport/connection';
import { mayHaveSucceeded } from '../transport/failure';
import type { InvalidInput } from '../utils/result';
import type { Attempt, Origin, Outcome } from './attempt';
import { type Fingerprint, fingerprintOf, type IdempotencyKey, type IdempotencyStore } from './idempotency';
import type { ItemResult } from './itemResult';
import { accountOf } from './account';
import type { Item, Once, Operation } from './operation';

/** What an item is, where it comes from, and what has begun in its execution. */
export interface IdentifiedItem<T> {
	readonly once: Once<T>;
	readonly store: IdempotencyStore;
	readonly fingerprint: Fingerprint;
	readonly origin: Origin;
}

export async function identify<T>(once: Once<T>, item: Item, values: T): Promise<IdentifiedItem<T>> {
	const { functions, scope, state } = item;
	const origin = { run: state, item: functions.getItemIndex(), account: await accountOf(functions) };
	return { once, store: scope.idempotency, fingerprint: fingerprintOf(withAccount(once.key(values), item)), origin };
}

/**
 * Looks an item up before anything is sent: why it is refused, unless it has begun in this execution already. A success that is
 * known is stored with this execution at once: other items may keep this one from being reached.
 */
export function checkNew<T>(
	{ once: { refuseNew, reuse }, store, fingerprint, origin }: IdentifiedItem<T>,
	values: T,
): InvalidInput | undefined {
	const decision = store.decide(fingerprint, origin, reuse === undefined, new Set());
	if (decision.type === 'begin') return refuseNew?.(values);
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
	{ request, execute }: Operation<T>,
	{ once: { refuseNew, reuse }, store, fingerprint, origin }: IdentifiedItem<T>,
	item: Item,
	values: T,
): Promise<ItemResult> {
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
	const problem = refuseNew?.(values);
	if (problem !== undefined) return refuse(problem);

	const settle = store.begin(fingerprint, origin);
	let result: ItemResult | undefined;
	try {
		result = await execute(item, values);
		return result;
	} finally {
		settle(outcomeOf(result, reuse));
	}
}

function outcomeOf<T>(result: ItemResult | undefined, reuse: Once<T>['reuse']): Outcome {
	if (result === undefined) return { state: 'uncertain' };
	if (result.ok)
		return reuse === undefined ? { state: 'repeatable' } : { state: 'succeeded', result: reuse.keep(result.output) };
	return mayHaveSucceeded(result.failure) ? { state: 'uncertain', failure: result } : { state: 'repeatable' };
}

/** The same thing with another credential is another thing. A new key in it is the same account's. */
function withAccount({ identity, details }: IdempotencyKey, { functions, connection }: Item): IdempotencyKey {
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? null;
	return { identity: [connection.endpoint.href, credential, identity], details };
}
