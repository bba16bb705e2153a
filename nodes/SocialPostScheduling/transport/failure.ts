import type { InvalidInput } from '../utils/result';
import { type GraphQlErrors, refusesDocument, saysInvalidDocument, saysNotOffered } from './graphqlErrors';

/** One entry of `errors` in a mutation's payload (service API, section 2). */
export interface PayloadError {
	readonly field: string | null;
	readonly code: string | null;
	readonly message: string | null;
	/** What the service advises to do about it, where it does. */
	readonly suggestedFix?: string;
}

/** Everything that can keep an item from being done. The table in `errors/errorMessages.ts` says each of them to a person. */
export type Failure =
	/** A field holds what the service cannot take. Nothing was sent. */
	| { readonly kind: 'invalidInput'; readonly problem: InvalidInput }
	/** n8n itself did not let the request out: no credential, a domain that is not allowed. Nothing was sent. */
	| { readonly kind: 'blockedByN8n'; readonly words: string }
	/** The same was begun before in this execution, and what came of it is not known. Nothing was sent. */
	| { readonly kind: 'startedBefore'; readonly words?: string }
	/** An earlier try may have done it; `last` is what kept the last one from being done. */
	| { readonly kind: 'doubted'; readonly last: Failure }
	/** No connection came about. Nothing was sent. */
	| { readonly kind: 'unreachable'; readonly code: string }
	/** The certificate was not accepted. Nothing was sent. */
	| { readonly kind: 'untrusted'; readonly code: string }
	/** The connection broke after the request was, or may have been, sent. */
	| { readonly kind: 'connectionLost'; readonly code: string }
	/** No response within the time limit of a request; `sent` says whether the request may have left. */
	| { readonly kind: 'timedOut'; readonly sent: boolean }
	/** The execution was stopped by a person, or by its time limit; `sent` says whether the request was on its way. */
	| { readonly kind: 'canceled'; readonly sent: boolean }
	/** HTTP 401. */
	| { readonly kind: 'unauthorized'; readonly words: string }
	/** HTTP 403; `page` where it came as a web page, which is a proxy's or a firewall's and not the service's. */
	| { readonly kind: 'forbidden'; readonly words: string; readonly page?: true }
	/** HTTP 429; `resetsInMs` where the headers say when requests are taken again. */
	| { readonly kind: 'rateLimited'; readonly resetsInMs: number | null; readonly words: string }
	/** HTTP 3xx. Redirects are never followed, so that neither the key nor the file goes elsewhere. */
	| { readonly kind: 'redirected'; readonly status: number }
	/** Any other status that is no success. */
	| { readonly kind: 'httpStatus'; readonly status: number; readonly words: string }
	/** A success whose body is not JSON, or is empty. */
	| { readonly kind: 'notJson'; readonly html: boolean; readonly empty: boolean }
	/** A response that was not read to its end: n8n would run out of memory. */
	| { readonly kind: 'responseTooLong' }
	/** Top-level `errors` of a GraphQL response, with its HTTP status. */
	| ({ readonly kind: 'graphqlErrors'; readonly status: number } & GraphQlErrors)
	/** JSON, but without what the operation promises; `missing` is the path of it, `words` what the service says beside it. */
	| { readonly kind: 'unexpectedResponse'; readonly missing: string; readonly words?: string }
	/**
	 * The data came, but the path that a person entered does not lead to a value in it; `holds` says, as a sentence, what is there.
	 * What was asked is done, but for `uncertain`: then the data do not show it.
	 */
	| {
			readonly kind: 'dataPathNotFound';
			readonly path: string;
			readonly holds: string;
			readonly uncertain?: true;
	  }
	/** It was done, and something else has done the same; `ids` are those of both, the first one stays. The second could not be undone. */
	| { readonly kind: 'doneTwice'; readonly ids: readonly [string, string]; readonly last: Failure }
	/** The service has nothing by this ID; `what` names it, such as `a post "9001" on LinkedIn`. */
	| { readonly kind: 'notFound'; readonly what: string }
	/** `success: false` (service API, section 7); `uncertain` where it may be done all the same: it took too long, or the service is in trouble. */
	| { readonly kind: 'refused'; readonly errors: readonly PayloadError[]; readonly uncertain?: true }
	/**
	 * `success: false` because the upload budget is used up (service API, section 8, rule 4); `resetsInMs` where the headers say when
	 * uploads are taken again.
	 */
	| { readonly kind: 'uploadLimit'; readonly resetsInMs?: number }
	/** `completeMediaUpload` took too long; the same token may be used again (service API, section 4). */
	| { readonly kind: 'completionTimedOut'; readonly words: string }
	/**
	 * The upload session is over (service API, section 3): `words` is what the service or the storage says of it, `last` what kept
	 * the upload from being done in it; `uncertain` where it may be done all the same.
	 */
	| { readonly kind: 'sessionExpired'; readonly words: string; readonly last?: Failure; readonly uncertain?: true }
	/** The address for the file that the service gave is none that a file may be sent to. */
	| { readonly kind: 'unsafeUploadUrl'; readonly problem: string }
	/** The stored file has another length than it had when the upload was declared, or cannot be read any more. */
	| { readonly kind: 'fileChanged'; readonly words: string }
	/** Something that this package did not foresee; `sent` says whether the item had begun. */
	| { readonly kind: 'unexpected'; readonly words: string; readonly sent: boolean }
	/** The time for an upload is over; `last` is what kept it from being done, `isFixed` is set where no option of the operation gives it. */
	| { readonly kind: 'deadlineExceeded'; readonly last: Failure; readonly isFixed?: true };

/**
 * Statuses that refuse a request as it is, before anything is made of it. All others leave doubt: gateways and servers in
 * trouble may have passed it on, 406 is about the response, which comes last, and 409 may be said of a second arrival.
 */
const REFUSING_STATUSES = new Set([
	400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417, 421, 422, 423, 425, 426, 428, 429, 431, 451,
]);

/** Words of a gateway whose own request was not answered in time. */
const TIMED_OUT_BEHIND = /\bupstream\b|\btime[ _-]?d?[ _-]?out\b(?! of)/i;

/** Redirects that ask for the same request at another address. After the others, the request may have been carried out. */
const REPEATING_REDIRECTS = new Set([307, 308]);

/**
 * Whether the service may have done what was asked although no success came back. Then nothing that costs an upload or
 * posts may be sent again without a look.
 */
export function mayHaveSucceeded(failure: Failure): boolean {
	switch (failure.kind) {
		case 'startedBefore':
		case 'doubted':
		case 'connectionLost':
		case 'notJson':
		case 'responseTooLong':
		case 'unexpectedResponse':
		case 'doneTwice':
			return true;
		case 'timedOut':
		case 'canceled':
		case 'unexpected':
			return failure.sent;
		case 'httpStatus':
			return !REFUSING_STATUSES.has(failure.status) || TIMED_OUT_BEHIND.test(failure.words);
		case 'refused':
		case 'dataPathNotFound':
		case 'sessionExpired':
			return failure.uncertain === true;
		case 'forbidden':
			// Some proxies look at the response, and put a page of their own in its place.
			return failure.page === true;
		case 'redirected':
			return !REPEATING_REDIRECTS.has(failure.status);
		case 'graphqlErrors':
			return failure.executed;
		case 'deadlineExceeded':
			return mayHaveSucceeded(failure.last);
		default:
			return false;
	}
}

/** Whether the request was not refused, as with HTTP 500, an error while it was carried out, a timeout, or the web page of a proxy. */
export const isTrouble = (failure: Failure): boolean => failure.kind === 'timedOut' || mayHaveSucceeded(failure);

/** Whether the service does not know what a document asks for: it is of no use to send it again. */
export const isNotOffered = (failure: Failure): boolean => failure.kind === 'graphqlErrors' && saysNotOffered(failure);

/** Whether it refuses a document as it is, today and later: it does not know something in it, or a value of it. */
export const isDocumentRefused = (failure: Failure): boolean =>
	failure.kind === 'graphqlErrors' && refusesDocument(failure);

/** The same in words that are known. */
export const isDocumentInvalid = (failure: Failure): boolean =>
	failure.kind === 'graphqlErrors' && saysInvalidDocument(failure);

/**
 * A failure of something that an earlier attempt may have done already: a refusal may be the sign of it, as what is deleted cannot be
 * deleted again, and anything else says nothing of it.
 *
 * @param earlier what became of that attempt, where it is in doubt
 */
export function afterDoubt(failure: Failure, earlier: Failure | undefined): Failure {
	if (earlier === undefined || mayHaveSucceeded(failure)) return failure;
	return failure.kind === 'refused' ? { ...failure, uncertain: true } : earlier;
}
