import { field, type JsonObject, pathOf, type Reader } from '../utils/json';
import { err, ok, type Result } from '../utils/result';
import type { Failure } from './failure';
import { incompleteResponse, type Payload, readData, readPayload, type Reply, wordsOfErrors } from './reply';
import type { RetryClass } from './retry';

/** In doubt, a request says what may have happened, and what to check before it is sent again. */
interface Doubt {
	readonly uncertain: string;
	readonly advice: string;
}

/** One kind of request: how it may be sent again, and its words for errors. Each operation states those of its own requests. */
export type RequestInfo = {
	/** What the request is called in `details.call` of an error: the field of its document, or `put` for the file. */
	readonly name: string;
	/** What did not happen, as the start of a message: `The profile was not read`. */
	readonly failed: string;
	/** The fields of its input as the panel calls them, by their path: `thread.0.text`. What is inside one has its name as well. */
	readonly fields?: Readonly<Record<string, string>>;
	/** The parameters that its document comes from, as the panel calls them: what the service does not accept is for a person to correct. */
	readonly entered?: string;
	/** Set where the request goes to the signed address of an upload: then neither key nor base URL are concerned. */
	readonly toStorage?: true;
	/** Set where it is said beside an error how to try again. */
	readonly saysNext?: true;
} & (
	| { readonly retryClass: Exclude<RetryClass, 'nonIdempotent'>; readonly doubt?: Doubt }
	| { readonly retryClass: 'nonIdempotent'; readonly doubt: Doubt }
);

/** A request with a GraphQL document: all that is needed to send it, apart from the variables. */
export type GraphQlRequest<T> = RequestInfo & {
	/** One named operation with one field, whose name is that of the request. */
	readonly document: string;
	/**
	 * Values for its variables with which API: Check may send it: the required ones at least. The service is told to leave out the field,
	 * and nothing could come of them even if it was carried out: a time that has passed, an empty token, a size of 0.
	 */
	readonly checkVariables?: JsonObject;
	/** The operation that is meant; the one that the document begins with where it is left out, none where it is null. */
	readonly operationName?: string | null;
	/** The value in a reply, or the reason why there is none. */
	readonly read: (reply: Reply) => Result<T, Failure>;
};

/** What is asked of every mutation's errors (service API, section 2, Mutation error item). */
export const ERROR_FIELDS = 'errors { field code message }';

/**
 * A query.
 *
 * @param read reads the field of the document in `data`
 */
export function query<I extends RequestInfo, T>(
	info: I,
	document: string,
	read: Reader<T>,
): I & Pick<GraphQlRequest<T>, 'document' | 'read'> {
	return {
		...info,
		document,
		read: (reply) => {
			const data = readData(reply);
			if (!data.ok) return data;
			const value = read(field(data.value, info.name));
			return value.ok ? value : err({ kind: 'unexpectedResponse', missing: pathOf('data', info.name, value.error) });
		},
	};
}

/** What comes of a mutation that was carried out. */
export interface MutationSuccess<T> {
	readonly value: T;
	/** What the service says beside it, such as a label that it does not know. */
	readonly warnings: readonly string[];
}

/**
 * A mutation, whose field has `success` and `errors` (service API, section 2).
 *
 * @param read reads the payload of a success
 * @param readReply reads what comes before: by the rules of all mutations, where nothing else is said
 */
export function mutation<I extends RequestInfo, T>(
	info: I,
	document: string,
	read: (payload: Payload, reply: Reply) => Result<T, string>,
	readReply: (reply: Reply, name: string) => Result<Payload, Failure> = readPayload,
): I & Pick<GraphQlRequest<MutationSuccess<T>>, 'document' | 'read'> {
	return {
		...info,
		document,
		read: (reply) => {
			const payload = readReply(reply, info.name);
			if (!payload.ok) return payload;
			const value = read(payload.value, reply);
			return value.ok
				? ok({ value: value.value, warnings: wordsOfErrors(payload.value.errors) })
				: err(incompleteResponse(payload.value, pathOf('data', info.name, value.error)));
		},
	};
}
