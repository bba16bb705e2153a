import type { InvalidInput } from '../utils/result';

/** One entry of `errors` in a mutation's payload (service API, section 2). */
export interface PayloadError {
	readonly field: string | null;
	readonly code: string | null;
	readonly message: string | null;
}

/** Everything that can keep an item from being done. The table in `explain.ts` says each of them to a person. */
export type Failure =
	/** A field holds what the service cannot take. Nothing was sent. */
	| { readonly kind: 'invalidInput'; readonly problem: InvalidInput }
	/** n8n itself did not let the request out: no credential, a domain that is not allowed. Nothing was sent. */
	| { readonly kind: 'blockedByN8n'; readonly words: string }
	/** No connection came about. Nothing was sent. */
	| { readonly kind: 'unreachable'; readonly code: string }
	/** The certificate was not accepted. Nothing was sent. */
	| { readonly kind: 'untrusted'; readonly code: string }
	/** The connection broke after the request was, or may have been, sent. */
	| { readonly kind: 'connectionLost'; readonly code: string }
	/** No answer within the time limit of a request. */
	| { readonly kind: 'timedOut' }
	/** The execution was stopped by a person, or by its time limit; `sent` says whether the request was on its way. */
	| { readonly kind: 'canceled'; readonly sent: boolean }
	/** HTTP 401. */
	| { readonly kind: 'unauthorized'; readonly words: string }
	/** HTTP 403. */
	| { readonly kind: 'forbidden'; readonly words: string }
	/** HTTP 429; `resetsInMs` where the headers say when requests are taken again. */
	| { readonly kind: 'rateLimited'; readonly resetsInMs: number | null; readonly words: string }
	/** HTTP 3xx. Redirects are never followed, so that neither the key nor the file goes elsewhere. */
	| { readonly kind: 'redirected'; readonly status: number }
	/** Any other status that is no success. */
	| { readonly kind: 'httpStatus'; readonly status: number; readonly words: string }
	/** A success whose body is not JSON, or is empty. */
	| { readonly kind: 'notJson'; readonly html: boolean; readonly empty: boolean }
	/** Top-level `errors`. `executed` says whether the operation itself was begun: a refused document has no `data`. */
	| { readonly kind: 'graphqlErrors'; readonly messages: readonly string[]; readonly executed: boolean }
	/** JSON, but without what the operation promises; `missing` is the path of it. */
	| { readonly kind: 'unexpectedResponse'; readonly missing: string }
	/** `success: false` (service API, section 7). */
	| { readonly kind: 'refused'; readonly errors: readonly PayloadError[] }
	/** `success: false` because the upload budget is used up (service API, section 8, rule 4). */
	| { readonly kind: 'uploadLimit' }
	/** `completeMediaUpload` took too long; the same token may be used again (service API, section 4). */
	| { readonly kind: 'completionTimedOut' }
	/** The upload session is over (service API, section 3); `last` is what kept the upload from being done in it. */
	| { readonly kind: 'sessionExpired'; readonly last?: Failure }
	/** The address for the file that the service gave is none that a file may be sent to. */
	| { readonly kind: 'unsafeUploadUrl'; readonly problem: string }
	/** The stored file has another length than it had when the upload was declared, or cannot be read any more. */
	| { readonly kind: 'fileChanged'; readonly words: string }
	/** Something that this package did not foresee; `sent` says whether the item had begun. */
	| { readonly kind: 'unexpected'; readonly words: string; readonly sent: boolean }
	/** The time that the node's option gives an upload is over; `last` is what kept it from being done. */
	| { readonly kind: 'deadlineExceeded'; readonly last: Failure };

/** Statuses of gateways and of servers in trouble: the request may or may not have been processed. */
const UNDECIDED_STATUSES = new Set([408, 500, 502, 503, 504]);

/**
 * Whether the service may have done what was asked although no success came back. Then nothing that costs an upload or
 * posts may be sent again without a look.
 */
export function mayHaveSucceeded(failure: Failure): boolean {
	switch (failure.kind) {
		case 'connectionLost':
		case 'timedOut':
		case 'notJson':
		case 'unexpectedResponse':
			return true;
		case 'canceled':
		case 'unexpected':
			return failure.sent;
		case 'httpStatus':
			return UNDECIDED_STATUSES.has(failure.status) || failure.status > 504;
		case 'graphqlErrors':
			return failure.executed;
		case 'deadlineExceeded':
			return mayHaveSucceeded(failure.last);
		default:
			return false;
	}
}
