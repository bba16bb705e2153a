import { dateOf } from './dateHeader';

/**
 * Headers that say when requests are taken again, the first one that can be read. The service sends `X-RateLimit-Reset` (service
 * API, section 8); gateways before it have spellings of their own, and these are the ones that well-known clients read.
 */
const RESET_HEADERS = [
	'retry-after',
	'ratelimit-reset',
	'x-ratelimit-retry-after',
	'x-ratelimit-reset',
	'x-rate-limit-reset',
] as const;

/** A number of seconds; one with fewer digits than a Unix time is a number of seconds from now. */
const SECONDS = /^\d{1,7}$/;
const UNIX_SECONDS = /^\d{9,11}(?:\.\d+)?$/;
const UNIX_MILLISECONDS = /^\d{12,14}$/;

/**
 * Milliseconds until requests are taken again, reckoned against the reply's own `Date`, so that a wrong clock of this machine does
 * no harm; null where no header says it.
 *
 * @param headers names in lower case
 */
export function resetsInMs(headers: Readonly<Record<string, string>>): number | null {
	const sentAt = dateOf(headers);
	const now = Number.isNaN(sentAt) ? Date.now() : sentAt;
	for (const name of RESET_HEADERS) {
		const ms = readReset(headers[name]?.trim() ?? '', now);
		if (ms !== null) return ms;
	}
	return null;
}

/** Headers that say how much is left of the limit that the reset is about. */
const REMAINING_HEADERS = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining'] as const;

/**
 * The same for a limit that is used up beside the general one. Where something remains, the reset is about the general limit, and
 * only `Retry-After` is about the refusal.
 *
 * @param headers names in lower case
 */
export function refusalResetsInMs(headers: Readonly<Record<string, string>>): number | null {
	const remains = REMAINING_HEADERS.some((name) => Number(headers[name]) > 0);
	const { date = '', 'retry-after': retryAfter = '' } = headers;
	return resetsInMs(remains ? { date, 'retry-after': retryAfter } : headers);
}

function readReset(written: string, now: number): number | null {
	if (SECONDS.test(written)) return Number(written) * 1000;
	if (UNIX_SECONDS.test(written)) return Math.max(0, Number(written) * 1000 - now);
	if (UNIX_MILLISECONDS.test(written)) return Math.max(0, Number(written) - now);
	const date = Date.parse(written);
	// A date has a name of a month; without one, a number such as -5 is read as a date as well.
	return /[a-z]/i.test(written) && !Number.isNaN(date) ? Math.max(0, date - now) : null;
}
