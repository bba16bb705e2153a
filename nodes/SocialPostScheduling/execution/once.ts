import { CREDENTIAL_TYPE } from '../transport/connection';
import { mayHaveSucceeded } from '../transport/failure';
import type { InvalidInput } from '../utils/result';
import type { IdempotencyKey, Outcome, Place } from './idempotency';
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
	const { key, place } = await identify(keyOf, item, values);

	const looked = new Set<Promise<Outcome>>();
	let isConflict = false;
	let decision = store.decide(key, place, reuse === undefined, looked);
	while (decision.type === 'wait') {
		const outcome = await decision.outcome;
		if (outcome.state === 'uncertain') {
			return outcome.failure ?? { ok: false, request, failure: { kind: 'startedBefore' } };
		}
		if (outcome.state === 'succeeded' && reuse !== undefined) {
			if (store.isSame(key, decision.outcome)) {
				store.adopt(key, outcome.kept);
				return { ok: true, output: reuse.restore(values, outcome.kept) };
			}
			isConflict = true;
		}
		looked.add(decision.outcome);
		decision = store.decide(key, place, reuse === undefined, looked);
	}

	if (isConflict && reuse !== undefined)
		return { ok: false, request, failure: { kind: 'invalidInput', problem: reuse.conflict } };

	const problem = refuseNew?.(values);
	if (problem !== undefined) return { ok: false, request, failure: { kind: 'invalidInput', problem } };

	const settle = store.begin(key, place);
	let result: ItemResult | undefined;
	try {
		result = await execute(item, values);
		return result;
	} finally {
		settle(outcomeOf(result, reuse));
	}
}

/** Why an item is refused before anything is sent, unless it has begun in this execution already. */
export async function refusalOfNew<T>(
	{ key: keyOf, refuseNew, reuse }: Once<T>,
	item: Item,
	values: T,
): Promise<InvalidInput | undefined> {
	const problem = refuseNew?.(values);
	if (problem === undefined) return undefined;
	const { key, place } = await identify(keyOf, item, values);
	const { type } = item.scope.idempotency.decide(key, place, reuse === undefined, new Set());
	return type === 'begin' ? problem : undefined;
}

/** What an item is, and where it comes from. */
async function identify<T>(
	keyOf: Once<T>['key'],
	item: Item,
	values: T,
): Promise<{ key: IdempotencyKey; place: Place }> {
	const { functions, state } = item;
	const place = { run: state, item: functions.getItemIndex(), account: await accountOf(functions) };
	return { key: withAccount(keyOf(values), item), place };
}

function outcomeOf<T>(result: ItemResult | undefined, reuse: Once<T>['reuse']): Outcome {
	if (result === undefined) return { state: 'uncertain' };
	if (result.ok)
		return reuse === undefined ? { state: 'repeatable' } : { state: 'succeeded', kept: reuse.keep(result.output) };
	return mayHaveSucceeded(result.failure) ? { state: 'uncertain', failure: result } : { state: 'repeatable' };
}

/** The same thing with another credential is another thing. A new key in it is the same account's. */
function withAccount({ identity, details }: IdempotencyKey, { functions, connection }: Item): IdempotencyKey {
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? null;
	return { identity: [connection.endpoint.href, credential, identity], details };
}
