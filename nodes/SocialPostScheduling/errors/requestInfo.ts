import type { RetryClass } from '../transport/retry';

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
	/** The fields of its input as the panel calls them. */
	readonly fields?: Readonly<Record<string, string>>;
	/** Set where the request goes to the signed address of an upload: then neither key nor base URL are concerned. */
	readonly toStorage?: true;
} & (
	| { readonly retryClass: Exclude<RetryClass, 'nonIdempotent'>; readonly doubt?: Doubt }
	| { readonly retryClass: 'nonIdempotent'; readonly doubt: Doubt }
);
