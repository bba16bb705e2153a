import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import type { InvalidInput, Result } from '../utils/result';
import { createItemHandler } from './itemHandler';
import type { ItemResult } from './itemResult';
import { DEFAULT_CONCURRENCY, type Item, type Once } from './operation';
import { unlessLimited } from './uploadLimit';

/** What there is to say of an operation that is one request. */
type SingleRequest = {
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	/** The variables of the document, from the parameters of an item. */
	readonly variables: (functions: IExecutePaginationFunctions) => Result<IDataObject, InvalidInput>;
	/** Whether each request counts as an upload. */
	readonly countsAsUpload?: true;
} & (
	| { readonly request: Repeatable; readonly once?: undefined }
	/** What makes two items the same one must be said here: see {@link Once}. */
	| { readonly request: GraphQlRequest<Output>; readonly once: Once<IDataObject> }
);

/** One item, or a list of them. */
type Output = IDataObject | readonly IDataObject[];

/** A request that may be sent again. */
type Repeatable = Exclude<GraphQlRequest<Output>, { retryClass: 'nonIdempotent' }>;

/** The handler that all operations of one request share. */
export function singleRequest({ request, once, pastTense, variables, countsAsUpload }: SingleRequest) {
	return createItemHandler<IDataObject>({
		request,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		...(once !== undefined && { once }),
		validate: ({ functions }) => variables(functions),
		execute: async (item, values) => await sendRequest(item, request, values, countsAsUpload),
	});
}

/** Sends one request of an item, and gives its result. */
export async function sendRequest(
	{ connection, pass }: Item,
	request: GraphQlRequest<Output>,
	variables: IDataObject,
	countsAsUpload?: true,
): Promise<ItemResult> {
	const send = async () => await callService(connection, request, variables);
	const outcome = countsAsUpload ? await unlessLimited(pass, send) : await send();
	return outcome.ok ? { ok: true, output: [outcome.value].flat() } : { ok: false, request, failure: outcome.error };
}
