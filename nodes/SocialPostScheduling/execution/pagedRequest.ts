import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import { callService } from '../transport/graphql';
import type { Entry, Page } from '../transport/page';
import type { GraphQlRequest, RequestInfo } from '../transport/request';
import type { InvalidInput, Result } from '../utils/result';
import { createItemHandler } from './itemHandler';
import { withFilterProblem } from './itemResult';
import { DEFAULT_CONCURRENCY } from './operation';
import { collectPages, type Paging } from './pages';

/** A list as an item asks for it. */
export interface ListQuery<E extends Entry> {
	/** With the arguments that are used; its document has the variables `page` and `limit`. */
	readonly request: Repeatable<E>;
	/** All but `page` and `limit`. */
	readonly variables: IDataObject;
	readonly paging: Paging;
	/** The items of the output in the entries of the list. */
	readonly select: (entries: readonly E[]) => readonly IDataObject[];
	/**
	 * What is wrong with a filter, where the service gives nothing for it, and no error: the item is refused if nothing came at all, and has
	 * a warning if something did. Left out: nothing is a result.
	 */
	readonly findProblem?: (connection: Connection, isEmpty: boolean) => Promise<InvalidInput | undefined>;
}

/** A request that may be sent again. */
type Repeatable<E extends Entry> = Exclude<GraphQlRequest<Page<E>>, { retryClass: 'nonIdempotent' }>;

/** What there is to say of an operation that reads a paged list. */
interface PagedRequest<E extends Entry> {
	/** What an error is about while nothing was sent. */
	readonly request: RequestInfo;
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	readonly validate: (functions: IExecutePaginationFunctions) => Result<ListQuery<E>, InvalidInput>;
}

/** The handler that all operations share that read a paged list. */
export function pagedRequest<E extends Entry>({ request, pastTense, validate }: PagedRequest<E>) {
	return createItemHandler<ListQuery<E>>({
		request,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		validate: ({ functions }) => validate(functions),
		execute: async ({ connection }, { request: list, variables, paging, select, findProblem }) => {
			const outcome = await collectPages(
				async (page) => await callService(connection, list, { ...variables, ...page }),
				paging,
				select,
			);
			if (!outcome.ok) return { ok: false, request: list, failure: outcome.error };
			const { results } = outcome.value;
			const isEmpty = results.length === 0;
			const problem = await findProblem?.(connection, isEmpty);
			return withFilterProblem(list, problem, isEmpty, { ok: true, output: results });
		},
	});
}
