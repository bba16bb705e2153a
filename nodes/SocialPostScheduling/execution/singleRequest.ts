import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { RequestWords } from '../errors/requestWords';
import type { Failure } from '../transport/failure';
import { callService } from '../transport/graphql';
import type { Reply } from '../transport/reply';
import type { RetryClass } from '../transport/retry';
import type { InvalidInput, Result } from '../utils/result';
import { createItemHandler } from './itemHandler';
import { DEFAULT_CONCURRENCY } from './operation';

/** What there is to say of an operation that is one request. */
interface SingleRequest {
	readonly request: RequestWords;
	readonly retryClass: RetryClass;
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	/** The GraphQL document. */
	readonly document: string;
	/** The variables of the document, from the parameters of an item. */
	readonly variables: (functions: IExecutePaginationFunctions) => Result<IDataObject, InvalidInput>;
	/** The item in a reply, or the reason why there is none. */
	readonly read: (reply: Reply) => Result<IDataObject, Failure>;
}

/** The handler that all operations of one request share. */
export function singleRequest({ request, retryClass, pastTense, document, variables, read }: SingleRequest) {
	return createItemHandler<IDataObject>({
		request,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		...(retryClass === 'nonIdempotent' && { once: { key: (values) => ({ identity: values, details: null }) } }),
		validate: ({ functions }) => variables(functions),
		execute: async ({ connection }, values) => {
			const outcome = await callService(connection, { query: document, variables: values }, retryClass, read);
			return outcome.ok ? { ok: true, output: [outcome.value] } : { ok: false, request, failure: outcome.error };
		},
	});
}
