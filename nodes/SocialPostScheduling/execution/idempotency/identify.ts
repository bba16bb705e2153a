import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { getOrCreate } from '../../utils/getOrCreate';
import { accountOf, credentialOf } from '../account';
import { atEarlierTime, earlierTimes } from './earlierTimes';
import type { EqualItems, ExecutionState, KnownBefore } from '../executionState';
import { fingerprintOf, type IdempotencyKey, timelessOf } from './fingerprint';
import type { IdentifiedItem } from './identifiedItem';
import type { Evaluated } from './movedTime';
import { isRetry } from '../isRetry';
import type { Item, Once, Operation } from '../operation';
import { placeOf, runOf } from './place';

/** Undefined where the item may be done any number of times. */
export async function identify<T>(
	operation: Pick<Operation<T>, 'request'>,
	once: Once<T>,
	item: Item,
	given: T,
): Promise<IdentifiedItem<T> | undefined> {
	const evaluated = keyOf(operation, once, item, given);
	if (evaluated === undefined) {
		noteNothing(item);
		return undefined;
	}
	const { functions, scope, state } = item;
	const readAt = Date.now();
	const index = functions.getItemIndex();
	const account = await accountOf(functions);
	const store = scope.idempotency;
	const place = placeOfItem(functions);
	const isRetried = isRetry(functions);
	const first = isRetried ? store.firstValues.of(fingerprintOf(evaluated), place) : undefined;
	const values = (first?.texts && once.withTexts?.(given, first.texts)) ?? given;
	const key = keyOf(operation, once, item, values) ?? evaluated;
	const fingerprint = { ...fingerprintOf(key), ...(first && !first.texts && { identity: first.identity }) };
	const equal = equalItems(state, [fingerprint.identity, fingerprint.details, account].join(' '));
	equal.items.add(index);
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
		isRetried,
		firstBegunAt: store.firstBegunAt,
		account,
		credential: credentialOf(item),
	};
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
		(other, time) => atEarlierTime(asGiven, atTime, time, other),
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
	{ functions, scope, memory }: Pick<Item, 'functions' | 'scope' | 'memory'>,
): KnownBefore | undefined {
	if (!isRetry(functions)) return undefined;
	memory.knownPlaces ??= scope.idempotency.knownPlaces(request.name);
	return memory.knownPlaces.get(placeOfItem(functions));
}

const placeOfItem = (functions: IExecutePaginationFunctions): string => {
	const index = functions.getItemIndex();
	return placeOf(functions.getNode().name, functions.evaluateExpression('{{ $runIndex }}', index), index);
};

/** The run that an item belongs to, as {@link runOf} gives it. */
export const runOfItem = (functions: IExecutePaginationFunctions): string => runOf(placeOfItem(functions));

const equalItems = (state: ExecutionState, what: string): EqualItems =>
	getOrCreate(state.equalItems, what, () => ({ items: new Set<number>(), earlierTimes: [] }));

/** The same thing with another credential is another thing. A new key in it, or its corrected base URL, is the same account's. */
function keyOf<T>(
	{ request }: Pick<Operation<T>, 'request'>,
	once: Once<T>,
	item: Item,
	values: T,
): IdempotencyKey | undefined {
	const key = once.key(values);
	if (key === undefined) return undefined;
	const scoped = (identity: unknown) => [request.name, credentialOf(item), identity];
	const { identity, changing } = key;
	return {
		...key,
		operation: request.name,
		identity: scoped(identity),
		...(changing && { changing: { ...changing, stable: scoped(changing.stable) } }),
	};
}
