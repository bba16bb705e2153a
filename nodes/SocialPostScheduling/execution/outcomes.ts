import type { RetryClass } from '../transport/retry';
import { nameItems } from '../utils/itemRanges';
import type { ExecutionState, KnownBefore, PassMemory } from './executionState';
import { isInDoubt, type ItemResult } from './itemResult';

/** The items of a pass that is over: those that have ended, and those that never began. */
interface EndedItems {
	readonly done: ReadonlySet<number>;
	readonly failed: ReadonlySet<number>;
	readonly skipped: readonly number[];
}

/** What became of the items of a pass, in view of what was known before. */
export interface Outcomes {
	readonly done: ReadonlySet<number>;
	readonly failed: ReadonlySet<number>;
	readonly skipped: readonly number[];
	/** Those that were done before with other details, and did not get their turn. */
	readonly otherwise: readonly number[];
	/** Those of which only was shown what would be done. */
	readonly shown: ReadonlySet<number>;
	readonly doubtful: readonly number[];
}

/** @param item the one that the error is of */
export function outcomesOf(
	items: EndedItems,
	memory: PassMemory,
	results: Results,
	item: number,
	retryClass: RetryClass,
): Outcomes {
	const { skipped } = items;
	const isKnownAs = (known: KnownBefore) => (of: number) => memory.knownBefore.get(of) === known;
	const refused = [...items.failed].filter((of) => of !== item && isKnownAs('doneAtPlace')(of));
	const done = itemsOf(results, items.done);
	return {
		done: new Set([...items.done, ...skipped.filter(isKnownAs('done')), ...refused]),
		failed: new Set([...items.failed].filter((of) => !refused.includes(of))),
		otherwise: skipped.filter(isKnownAs('doneOtherwise')),
		skipped: skipped.filter((of) => !isDoneBefore(memory, of)),
		shown: new Set(done.flatMap(([of, result]) => (result.ok && result.nothingDone ? [of] : []))),
		doubtful: retryClass === 'safe' ? [] : doubtfulItems(results, memory, item),
	};
}

/** Whether an item was done before this pass, also with other details. */
export const isDoneBefore = ({ knownBefore }: PassMemory, item: number): boolean =>
	['done', 'doneOtherwise'].includes(knownBefore.get(item) ?? '');

export type Results = ReadonlyMap<number, ItemResult>;

/** What came of the items that have begun: none of them is under way any more. */
export async function resultsOf(state: ExecutionState): Promise<Results> {
	const results = new Map<number, ItemResult>();
	for (const [item, pending] of state.results) results.set(item, await pending);
	return results;
}

export const itemsOf = (results: Results, items: ReadonlySet<number>): Array<[number, ItemResult]> =>
	[...items].flatMap((item) => {
		const result = results.get(item);
		return result === undefined ? [] : [[item, result]];
	});

/** The other items that an attempt of this run, in this try or an earlier one, or of an execution before has left in doubt. */
function doubtfulItems(results: Results, { knownBefore }: PassMemory, item: number): number[] {
	const isDoubtful = (result: ItemResult | undefined) =>
		result?.ok === false && result.request.retryClass !== 'safe' && isInDoubt(result);
	const before = [...knownBefore].filter(([other, known]) => known.startsWith('inDoubt') && !results.has(other));
	return [...before, ...[...results].filter(([, result]) => isDoubtful(result))]
		.map(([other]) => other)
		.filter((other) => other !== item)
		.sort((one, other) => one - other);
}

/**
 * Which item failed, and what became of the others: nobody should have to guess what a new run would do twice.
 *
 * @param isHarmless whether doing it twice changes nothing
 */
export function sayOutcomes(
	pastTense: string,
	{ doubtful, shown, otherwise, ...items }: Outcomes,
	item: number,
	isHarmless: boolean,
): string[] {
	const done = [...items.done].filter((other) => !shown.has(other));
	const isSure = (other: number) => other !== item && !doubtful.includes(other);
	const failed = [...items.failed].filter(isSure);
	const left = items.skipped.filter(isSure);
	const known = done.length + otherwise.length + doubtful.length;
	if (known + shown.size + failed.length + left.length === 0) return [];
	return [
		`This is item ${item}.`,
		...(known === 0 ? [`No other item was ${pastTense} in this run.`] : []),
		...(done.length > 0 ? [`Already ${pastTense}: ${nameItems(done)}.`] : []),
		...(otherwise.length > 0 ? [`Already ${pastTense}, with other values: ${nameItems(otherwise)}.`] : []),
		...(doubtful.length > 0
			? [`May have been ${pastTense}${isHarmless ? '' : ', look before you run this again'}: ${nameItems(doubtful)}.`]
			: []),
		...(failed.length > 0 ? [`Also failed: ${nameItems(failed)}.`] : []),
		...(left.length > 0 ? [`Not attempted: ${nameItems(left)}.`] : []),
	];
}
