import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../transport/failure';
import { inField, integerField, listOf, type Reader } from '../utils/json';
import { ok, type Result } from '../utils/result';

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

/**
 * The entries of a list, page by page, each once. The service counts pages from the beginning of the list, so they move while others
 * add or remove entries: an entry that comes again is left out, and where the list has become shorter, pages before are read
 * again, because entries may have moved there.
 *
 * @param fetchPage reads a page; the first is 1
 */
export async function collectPages(
	fetchPage: (page: number) => Promise<Result<Page, Failure>>,
	{ limit, pageSize }: Paging,
): Promise<Result<Entry[], Failure>> {
	const found = new Map<string, Entry>();
	let lastTotal = 0;
	let size = pageSize;
	for (let page = 1; ; ) {
		const outcome = await fetchPage(page);
		if (!outcome.ok) return outcome;
		const { total, entries } = outcome.value;
		const removed = lastTotal - (total ?? lastTotal);
		lastTotal = total ?? lastTotal;
		if (removed > 0 && page > 1) {
			page = Math.max(1, page - Math.ceil(removed / size));
			continue;
		}
		// A service may give shorter pages than it was asked for.
		if (page === 1) size = Math.max(1, Math.min(pageSize, entries.length));
		const before = found.size;
		for (const entry of entries) if (!found.has(entry.id)) found.set(entry.id, entry);
		const isLast =
			total === null
				? entries.length < pageSize || found.size === before
				: entries.length === 0 || (page - 1) * size + entries.length >= total;
		if (isLast || found.size >= limit) return ok([...found.values()].slice(0, limit));
		page++;
	}
}
