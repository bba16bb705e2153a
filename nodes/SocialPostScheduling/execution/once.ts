import { CREDENTIAL_TYPE } from '../transport/connection';
import { mayHaveSucceeded } from '../transport/failure';
import type { InvalidInput } from '../utils/result';
import type { Origin, Outcome } from './attempt';
import type { IdempotencyKey } from './idempotency';
import type { ItemResult } from './itemResult';
import { accountOf } from './account';
import type { Item, Once, Operation } from './operation';

/**
 * Does what must not happen twice, unless it has begun in this execution already, in whatever way n8n has come to do it
 * again: then its outcome is waited for. Where it succeeded, the item gets that result, or is refused if its details are
 * others; where it is in doubt, the item gets the doubt again.
 */
export async function executeOnce<T>(
	{ request, execute }: Operation<T>,
	{ key: keyOf, refuseNew, reuse }: Once<T>,
	item: Item,
	values: T,
): Promise<ItemResult> {
	const { scope } = item;
	const store = scope.idempotency;
	const { key, origin } = await identify(keyOf, item, values);

	const seen = new Set<Promise<Outcome>>();
	let isConflict = false;
	let decision = store.decide(key, origin, reuse === undefined, seen);
	while (decision.type === 'wait') {
		const outcome = await decision.outcome;
		if (outcome.state === 'uncertain') {
			return outcome.failure ?? { ok: false, request, failure: { kind: 'startedBefore' } };
		}
		if (outcome.state === 'succeeded' && reuse !== undefined) {
			store.storeSuccess(key, decision.outcome, outcome.result);
			if (store.isSame(key, decision.outcome)) {
				store.takeOver(key, decision.outcome, origin);
				return { ok: true, output: reuse.restore(values, outcome.result) };
			}
			isConflict = true;
		}
		seen.add(decision.outcome);
		decision = store.decide(key, origin, reuse === undefined, seen);
	}

	if (isConflict && reuse !== undefined)
		return { ok: false, request, failure: { kind: 'invalidInput', problem: reuse.conflict } };

	const problem = refuseNew?.(values);
	if (problem !== undefined) return { ok: false, request, failure: { kind: 'invalidInput', problem } };

	const settle = store.begin(key, origin);
	let result: ItemResult | undefined;
	try {
		result = await execute(item, values);
		return result;
	} finally {
		settle(outcomeOf(result, reuse));
	}
}

/**
 * Looks an item up before anything is sent: why it is refused, unless it has begun in this execution already. A success that is
 * known is stored with this execution at once: other items may keep this one from being reached.
 */
export async function checkNew<T>(
	{ key: keyOf, refuseNew, reuse }: Once<T>,
	item: Item,
	values: T,
): Promise<InvalidInput | undefined> {
	const store = item.scope.idempotency;
	if (store.isEmpty()) return refuseNew?.(values);
	const { key, origin } = await identify(keyOf, item, values);
	const decision = store.decide(key, origin, reuse === undefined, new Set());
	if (decision.type === 'begin') return refuseNew?.(values);
	void decision.outcome.then((outcome) => {
		if (outcome.state === 'succeeded') store.storeSuccess(key, decision.outcome, outcome.result);
	});
	return undefined;
}

/** What an item is, and where it comes from. */
async function identify<T>(
	keyOf: Once<T>['key'],
	item: Item,
	values: T,
): Promise<{ key: IdempotencyKey; origin: Origin }> {
	const { functions, state } = item;
	const origin = { run: state, item: functions.getItemIndex(), account: await accountOf(functions) };
	return { key: withAccount(keyOf(values), item), origin };
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
