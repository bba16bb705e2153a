import type { Cause } from './cause';

/**
 * What a call does to the account, which decides when it may be sent again:
 * - `read`: nothing;
 * - `counts`: each call that arrives costs something or posts something, so it is sent again only when it surely did not
 *   arrive or surely was not carried out.
 */
export type Effect = 'read' | 'counts';

/** Waits before the second, third ... try after a failure that may pass, in milliseconds. Their number bounds the tries. */
const BACKOFF_MS = [1_000, 3_000, 9_000] as const;

/** The wait after HTTP 429 where the reply does not say when requests are taken again, in milliseconds. */
const UNSTATED_LIMIT_MS = 30_000;

/**
 * The longest that one call waits for the request limit, in milliseconds: the window of the general limit is ten minutes
 * (service API, section 8), and a reset may be stated a little late.
 */
export const MAX_LIMIT_WAIT_MS = 11 * 60_000;

/** Added to a stated reset, in milliseconds, so that a rounded time is not met a moment too early. */
const RESET_MARGIN_MS = 1_000;

/** How often one call is sent at most where the limit says each time that it is over already. */
const MAX_LIMIT_TRIES = 10;

const PASSING_STATUSES = new Set([502, 503, 504]);

/**
 * How long to wait before the same call is sent again, or null where it must not be.
 *
 * @param tries how often it was sent so far, at least 1
 * @param waitedMs how long it has waited so far
 */
export function waitBeforeNextTry(effect: Effect, cause: Cause, tries: number, waitedMs: number): number | null {
	if (cause.kind === 'rateLimited') {
		const ms = limitWait(cause);
		return tries < MAX_LIMIT_TRIES && waitedMs + ms <= MAX_LIMIT_WAIT_MS ? ms : null;
	}
	return isPassing(effect, cause) ? (BACKOFF_MS[tries - 1] ?? null) : null;
}

/** The wait that a 429 asks for, in milliseconds. */
export function limitWait({ resetsInMs }: Extract<Cause, { kind: 'rateLimited' }>): number {
	return resetsInMs === null ? UNSTATED_LIMIT_MS : resetsInMs + RESET_MARGIN_MS;
}

function isPassing(effect: Effect, cause: Cause): boolean {
	if (cause.kind === 'unreachable') return true;
	if (effect === 'counts') return false;
	return cause.kind === 'connectionLost' || (cause.kind === 'httpStatus' && PASSING_STATUSES.has(cause.status));
}
