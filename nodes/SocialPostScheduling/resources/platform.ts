import type { INodeProperties } from 'n8n-workflow';
import type { InvalidInput, Result } from '../utils/result';
import { readOption } from '../validation/parameters';

/** The platforms that the service posts to (public reference, section 4.1), but for Tumblr, whose posts are JSON. */
export const PLATFORMS = [
	{ name: 'Bluesky', value: 'BLUESKY' },
	{ name: 'Facebook', value: 'FACEBOOK' },
	{ name: 'Instagram', value: 'INSTAGRAM' },
	{ name: 'LinkedIn', value: 'LINKEDIN' },
	{ name: 'Mastodon', value: 'MASTODON' },
	{ name: 'Pinterest', value: 'PINTEREST' },
	{ name: 'Reddit', value: 'REDDIT' },
	{ name: 'Threads', value: 'THREADS' },
	{ name: 'TikTok', value: 'TIKTOK' },
	{ name: 'X (Twitter)', value: 'TWITTER' },
	{ name: 'YouTube', value: 'YOUTUBE' },
] as const;

/** One of {@link PLATFORMS}. */
export type Platform = (typeof PLATFORMS)[number]['value'];

export const platformField: INodeProperties = {
	displayName: 'Platform',
	name: 'platform',
	type: 'options',
	options: [...PLATFORMS],
	default: 'TWITTER',
	description: 'The platform of the account',
};

/** A platform in capital letters; undefined where none is set. */
export const checkPlatform = (written: unknown): Result<Platform | undefined, InvalidInput> =>
	readOption(written, platformField.displayName, PLATFORMS);
