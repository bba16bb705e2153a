import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../transport/failure';
import { inField, integerField, listOf, type Reader } from '../utils/json';
import { err, ok, type Result } from '../utils/result';

/** An entry of a list, as an item of the output. Its id tells it from the others. */
export interface Entry extends IDataObject {
	id: string;
}

/** One page of a list. */
export interface Page {
	/** How many entries the whole list has at the moment, where the service says so. */
	readonly total: number | null;
	readonly entries: readonly Entry[];
}

/** What is wanted of a list. */
export interface Paging {
	/** How many entries at most. */
	readonly limit: number;
	/** How many entries a page has at most. */
	readonly pageSize: number;
}

/** Reads a page, as all paged lists of the service have it: `{ total objects { ... } }` (public reference, section 5). */
export const readPage =
	(read: Reader<Entry>): Reader<Page> =>
	(value) => {
		const entries = inField('objects', listOf(read))(value);
		return entries.ok ? ok({ total: integerField(value, 'total'), entries: entries.value }) : entries;
	};

/** How often a list is read from its beginning at most, because its entries moved meanwhile. */
const MAX_PASSES = 4;

/**
 * The entries of a list, page by page, each once. The service counts pages from the beginning of the list, so entries that others
 * add or remove meanwhile move the rest: one may come again, and one may be passed over unseen. Where that may have happened, the
 * list is read once more.
 *
 * @param fetchPage reads a page; the first is 1
 */
export async function collectPages(
	fetchPage: (page: number) => Promise<Result<Page, Failure>>,
	{ limit, pageSize }: Paging,
): Promise<Result<Entry[], Failure>> {
	let last: Reading | undefined;
	for (let pass = 0; pass < MAX_PASSES; pass++) {
		const outcome = await readThrough(fetchPage, { limit, pageSize });
		if (!outcome.ok) return outcome;
		const { entries, isCertain, knowsPages } = outcome.value;
		if (isCertain || (knowsPages && last !== undefined && isSame(entries, last.entries))) return ok(entries);
		last = outcome.value;
	}
	return err({ kind: 'unexpectedResponse', missing: 'stable order: entries moved each time that its pages were read' });
}

/** What came of reading a list once. */
interface Reading {
	readonly entries: Entry[];
	/** Whether no entry may have been passed over. */
	readonly isCertain: boolean;
	/** False where a page brought nothing but what was there before. */
	readonly knowsPages: boolean;
}

/** Reads a list from its first page to the last, or to the limit. */
async function readThrough(
	fetchPage: (page: number) => Promise<Result<Page, Failure>>,
	{ limit, pageSize }: Paging,
): Promise<Result<Reading, Failure>> {
	const found = new Map<string, Entry>();
	const totals: number[] = [];
	let read = 0;
	for (let page = 1; ; page++) {
		const outcome = await fetchPage(page);
		if (!outcome.ok) return outcome;
		const { total, entries } = outcome.value;
		if (total !== null) totals.push(total);
		const before = found.size;
		for (const entry of entries) if (!found.has(entry.id)) found.set(entry.id, entry);
		read += entries.length;
		const bringsNothing = found.size === before;
		const isLast = bringsNothing || (total === null ? entries.length < pageSize : read >= total);
		if (found.size >= limit || isLast) {
			const isComplete = total === null || read >= total || found.size >= limit;
			return ok({
				entries: [...found.values()].slice(0, limit),
				isCertain: isComplete && !mayHaveSkipped(totals, read - found.size),
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
