import type { Account } from '../store/accounts';
import { SOCIAL_PLATFORMS } from '../store/platforms';
import type { SocialPlatform } from '../store/platforms';
import { firstPostAt, POST_STATES, postStateOf } from '../store/posts';
import type { Post } from '../store/posts';

/** What the page can be narrowed to: posts in a state, or those in the trash. */
export const SHOWN_STATES = [...POST_STATES, 'TRASH'] as const;

/** One of {@link SHOWN_STATES}. */
export type ShownState = (typeof SHOWN_STATES)[number];

/** Which posts a person wants to see. */
export interface PostFilter {
	readonly state?: ShownState | undefined;
	readonly platform?: SocialPlatform | undefined;
	/** Part of a text or a handle, or an id. */
	readonly search: string;
}

/** Reads the filter from the query of an address; what it does not know filters nothing. */
export function readFilter({ state, platform, search }: Readonly<Record<string, unknown>>): PostFilter {
	return {
		state: SHOWN_STATES.find((name) => name === state),
		platform: SOCIAL_PLATFORMS.find((name) => name === platform),
		search: typeof search === 'string' ? search.trim().toLowerCase() : '',
	};
}

/** The state that the page shows. */
export function shownState(post: Post): ShownState {
	return post.dateDeleted === undefined ? postStateOf(post) : 'TRASH';
}

/** The posts that are wanted, by time; those in the trash only when they are asked for. */
export function findPosts({ posts }: Account, { state, platform, search }: PostFilter): Post[] {
	return posts
		.filter((post) => (state === undefined ? post.dateDeleted === undefined : shownState(post) === state))
		.filter((post) => platform === undefined || post.platform === platform)
		.filter(
			({ id, socialAccount, submissions }) =>
				[socialAccount.username, ...submissions.map(({ text }) => text)].some((text) =>
					text.toLowerCase().includes(search),
				) || id === search,
		)
		.sort((a, b) => firstPostAt(a).getTime() - firstPostAt(b).getTime());
}
