import type { IDataObject } from 'n8n-workflow';
import { field, isRecord, type JsonRecord } from '../utils/json';
import type { Call } from '../errors/errorMessages';
import { callService, type GraphQlRequest } from '../transport/graphql';
import type { Reply } from '../transport/reply';
import type { RetryClass } from '../transport/retry';
import { type Item, DEFAULT_CONCURRENCY } from './operation';
import { createItemHandler } from './itemHandler';
import { type Result, ok, type InvalidInput, invalid } from '../utils/result';
import type { Failure } from '../transport/failure';

/** What there is to say of an operation that is one request: its document and variables stand in the routing of its fields. */
interface SingleRequest {
	readonly call: Call;
	readonly retryClass: RetryClass;
	/** The done items in a sentence: `Items 0 to 3 were <doneWord>.` */
	readonly pastTense: string;
	/** Checks the variables as the fields gave them, and gives them in the form that the service takes. */
	readonly validate: (variables: JsonRecord) => Result<IDataObject, InvalidInput>;
	/** The item in a reply, or the reason why there is none. */
	readonly read: (reply: Reply) => Result<IDataObject, Failure>;
}

/**
 * The program that all operations of one request share: it sends the request that the engine assembled from the operation's
 * `routing.request.body` and the fields' `routing.send`.
 */
export function singleRequest({ call, retryClass, pastTense, validate, read }: SingleRequest) {
	return createItemHandler<GraphQlRequest>({
		call,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense,
		...(retryClass === 'nonIdempotent' && {
			once: { key: ({ variables }) => ({ identity: variables, details: null }) },
		}),
		validate: ({ requestOptions }) => readAssembled(requestOptions, validate),
		execute: async ({ connection }, request) => {
			const outcome = await callService(connection, request, retryClass, read);
			return outcome.ok ? { ok: true, value: outcome.value } : { ok: false, call, failure: outcome.error };
		},
	});
}

function readAssembled(
	assembled: Item['requestOptions'],
	check: SingleRequest['validate'],
): Result<GraphQlRequest, InvalidInput> {
	const query = field(assembled.body, 'query');
	if (typeof query !== 'string') return invalid('Operation', 'has no document', 'Choose the operation from the list.');
	const written = field(assembled.body, 'variables');
	const variables = check(isRecord(written) ? written : {});
	return variables.ok ? ok({ query, variables: variables.value }) : variables;
}
