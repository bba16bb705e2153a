import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import type { InvalidInput, Result } from '../utils/result';
import { createItemHandler } from './itemHandler';
import { DEFAULT_CONCURRENCY } from './operation';
import { collectPages, type Page, type Paging } from './pages';

/** A list as an item asks for it. */
interface ListQuery {
	/** The document where it is not the one of the request: with the arguments that are used. */
	readonly document?: string;
	/** All but `page` and `limit`. */
	readonly variables: IDataObject;
	readonly paging: Paging;
}

/** What there is to say of an operation that reads a paged list. */
interface PagedRequest {
	/** Its document has the variables `page` and `limit`. */
	readonly request: Extract<GraphQlRequest<Page>, { retryClass: 'safe' | 'idempotent' }>;
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	readonly validate: (functions: IExecutePaginationFunctions) => Result<ListQuery, InvalidInput>;
}

/** The handler that all operations share that read a paged list: one item for each entry. */
export function pagedRequest({ request, pastTense, validate }: PagedRequest) {
	return createItemHandler<ListQuery>({
		request,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		validate: ({ functions }) => validate(functions),
		execute: async ({ connection }, { document = request.document, variables, paging }) => {
			const outcome = await collectPages(
				async (page) =>
					await callService(connection, { ...request, document }, { ...variables, page, limit: paging.pageSize }),
				paging,
			);
			return outcome.ok ? { ok: true, output: outcome.value } : { ok: false, request, failure: outcome.error };
		},
	});
}
