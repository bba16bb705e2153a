import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import type { InvalidInput, Result } from '../utils/result';
import { createItemHandler } from './itemHandler';
import { DEFAULT_CONCURRENCY } from './operation';

/** What there is to say of an operation that is one request. */
interface SingleRequest {
	/** It may be sent again. */
	readonly request: Exclude<GraphQlRequest<Output>, { retryClass: 'nonIdempotent' }>;
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	/** The variables of the document, from the parameters of an item. */
	readonly variables: (functions: IExecutePaginationFunctions) => Result<IDataObject, InvalidInput>;
}

/** One item, or a list of them. */
type Output = IDataObject | readonly IDataObject[];

/** The handler that all operations of one request share. */
export const singleRequest = ({ request, pastTense, variables }: SingleRequest) =>
	createItemHandler<IDataObject>({
		request,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		validate: ({ functions }) => variables(functions),
		execute: async ({ connection }, values) => {
			const outcome = await callService(connection, request, values);
			return outcome.ok ? { ok: true, output: [outcome.value].flat() } : { ok: false, request, failure: outcome.error };
		},
	});
