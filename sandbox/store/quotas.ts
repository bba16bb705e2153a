import type { Plan } from '../limits';
import type { Account } from './accounts';
import { resultOf } from './posts';

/** How much each plan may submit in a month; nothing is refused beyond it. Decisions of the sandbox. */
const ALLOWED: Record<Plan, { readonly posts: number; readonly tweets: number }> = {
	free: { posts: 30, tweets: 15 },
	paid: { posts: 1000, tweets: 500 },
};

/** The monthly quotas of an account (public reference, sections 4.2, 4.3 and 13). */
export interface Quotas {
	/** Of posts that are not tweets. */
	readonly remainingMonthlyPosts: number;
	readonly account: {
		/** Posts that are not tweets. */
		readonly allowedMonthlyPosts: number;
		readonly allowedMonthlyTweets: number;
		readonly postsSubmittedThisMonth: number;
		readonly tweetsSubmittedThisMonth: number;
	};
}

/**
 * What the account may submit in the month of a moment, in UTC, and what it has submitted. Each tweet of a thread counts, drafts
 * and failures do not.
 *
 * @param now milliseconds since 1970
 */
export function quotasOf({ plan, posts }: Account, now: number): Quotas {
	const allowed = ALLOWED[plan];
	const submitted = posts.flatMap(({ platform, submissions }) =>
		submissions
			.flatMap((submission) => resultOf(submission) ?? [])
			.filter(({ dateSubmitted }) => isSameMonth(dateSubmitted, now))
			.map(() => platform),
	);
	const tweets = submitted.filter((platform) => platform === 'TWITTER').length;
	const others = submitted.length - tweets;
	return {
		remainingMonthlyPosts: Math.max(0, allowed.posts - others),
		account: {
			allowedMonthlyPosts: allowed.posts,
			allowedMonthlyTweets: allowed.tweets,
			postsSubmittedThisMonth: others,
			tweetsSubmittedThisMonth: tweets,
		},
	};
}

const MONTH = 'yyyy-mm'.length;

const isSameMonth = (time: Date, now: number): boolean =>
	time.toISOString().slice(0, MONTH) === new Date(now).toISOString().slice(0, MONTH);
