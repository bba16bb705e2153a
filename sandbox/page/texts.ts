import type { SocialPlatform } from '../store/platforms';
import { html } from './html';
import type { Html } from './html';

/** What each platform is called, as in the panel of the node. */
export const PLATFORM_NAMES: Record<SocialPlatform, string> = {
	REDDIT: 'Reddit',
	INSTAGRAM: 'Instagram',
	TWITTER: 'X (Twitter)',
	THREADS: 'Threads',
	FACEBOOK: 'Facebook',
	TIKTOK: 'TikTok',
	LINKEDIN: 'LinkedIn',
	YOUTUBE: 'YouTube',
	PINTEREST: 'Pinterest',
	BLUESKY: 'Bluesky',
	TUMBLR: 'Tumblr',
	MASTODON: 'Mastodon',
};

const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'UTC',
});

/** A time for people, in UTC like the API. */
export function readableTime(time: Date): string {
	return `${TIME_FORMAT.format(time)} UTC`;
}

/** Hour and minute of a time, in UTC. */
export function clockTime(time: Date): string {
	return time.toISOString().slice(11, 16);
}

/** The day of a time in UTC, such as 2035-05-04. */
export function dayOf(time: Date): string {
	return time.toISOString().slice(0, 10);
}

/** What is said in the place of entries that are not shown, for a page that is drawn every few seconds. */
export function renderRest(count: number): Html {
	return count > 0 ? html`<p class="rest">and ${count} more</p>` : html``;
}

/** A button that copies a text. */
export function copyButton(text: string, title: string): Html {
	return html`<button type="button" class="small" data-copy="${text}" title="${title}">Copy</button>`;
}
