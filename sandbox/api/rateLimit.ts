import type { OutgoingHttpHeaders } from 'node:http';
import { refusal } from '../reply';
import type { Reply } from '../reply';
import { budgetState } from '../store/accounts';
import type { Account } from '../store/accounts';

/** Headers that tell the state of the general budget (public reference, section 2): `Reset` is Unix time in seconds. */
export function rateLimitHeaders(account: Account, now: number): OutgoingHttpHeaders {
	const { limit, left, freesAt } = budgetState(account, 'general', now);
	return {
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-remaining': String(left),
		'x-ratelimit-reset': String(Math.ceil(freesAt / 1000)),
	};
}

/** The answer when the general budget is used up (public reference, section 2). */
export function tooManyRequests(): Reply {
	return refusal(429, 'rate_limit_exceeded', 'Rate limit exceeded. Please try again later.');
}
