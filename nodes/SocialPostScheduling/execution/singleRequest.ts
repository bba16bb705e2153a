import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { RequestInfo } from '../errors/requestInfo';
import type { Failure } from '../transport/failure';
import { callService } from '../transport/graphql';
import type { Reply } from '../transport/reply';
import type { InvalidInput, Result } from '../utils/result';
import { createItemHandler } from './itemHandler';
import { DEFAULT_CONCURRENCY, type Once } from './operation';
import { unlessLimited } from './uploadLimit';

/** What there is to say of an operation that is one request. */
type SingleRequest = {
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	/** The GraphQL document. */
	readonly document: string;
	/** The variables of the document, from the parameters of an item. */
	readonly variables: (functions: IExecutePaginationFunctions) => Result<IDataObject, InvalidInput>;
	/** The item in a reply, or the reason why there is none. */
	readonly read: (reply: Reply) => Result<IDataObject, Failure>;
	/** Whether each request counts as an upload. */
	readonly countsAsUpload?: true;
} & (
	| { readonly request: Repeatable; readonly once?: undefined }
	/** What makes two items the same one must be said here: see {@link Once}. */
	| { readonly request: RequestInfo; readonly once: Once<IDataObject> }
);

/** A request that may be sent again. */
type Repeatable = Exclude<RequestInfo, { retryClass: 'nonIdempotent' }>;

/** The handler that all operations of one request share. */
export function singleRequest(definition: SingleRequest) {
	const { request, once, pastTense, document, variables, read, countsAsUpload } = definition;
	return createItemHandler<IDataObject>({
		request,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		...(once !== undefined && { once }),
		validate: ({ functions }) => variables(functions),
		execute: async ({ connection, pass }, values) => {
			const send = async () =>
				await callService(connection, { query: document, variables: values }, request.retryClass, read);
			const outcome = countsAsUpload ? await unlessLimited(pass, send) : await send();
			return outcome.ok ? { ok: true, output: [outcome.value] } : { ok: false, request, failure: outcome.error };
		},
	});
}
