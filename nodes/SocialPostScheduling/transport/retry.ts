import type { Failure } from './failure';
import { MAX_JITTER_MS } from './jitter';

/**
 * What a call does to the account, which decides when it may be sent again:
 * - `safe`: nothing, as a query;
 * - `idempotent`: something, but a second time changes nothing, as a completion with the same token;
 * - `nonIdempotent`: each call that arrives costs something or posts something, so it is sent again only when it surely did
 *   not arrive or surely was not carried out.
 */
export type RetryClass = 'safe' | 'idempotent' | 'nonIdempotent';

/** How long a client waits before it sends a call again. */
export interface WaitingPolicy {
	/** Waits before the second, third ... try after a failure that may pass, in milliseconds. Their number bounds the attempts. */
	readonly backoffMs: readonly number[];
	/** The longest that one call waits for the request limit, in milliseconds. */
	readonly maxRateLimitDelayMs: number;
	/** From when on the call is not sent again, in milliseconds since 1970: it is of no use then. */
	readonly endsAt?: number;
}

/** The wait after HTTP 429 where the reply does not say when requests are taken again, in milliseconds. */
const DEFAULT_RATE_LIMIT_DELAY_MS = 30_000;

/**
 * The longest that one call waits for the request limit, in milliseconds: the window of the general limit is ten minutes
 * (service API, section 8), and a reset may be stated a little late.
 */
export const MAX_RATE_LIMIT_DELAY_MS = 11 * 60_000;

/** Added to a stated reset, in milliseconds, so that a rounded time is not met a moment too early. */
const RESET_MARGIN_MS = 1_000;

/** How often one call is sent at most where the limit says each time that it is over already. */
const MAX_RATE_LIMIT_ATTEMPTS = 10;

/** For the items of a workflow: nobody waits for them in front of a screen. */
export const PATIENT: WaitingPolicy = {
	backoffMs: [1_000, 3_000, 9_000],
	maxRateLimitDelayMs: MAX_RATE_LIMIT_DELAY_MS,
};

/** For a list in the editor: a person waits for it, and is better served by an error that says what is wrong. */
export const INTERACTIVE: WaitingPolicy = { backoffMs: [1_000], maxRateLimitDelayMs: 0 };

/** For a poll: another one comes soon, and waits for the limit meanwhile. */
export const POLLING: WaitingPolicy = { backoffMs: [1_000, 3_000], maxRateLimitDelayMs: 0 };

const TRANSIENT_STATUSES = new Set([502, 503, 504]);

/**
 * How long to wait before the same call is sent again, or null where it must not be.
 *
 * @param attempts how often it was sent so far, at least 1
 * @param waitedMs how long it has waited so far
 * @param now milliseconds since 1970
 */
export function retryDelay(
	retryClass: RetryClass,
	failure: Failure,
	attempts: number,
	waitedMs: number,
	{ backoffMs, maxRateLimitDelayMs, endsAt = Number.POSITIVE_INFINITY }: WaitingPolicy = PATIENT,
	now = Date.now(),
): number | null {
	const wait = () => {
		if (failure.kind !== 'rateLimited') return isTransient(retryClass, failure) ? backoffMs[attempts - 1] : undefined;
		const ms = rateLimitDelay(failure);
		return attempts < MAX_RATE_LIMIT_ATTEMPTS && waitedMs + ms <= maxRateLimitDelayMs ? ms : undefined;
	};
	const ms = wait();
	return ms === undefined || isTooLate(ms, endsAt, now) ? null : ms;
}

/** Whether a wait may end after a time, in milliseconds since 1970. */
export const isTooLate = (waitMs: number, endsAt: number, now = Date.now()): boolean =>
	now + waitMs + MAX_JITTER_MS > endsAt;

/** The wait that a 429 asks for, in milliseconds. */
export function rateLimitDelay({ resetsInMs }: Extract<Failure, { kind: 'rateLimited' }>): number {
	return resetsInMs === null ? DEFAULT_RATE_LIMIT_DELAY_MS : resetsInMs + RESET_MARGIN_MS;
}

/**
 * The wait before the service is asked again whether the upload limit has room, in milliseconds: 5 minutes. Each refusal costs one
 * of 25 requests in 10 minutes, and a place becomes free at the latest after an hour (service API, section 8).
 */
export const UPLOAD_LIMIT_DELAY_MS = 5 * 60_000;

/** The longest such wait, in milliseconds, whatever a header says: the window of the limit is an hour. */
const MAX_UPLOAD_LIMIT_DELAY_MS = 60 * 60_000;

/** The wait for the upload limit. A header makes it longer, and never shorter: it may be about another limit. */
export function uploadLimitDelay({ resetsInMs }: Extract<Failure, { kind: 'uploadLimit' }>): number {
	const stated = resetsInMs === undefined ? 0 : resetsInMs + RESET_MARGIN_MS;
	return Math.min(MAX_UPLOAD_LIMIT_DELAY_MS, Math.max(UPLOAD_LIMIT_DELAY_MS, stated));
}

function isTransient(retryClass: RetryClass, failure: Failure): boolean {
	if (failure.kind === 'unreachable') return true;
	if (retryClass === 'nonIdempotent') return false;
	return failure.kind === 'connectionLost' || (failure.kind === 'httpStatus' && TRANSIENT_STATUSES.has(failure.status));
}
