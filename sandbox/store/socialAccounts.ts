import { FAILING_HANDLE, NOT_CONNECTED_HANDLE, stateOf } from './posts';
import type { Post } from './posts';

/** The platforms of the service that the sandbox has accounts of (public reference, section 4.1). */
export type SocialPlatform = 'TWITTER' | 'LINKEDIN' | 'BLUESKY' | 'INSTAGRAM';

/** An account on a platform, connected to the service (public reference, section 4.4). */
export interface SocialAccount {
	readonly id: string;
	/** What the scheduling mutations take as `username`. */
	readonly username: string;
	readonly name: string;
	readonly platform: SocialPlatform;
	readonly isConnected: boolean;
	readonly isEnabled: boolean;
}

const CONNECTED = { isConnected: true, isEnabled: true } as const;

/** What the owner of the paid key has connected: enough to see every kind of account in a list. */
export const PAID_SOCIAL_ACCOUNTS: readonly SocialAccount[] = [
	{ id: '501', username: 'my_brand', name: 'My Brand', platform: 'TWITTER', ...CONNECTED },
	{ id: '502', username: 'my_brand_news', name: 'My Brand News', platform: 'TWITTER', ...CONNECTED },
	{ id: '503', username: FAILING_HANDLE, name: 'Failing Account', platform: 'TWITTER', ...CONNECTED },
	{
		id: '504',
		username: NOT_CONNECTED_HANDLE,
		name: 'Not Connected',
		platform: 'TWITTER',
		isConnected: false,
		isEnabled: true,
	},
	{ id: '505', username: 'my-brand', name: 'My Brand Ltd', platform: 'LINKEDIN', ...CONNECTED },
	{ id: '506', username: 'my-brand.example.com', name: 'My Brand', platform: 'BLUESKY', ...CONNECTED },
	{
		id: '507',
		username: 'my_brand_old',
		name: 'My Brand (old)',
		platform: 'INSTAGRAM',
		isConnected: true,
		isEnabled: false,
	},
];

/** What the owner of the free key has connected. */
export const FREE_SOCIAL_ACCOUNTS: readonly SocialAccount[] = [
	{ id: '551', username: 'fred_writes', name: 'Fred', platform: 'TWITTER', ...CONNECTED },
];

/** Slots lie this far apart, in milliseconds, beginning at a full hour: a decision of the sandbox. */
const SLOT_MS = 60 * 60 * 1000;

/**
 * The first slot after a moment at which no post of the account is scheduled. A draft takes no slot. All posts are tweets, so
 * that an account of another platform has none, even if its handle is the same.
 *
 * @param now milliseconds since 1970
 */
export function nextFreeSlot({ username, platform }: SocialAccount, posts: readonly Post[], now: number): Date {
	const taken = new Set(
		posts
			.filter((post) => platform === 'TWITTER' && post.username === username)
			.filter((post) => post.submissions.some((submission) => stateOf(post, submission) === 'SCHEDULED'))
			.map(({ postAt }) => postAt.getTime()),
	);
	let slot = (Math.floor(now / SLOT_MS) + 1) * SLOT_MS;
	while (taken.has(slot)) slot += SLOT_MS;
	return new Date(slot);
}
