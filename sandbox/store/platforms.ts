/** The platforms of the service (public reference, section 4.1). */
export const SOCIAL_PLATFORMS = [
	'REDDIT',
	'INSTAGRAM',
	'TWITTER',
	'THREADS',
	'FACEBOOK',
	'TIKTOK',
	'LINKEDIN',
	'YOUTUBE',
	'PINTEREST',
	'BLUESKY',
	'TUMBLR',
	'MASTODON',
] as const;

/** One of {@link SOCIAL_PLATFORMS}. */
export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];

/** Platforms whose posts are threads: a submission has a text and a place of its own. X has a type of its own in the schema. */
export const THREAD_PLATFORMS: readonly SocialPlatform[] = ['TWITTER', 'THREADS', 'BLUESKY', 'MASTODON'];

/** What the names of a platform's queries begin with; Tumblr has none in the sandbox. */
export const POST_STEMS = [
	'twitter',
	'linkedin',
	'threads',
	'bluesky',
	'mastodon',
	'facebook',
	'instagram',
	'reddit',
	'youtube',
	'pinterest',
	'tiktok',
] as const;

/** One of {@link POST_STEMS}. */
export type PostStem = (typeof POST_STEMS)[number];

/** What the names of a platform's queries begin with. */
export function stemOf(platform: SocialPlatform): PostStem | undefined {
	return POST_STEMS.find((stem) => stem === platform.toLowerCase());
}
