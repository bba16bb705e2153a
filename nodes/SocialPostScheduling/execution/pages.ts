import type { Failure } from '../transport/failure';
import type { Entry, Page } from '../transport/page';
import { err, ok, type Result } from '../utils/result';
import { type PageArguments, PageSequence } from './pageSequence';

/** What is wanted of a list. */
export interface Paging {
	/** How many results at most. */
	readonly limit: number;
	/** How many entries a page has at most. */
	readonly pageSize: number;
	/** How many the first page has, where fewer are wanted. */
	readonly firstPageSize?: number;
}

/** What came of a list. */
interface Collected<T> {
	readonly results: readonly T[];
	/** How many entries were read. */
	readonly size: number;
	/** How many the list has, as its last page says; null where it does not. */
	readonly total: number | null;
	/** Whether some entries are null: the service could not read them. */
	readonly hasUnreadable: boolean;
}

type FetchPage<E extends Entry> = (page: PageArguments) => Promise<Result<Page<E>, Failure>>;

/**
 * What is wanted of the entries of a list, page by page, each once. None is left out as long as the entries keep their order, whatever
 * comes and goes meanwhile: see {@link PageSequence}.
 *
 * @param select the results in the entries that were read so far, in their order: the limit counts these. There are no more of them than
 * entries. It is not asked before there may be enough: it looks at all entries each time
 */
export async function collectPages<E extends Entry, T>(
	fetchPage: FetchPage<E>,
	{ limit, pageSize, firstPageSize = pageSize }: Paging,
	select: (entries: readonly E[]) => readonly T[],
): Promise<Result<Collected<T>, Failure>> {
	const sequence = new PageSequence<E>(pageSize, firstPageSize);
	while (!sequence.isLost) {
		const outcome = await fetchPage(sequence.next);
		if (!outcome.ok) return outcome;
		sequence.take(outcome.value);
		if (!sequence.isOver && sequence.size < limit) continue;
		const results = select(sequence.entries);
		if (!sequence.isOver && results.length < limit) continue;
		const { size, total, hasUnreadable } = sequence;
		return ok({ results: results.slice(0, limit), size, total, hasUnreadable });
	}
	return err({
		kind: 'unexpectedResponse',
		missing: 'stable order: a page did not begin where the one before it ended, each time that it was read',
	});
}
