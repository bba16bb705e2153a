import type { Failure } from '../transport/failure';
import type { Entry, Page } from '../transport/page';
import { err, ok, type Result } from '../utils/result';

/** What is wanted of a list. */
export interface Paging {
	/** How many results at most. */
	readonly limit: number;
	/** How many entries a page has at most. */
	readonly pageSize: number;
}

/** How often a list is read from its beginning at most, because its entries moved meanwhile. */
const MAX_PASSES = 4;

/**
 * What is wanted of the entries of a list, page by page, each once. The service counts pages from the beginning of the list, so entries that others
 * add or remove meanwhile move the rest: one may come again, and one may be passed over unseen. Where that may have happened, the
 * list is read once more.
 *
 * @param fetchPage reads a page; the first is 1
 * @param select the results in the entries that were read so far, in their order: the limit counts these
 */
export async function collectPages<E extends Entry, T>(
	fetchPage: FetchPage<E>,
	{ limit, pageSize }: Paging,
	select: (entries: readonly E[]) => readonly T[],
): Promise<Result<readonly T[], Failure>> {
	const isEnough = (entries: readonly E[]) => Number.isFinite(limit) && select(entries).length >= limit;
	let last: Reading<E> | undefined;
	for (let pass = 0; pass < MAX_PASSES; pass++) {
		const outcome = await readThrough(fetchPage, pageSize, isEnough);
		if (!outcome.ok) return outcome;
		const { entries, isCertain, knowsPages } = outcome.value;
		const isSettled = isCertain || (knowsPages && last !== undefined && isSame(entries, last.entries));
		if (isSettled) return ok(select(entries).slice(0, limit));
		last = outcome.value;
	}
	return err({ kind: 'unexpectedResponse', missing: 'stable order: entries moved each time that its pages were read' });
}

type FetchPage<E extends Entry> = (page: number) => Promise<Result<Page<E>, Failure>>;

/** What came of reading a list once. */
interface Reading<E extends Entry> {
	readonly entries: readonly E[];
	/** Whether no entry may have been passed over. */
	readonly isCertain: boolean;
	/** False where a page brought nothing but what was there before. */
	readonly knowsPages: boolean;
}

/** Reads a list from its first page to the last, or until there is enough. */
async function readThrough<E extends Entry>(
	fetchPage: FetchPage<E>,
	pageSize: number,
	isEnough: (entries: readonly E[]) => boolean,
): Promise<Result<Reading<E>, Failure>> {
	const found = new Map<string, E>();
	const totals: number[] = [];
	let read = 0;
	let repeated = 0;
	for (let page = 1; ; page++) {
		const outcome = await fetchPage(page);
		if (!outcome.ok) return outcome;
		const { total, entries, size } = outcome.value;
		if (total !== null) totals.push(total);
		const before = found.size;
		for (const entry of entries) if (!found.has(entry.id)) found.set(entry.id, entry);
		read += size;
		repeated += entries.length - (found.size - before);
		const bringsNothing = found.size === before;
		const isLast = bringsNothing || (total === null ? size < pageSize : read >= total);
		const all = [...found.values()];
		const hasEnough = isEnough(all);
		if (hasEnough || isLast) {
			const isComplete = hasEnough || total === null || read >= total;
			return ok({
				entries: all,
				isCertain: isComplete && !mayHaveSkipped(totals, repeated),
				knowsPages: entries.length === 0 || !bringsNothing,
			});
		}
	}
}

const isSame = (some: readonly Entry[], others: readonly Entry[]): boolean =>
	some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);

/**
 * Whether an entry may have been passed over: the list became shorter, or more entries came again than were added, which only move
 * others to later pages.
 */
function mayHaveSkipped(totals: readonly number[], repeated: number): boolean {
	const isShorter = totals.some((total, index) => total < (totals[index - 1] ?? 0));
	const added = (totals.at(-1) ?? 0) - (totals[0] ?? 0);
	return totals.length > 0 && (isShorter || repeated > added);
}
