import { GraphQLError } from 'graphql';
import type { Account } from '../store/accounts';
import { stateOf } from '../store/posts';
import type { PublishingStatus, SubmissionState } from '../store/posts';
import type { World } from '../world';
import { mediaFields, tweetFields } from './views';

/** Largest page of a list (public reference, section 5). */
const MAX_PAGE_SIZE = 100;

interface Paging {
	readonly page: number;
	readonly limit: number;
}

/** Arguments of the query `media`. */
export interface MediaArguments extends Paging {
	readonly search?: string | null;
}

/** Arguments of the query `twitterSubmissions`. */
export interface TweetArguments extends Paging {
	readonly submissionType: keyof typeof STATES_OF_TYPE | null;
	readonly publishingStatus?: PublishingStatus | null;
}

const STATES_OF_TYPE = {
	ALL: ['DRAFT', 'SCHEDULED', 'SUBMITTED', 'FAILED'],
	SCHEDULED: ['SCHEDULED'],
	SUBMITTED: ['SUBMITTED'],
	FAILED: ['FAILED'],
	ATTEMPTED: ['SUBMITTED', 'FAILED'],
} as const satisfies Record<string, readonly SubmissionState[]>;

/** The library, newest first; `search` is a part of the name, without regard to case. */
export function listMedia(world: World, account: Account, { search, ...paging }: MediaArguments) {
	const wanted = (search ?? '').toLowerCase();
	const found = account.library.filter(({ name }) => name.toLowerCase().includes(wanted)).reverse();
	return { total: found.length, objects: onPage(found, paging).map((media) => mediaFields(world, media)) };
}

/** The submissions of all posts, by time and place in the thread. */
export function listTweets(world: World, account: Account, args: TweetArguments) {
	const states: readonly SubmissionState[] = STATES_OF_TYPE[args.submissionType ?? 'ALL'];
	const found = [...account.posts]
		.sort((a, b) => a.postAt.getTime() - b.postAt.getTime())
		.filter(({ publishingStatus }) => (args.publishingStatus ?? publishingStatus) === publishingStatus)
		.flatMap((post) => post.submissions.map((submission) => ({ post, submission })))
		.filter(({ post, submission }) => states.includes(stateOf(post, submission)));
	return {
		total: found.length,
		objects: onPage(found, args).map(({ post, submission }) => tweetFields(world, post, submission)),
	};
}

function onPage<T>(all: readonly T[], { page, limit }: Paging): readonly T[] {
	if (page < 1) throw new GraphQLError('page must be at least 1.');
	if (limit < 1 || limit > MAX_PAGE_SIZE) throw new GraphQLError(`limit must be from 1 to ${MAX_PAGE_SIZE}.`);
	return all.slice((page - 1) * limit, page * limit);
}
