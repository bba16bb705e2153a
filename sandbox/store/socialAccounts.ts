import { HANDLES } from './handles';
import type { SocialPlatform } from './platforms';
import { stateOf } from './posts';
import type { Post } from './posts';

/** An account on a platform, connected to the service (public reference, section 4.4). */
export interface SocialAccount {
	readonly id: string;
	/** What the scheduling mutations take as `username`. */
	readonly username: string;
	readonly name: string;
	readonly platform: SocialPlatform;
	/** False where the platform has to be connected again. */
	isConnected: boolean;
	readonly isEnabled: boolean;
}

const CONNECTED = { isConnected: true, isEnabled: true } as const;

/** What the owner of the paid key has connected: enough to see every kind of account in a list. */
export const PAID_SOCIAL_ACCOUNTS: readonly SocialAccount[] = [
	{ id: '501', username: 'my_brand', name: 'My Brand', platform: 'TWITTER', ...CONNECTED },
	{ id: '502', username: 'my_brand_news', name: 'My Brand News', platform: 'TWITTER', ...CONNECTED },
	{ id: '503', username: HANDLES.failing, name: 'Failing Account', platform: 'TWITTER', ...CONNECTED },
	{
		id: '504',
		username: HANDLES.notConnected,
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
	{
		id: '508',
		username: HANDLES.half,
		name: 'Half Account (only the first post of a thread is published)',
		platform: 'TWITTER',
		...CONNECTED,
	},
	{
		id: '509',
		username: HANDLES.retry,
		name: 'Retry Account (posts fail, and are published 5 minutes later)',
		platform: 'TWITTER',
		...CONNECTED,
	},
	{
		id: '510',
		username: HANDLES.slow,
		name: 'Slow Account (the address of a post comes 2 minutes later)',
		platform: 'TWITTER',
		...CONNECTED,
	},
	// The one of the example workflows.
	{ id: '511', username: 'balloon_club', name: 'Balloon Club', platform: 'TWITTER', ...CONNECTED },
];

/** What the owner of the free key has connected. */
export const FREE_SOCIAL_ACCOUNTS: readonly SocialAccount[] = [
	{ id: '551', username: 'fred_writes', name: 'Fred', platform: 'TWITTER', ...CONNECTED },
];

/** The connected account with a handle. A handle that nobody has connected stands for itself: posts to it are taken, too. */
export function socialAccountOf(
	connected: readonly SocialAccount[],
	platform: SocialPlatform,
	username: string,
): SocialAccount {
	const found = connected.find((account) => account.platform === platform && account.username === username);
	return found ?? { id: username, username, name: username, platform, ...CONNECTED };
}

/** Slots lie this far apart, in milliseconds, beginning at a full hour: a decision of the sandbox. */
const SLOT_MS = 60 * 60 * 1000;

/**
 * The first slot after a moment at which no post of the account is scheduled. A draft takes no slot, and neither does what is
 * in the trash.
 *
 * @param now milliseconds since 1970
 */
export function nextFreeSlot(account: SocialAccount, posts: readonly Post[], now: number): Date {
	const taken = new Set(
		posts
			.filter(({ socialAccount, dateDeleted }) => socialAccount === account && dateDeleted === undefined)
			.flatMap((post) => post.submissions.filter((submission) => stateOf(post, submission) === 'SCHEDULED'))
			.map(({ postAt }) => postAt.getTime()),
	);
	let slot = (Math.floor(now / SLOT_MS) + 1) * SLOT_MS;
	while (taken.has(slot)) slot += SLOT_MS;
	return new Date(slot);
}
