/** An RSS feed of the sample files, for the example that reads one. */
import express from 'express';
import { MEDIA } from './paths';
import { serve } from './serve';

export interface FeedEntry {
	title: string;
	/** What tells the entry from others. */
	guid: string;
	/** Name of the file in examples/media/. */
	file: string;
	mimeType: string;
}

const xmlOf = ({ title, guid, file, mimeType }: FeedEntry, origin: string): string =>
	`<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><link>https://example.com/${guid}</link>` +
	`<enclosure url="${origin}/${file}" type="${mimeType}" length="1"/></item>`;

/**
 * Serves the feed and its files on this machine.
 *
 * @param entries may grow while the feed is served
 * @param port 0 is any free one
 */
export async function serveFeed(
	entries: readonly FeedEntry[],
	port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
	const app = express();
	const { origin, close } = await serve(app, port);
	app.use(express.static(MEDIA));
	app.get('/feed.xml', (_request, response) => {
		const items = entries.map((entry) => xmlOf(entry, origin)).join('');
		response.type('application/rss+xml');
		response.send(
			`<?xml version="1.0"?><rss version="2.0"><channel><title>Balloon club</title>${items}</channel></rss>`,
		);
	});
	return { url: `${origin}/feed.xml`, close };
}
