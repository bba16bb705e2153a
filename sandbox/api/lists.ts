import { GraphQLError } from 'graphql';
import type { Account } from '../store/accounts';
import type { Media } from '../store/library';
import { stateOf } from '../store/posts';
import type { PublishingStatus, SubmissionState } from '../store/posts';
import { nextFreeSlot } from '../store/socialAccounts';
import type { World } from '../world';
import { mediaFields, socialAccountFields, tweetFields } from './views';

/** Largest page of a list (public reference, section 5). */
const MAX_PAGE_SIZE = 100;

interface Paging {
	readonly page: number;
	readonly limit: number;
}

/** Arguments of the query `media`. */
export interface MediaArguments extends Paging {
	readonly orderBy: string | null;
	readonly search?: string | null;
	readonly fileType: keyof typeof HAS_FILE_TYPE | null;
	readonly unusedOnly: boolean | null;
	readonly labelIds?: readonly string[] | null;
}

/** Arguments of the query `nextScheduleDates`. */
export interface NextScheduleDatesArguments {
	readonly socialAccountIds?: ReadonlyArray<string | null> | null;
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

const HAS_FILE_TYPE = {
	ALL: () => true,
	VIDEO: (type: string) => type.startsWith('video/'),
	IMAGE: (type: string) => type.startsWith('image/') && type !== 'image/gif',
	GIF: (type: string) => type === 'image/gif',
} as const satisfies Record<string, (type: string) => boolean>;

/** What a library can be sorted by (public reference, section 5). */
const SORT_VALUES = new Map<string, (media: Media) => string | number>([
	['id', ({ id }) => Number(id)],
	['name', ({ name }) => name.toLowerCase()],
	['size', ({ file }) => file.size],
	['mimeType', ({ mimeType }) => mimeType],
	['dateCreated', ({ dateCreated }) => dateCreated.getTime()],
]);

/** The connected accounts, of one platform or of all. */
export function listSocialAccounts({ socialAccounts }: Account, platform: string | null | undefined) {
	const wanted = platform?.toUpperCase();
	return socialAccounts
		.filter((account) => wanted === undefined || account.platform === wanted)
		.map(socialAccountFields);
}

/**
 * The next free slot of each account that can post, of some accounts or of all.
 *
 * @param now the service's time, in milliseconds since 1970
 */
export function listNextScheduleDates(
	{ socialAccounts, posts }: Account,
	{ socialAccountIds }: NextScheduleDatesArguments,
	now: number,
) {
	return socialAccounts
		.filter(({ isConnected, isEnabled }) => isConnected && isEnabled)
		.filter(({ id }) => socialAccountIds == null || socialAccountIds.includes(id))
		.map((account) => ({ socialAccountId: account.id, scheduleDate: nextFreeSlot(account, posts, now) }));
}

/** The library; `search` is a part of the name, without regard to case. */
export function listMedia(world: World, account: Account, args: MediaArguments) {
	const { search, fileType, unusedOnly, labelIds, orderBy, ...paging } = args;
	const wanted = (search ?? '').toLowerCase();
	const hasType = HAS_FILE_TYPE[fileType ?? 'ALL'];
	const used = new Set(account.posts.flatMap(({ submissions }) => submissions.flatMap(({ media }) => media)));
	const found = account.library
		.filter(({ name, mimeType }) => name.toLowerCase().includes(wanted) && hasType(mimeType))
		.filter((media) => unusedOnly !== true || !used.has(media))
		.filter((media) => labelIds == null || labelIds.some((id) => media.labelIds.includes(id)))
		.sort(comparing(orderBy ?? '-id'));
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

function comparing(orderBy: string): (a: Media, b: Media) => number {
	const valueOf = SORT_VALUES.get(orderBy.replace(/^-/, ''));
	if (valueOf === undefined) throw new GraphQLError(`orderBy must be one of ${[...SORT_VALUES.keys()].join(', ')}.`);
	const sign = orderBy.startsWith('-') ? -1 : 1;
	return (a, b) => {
		const [first, second] = [valueOf(a), valueOf(b)];
		return first === second ? 0 : sign * (first < second ? -1 : 1);
	};
}

function onPage<T>(all: readonly T[], { page, limit }: Paging): readonly T[] {
	if (page < 1) throw new GraphQLError('page must be at least 1.');
	if (limit < 1 || limit > MAX_PAGE_SIZE) throw new GraphQLError(`limit must be from 1 to ${MAX_PAGE_SIZE}.`);
	return all.slice((page - 1) * limit, page * limit);
}
