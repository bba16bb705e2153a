import type { Failure } from '../transport/failure';
import type { Entry, Page } from '../transport/page';
import { err, ok, type Result } from '../utils/result';

/** What is wanted of a list. */
export interface Paging {
	/** How many results at most. */
	readonly limit: number;
	/** How many entries a page has at most. */
	readonly pageSize: number;
	/** How many the first page has, where fewer are wanted. */
	readonly firstPageSize?: number;
}

/** A page as the service is asked for it: pages count from 1, and have `limit` entries each. */
export interface PageArguments {
	readonly page: number;
	readonly limit: number;
}

/** How many entries come before a page. */
export const offsetOf = ({ page, limit }: PageArguments): number => (page - 1) * limit;

type FetchPage<E extends Entry> = (page: PageArguments) => Promise<Result<Page<E>, Failure>>;

/** How many pages in a row may bring nothing new before the list is given up. */
const MAX_MISSES = 12;

/** How many times further back the next page begins where one does not begin with what was read before. */
const STEP_BACK_FACTOR = 10;

/**
 * What is wanted of the entries of a list, page by page, each once. The service counts pages from the beginning of the list, so
 * entries that come or go meanwhile move the rest. So each page begins with an entry that was read before: what is still to be read
 * comes after it, wherever it is by now. Where a page begins with another one, entries may have been passed over, and the next one
 * begins further back. So no entry is left out that keeps its place among the others.
 *
 * @param select the results in the entries that were read so far, in their order: the limit counts these
 */
export async function collectPages<E extends Entry, T>(
	fetchPage: FetchPage<E>,
	{ limit, pageSize, firstPageSize = pageSize }: Paging,
	select: (entries: readonly E[]) => readonly T[],
): Promise<Result<readonly T[], Failure>> {
	const found = new Map<string, E>();
	let next: PageArguments = { page: 1, limit: firstPageSize };
	let maxSize = pageSize;
	let end = 0;
	let overlap = 1;
	for (let misses = 0; misses < MAX_MISSES; ) {
		const outcome = await fetchPage(next);
		if (!outcome.ok) return outcome;
		const { total, entries, size } = outcome.value;
		const offset = offsetOf(next);
		const isLinked = offset === 0 || offset >= end || (entries[0] !== undefined && found.has(entries[0].id));
		const before = found.size;
		if (isLinked) {
			for (const entry of entries) if (!found.has(entry.id)) found.set(entry.id, entry);
			const isShort = size < next.limit;
			end = offset + size;
			const bringsNew = found.size > before;
			const isSettled = isShort && !bringsNew && (offset > 0 || misses > 0);
			// A full page with nothing new may come from a service that does not know pages.
			const isLast = total === null ? isShort : isSettled || (end >= total && (isShort || bringsNew));
			const results = select([...found.values()]);
			if (isLast || (Number.isFinite(limit) && results.length >= limit)) return ok(results.slice(0, limit));
			// A service may give shorter pages than it was asked for.
			if (isShort && size > 0) maxSize = size;
		}
		misses = found.size > before ? 0 : misses + 1;
		overlap = isLinked ? 1 : overlap * STEP_BACK_FACTOR;
		next = pageAfter(Math.min(end, total ?? end), overlap, maxSize);
	}
	return err({ kind: 'unexpectedResponse', missing: 'stable order: entries moved each time that its pages were read' });
}

/**
 * The page that reaches furthest among those that begin with an entry that was read. Where all pages are too small for that, they
 * follow one another.
 *
 * @param end how many entries were read
 * @param overlap how many of these the page has at least
 */
function pageAfter(end: number, overlap: number, maxSize: number): PageArguments {
	const page = furthest(Math.max(0, end - overlap), maxSize);
	return overlap === 1 && page.page * page.limit <= end ? furthest(end, maxSize) : page;
}

/** The page that reaches furthest among those with the entry at `index`. */
function furthest(index: number, maxSize: number): PageArguments {
	let best: PageArguments = { page: index + 1, limit: 1 };
	for (let limit = 2; limit <= maxSize; limit++) {
		const page = Math.floor(index / limit) + 1;
		if (page * limit >= best.page * best.limit) best = { page, limit };
	}
	return best;
}
