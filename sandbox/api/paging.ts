import { GraphQLError } from 'graphql';

/** Largest page of a list (public reference, section 5). */
const MAX_PAGE_SIZE = 100;

/** Size of a page where none is given (public reference, section 5). */
const PAGE_SIZE = 25;

/** What every list in pages takes; the first page is 1. */
export interface Paging {
	readonly page: number | null;
	readonly limit: number | null;
}

/** The part of a list that is on a page. @throws GraphQLError for a page that is none */
export function onPage<T>(all: readonly T[], paging: Paging): readonly T[] {
	const page = paging.page ?? 1;
	const limit = paging.limit ?? PAGE_SIZE;
	if (page < 1) throw new GraphQLError('page must be at least 1.');
	if (limit < 1 || limit > MAX_PAGE_SIZE) throw new GraphQLError(`limit must be from 1 to ${MAX_PAGE_SIZE}.`);
	return all.slice((page - 1) * limit, page * limit);
}
