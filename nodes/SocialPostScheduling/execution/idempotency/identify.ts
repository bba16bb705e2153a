import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { getOrCreate } from '../../utils/getOrCreate';
import { hashOfText } from '../../utils/hash';
import { accountOf, credentialOf } from '../account';
import { atEarlierTime, earlierTimes } from './earlierTimes';
import type { BegunValues } from './begunValues';
import type { EqualItems, ExecutionState, KnownBefore } from '../executionState';
import { type Fingerprint, fingerprintOf, type IdempotencyKey, timelessOf } from './fingerprint';
import type { IdentifiedItem } from './identifiedItem';
import type { Evaluated } from './movedTime';
import { isRetry } from '../isRetry';
import type { Item, Once, Operation } from '../operation';
import { storedDataOf } from '../stableValues';
import { placeOf, runOf } from './place';
import { isTool } from '../tool';

/** Undefined where the item may be done any number of times. */
export async function identify<T>(
	operation: Pick<Operation<T>, 'request'>,
	once: Once<T>,
	item: Item,
	values: T,
): Promise<IdentifiedItem<T> | undefined> {
	const key = keyOf(operation, once, item, values);
	if (key === undefined) {
		noteNothing(item);
		return undefined;
	}
	const { functions, scope, state } = item;
	const readAt = Date.now();
	const account = await accountOf(functions);
	const place = placeOfItem(functions);
	const here = { once, item, account, place, readAt };
	const asNow = describe(here, values, key);
	await tellOthers(asNow, item);
	const { fingerprint, origin } = asNow;
	const begunValues = isRetry(functions) ? scope.idempotency.begunValues : undefined;
	const asOther = (begun: BegunValues | undefined): IdentifiedItem<T> | undefined => {
		const asBegun = begun && describeBegun(operation, here, asNow, key, begun);
		return asBegun?.fingerprint.identity === fingerprint.identity ? undefined : asBegun;
	};
	const own = begunValues?.of(fingerprint, place, (other) => origin.equalItems.has(other));
	const { begun } = equalItems(state, fingerprint, account);
	if (own !== undefined && own.equalTo === undefined) begun.set(origin.item, own);
	// All are told before one goes on: what it was begun as, and then what its equal one has become.
	await tellOthers(asOther(own) ?? asNow, item);
	// What became of an equal item may have become something else since.
	const asBegun = asOther((own?.equalTo === undefined ? undefined : begun.get(own.equalTo)) ?? own);
	await tellOthers(asBegun ?? asNow, item);
	const asGiven = withEarlierTimes(asNow, state);
	// Where nothing has come of it with the values that it had, it has those of now.
	return asBegun === undefined ? asGiven : withEarlierTimes({ ...asBegun, asGiven }, state);
}

/**
 * The other items learn of it: as one that is equal to those with the same fingerprint, and as what stands at its place. Resolves when all have
 * told what they are.
 */
async function tellOthers<T>({ fingerprint, origin }: IdentifiedItem<T>, { state, memory }: Item): Promise<void> {
	equalItems(state, fingerprint, origin.account).items.set(origin.item, { fingerprint, place: origin.place });
	state.things.set(origin.place, origin.thing);
	await memory.onAllTold(origin.item);
}

/** What does not change with the values of an item. */
interface ItemPlace<T> {
	readonly once: Once<T>;
	readonly item: Item;
	readonly account: string;
	readonly place: string;
	readonly readAt: number;
}

/** What an item was when it was begun last: with the values of then, where it is looked up by them; else only what came of it counts. */
function describeBegun<T>(
	operation: Pick<Operation<T>, 'request'>,
	here: ItemPlace<T>,
	asNow: IdentifiedItem<T>,
	key: IdempotencyKey,
	{ identity, values: valuesOfThen, stable }: BegunValues,
): IdentifiedItem<T> {
	const { once, item } = here;
	const { values, fingerprint } = asNow;
	// The clock and chance change it by themselves.
	const isStable = stable !== undefined && stable === fingerprint.inRetry?.stable;
	const changed = isStable ? {} : { changed: { stable } };
	const begun = valuesOfThen && once.withBegunValues?.(values, valuesOfThen);
	const keyBegun = begun && keyOf(operation, once, item, begun);
	return begun === undefined || keyBegun === undefined
		? describe(here, values, key, { identity, ...changed })
		: describe(here, begun, keyBegun, changed);
}

/** With what an item was begun, where that is not in its key. */
interface BegunAs {
	readonly identity?: string;
	/** Set where it has changed since: what stays the same of what it was. */
	readonly changed?: Pick<BegunValues, 'stable'>;
}

function withBegun(fingerprint: Fingerprint, { identity = fingerprint.identity, changed }: BegunAs): Fingerprint {
	if (changed === undefined) return { ...fingerprint, identity };
	return { ...fingerprint, identity, inRetry: { ...fingerprint.inRetry, ...changed } };
}

/** What an item is with some values. */
function describe<T>(
	{ once, item, account, place, readAt }: ItemPlace<T>,
	values: T,
	key: IdempotencyKey,
	begun: BegunAs = {},
): IdentifiedItem<T> {
	const { functions, scope, state } = item;
	const store = scope.idempotency;
	const index = functions.getItemIndex();
	const fingerprint = withBegun(fingerprintOf(key), begun);
	const origin = {
		run: state.run,
		item: index,
		// Without a result to reuse, each of them is done.
		equalItems:
			once.reuse === undefined
				? new Map([[index, { fingerprint, place }]])
				: equalItems(state, fingerprint, account).items,
		place,
		thing: { timeless: timelessOf(fingerprint), details: fingerprint.details },
		things: state.things,
		isOfClock: once.reuse?.isOfClock?.(values) === true,
		readAt,
		isRetried: isRetry(functions),
		firstBegunAt: store.firstBegunAt,
		account,
		credential: credentialOf(item),
	};
	const isRewritten = begun.changed !== undefined;
	const identified = { once, store, origin, values, fingerprint, isRewritten };
	const { withTime } = once;
	if (withTime === undefined) return identified;
	const atTime = ({ at, readAt: evaluatedAt }: Evaluated): IdentifiedItem<T> => ({
		...identified,
		origin: { ...origin, readAt: evaluatedAt },
		fingerprint: withBegun(fingerprintOf({ ...key, at }), { ...begun, identity: undefined }),
		values: withTime(values, at),
		atTime,
	});
	return { ...identified, atTime };
}

/** As what it has begun before with other times, the newest doubt first, then the one before it; as what it is at the end. */
function withEarlierTimes<T>(identified: IdentifiedItem<T>, state: ExecutionState): IdentifiedItem<T> {
	const { atTime, fingerprint, origin } = identified;
	if (atTime === undefined) return identified;
	return earlierTimes(identified, equalItems(state, fingerprint, origin.account)).reduce<IdentifiedItem<T>>(
		(other, time) => atEarlierTime(identified, atTime, time, other),
		identified,
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
	memory.knownPlaces ??= scope.idempotency.operations.knownPlaces(request.name);
	return memory.knownPlaces.get(placeOfItem(functions));
}

/** The place of an item, as {@link placeOf} gives it. */
export const placeOfItem = (functions: IExecutePaginationFunctions): string => {
	const index = functions.getItemIndex();
	return placeOf(functions.getNode().name, functions.evaluateExpression('{{ $runIndex }}', index), index);
};

/** The run that an item belongs to, as {@link runOf} gives it. */
export const runOfItem = (functions: IExecutePaginationFunctions): string => runOf(placeOfItem(functions));

const equalItems = (state: ExecutionState, { identity, details }: Fingerprint, account: string): EqualItems =>
	getOrCreate(state.equalItems, [identity, details, account].join(' '), () => ({
		items: new Map(),
		earlierTimes: [],
		begun: new Map(),
	}));

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
	const { identity, inRetry } = key;
	const stored = inRetry === undefined || isTool(item.functions) ? undefined : storedDataOf(item.functions);
	return {
		...key,
		operation: request.name,
		identity: scoped(identity),
		...(inRetry && {
			inRetry: {
				...inRetry,
				// A key lives as long as the run, and the data of an item may be big.
				...(stored !== undefined && { data: scoped([hashOfText(stored), inRetry.beside]) }),
				...(inRetry.stable !== undefined && { stable: scoped(inRetry.stable) }),
			},
		}),
	};
}
