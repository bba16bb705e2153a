/** Media of a feed: the service fetches what the entries name. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { importExample, itemsOf, run } from '../support/n8n';
import { PICTURE, VIDEO, type Sample } from '../support/samples';
import { resetService, stateOfService } from '../support/service';

let server: Server;
let origin: string;
/** What the feed holds now. */
let entries: string[];

beforeAll(async () => {
	const app = express();
	for (const { bytes, asMedia } of [PICTURE, VIDEO]) {
		app.get(`/${asMedia.name}`, (_request, response) => void response.type(asMedia.mimeType).send(bytes));
	}
	app.get('/feed.xml', (_request, response) => {
		const channel = `<channel><title>Balloon club</title>${entries.join('')}</channel>`;
		response.type('application/rss+xml').send(`<?xml version="1.0"?><rss version="2.0">${channel}</rss>`);
	});
	server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(resetService);
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const entry = (title: string, guid: string, file: string, type: string): string =>
	`<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><link>https://example.com/${guid}</link>` +
	`<enclosure url="${origin}/${file}" type="${type}" length="1"/></item>`;
const entryOf = (title: string, guid: string, { asMedia }: Sample): string =>
	entry(title, guid, asMedia.name, asMedia.mimeType);

test('each new entry with a picture or a video is uploaded and scheduled, once', async () => {
	const workflowId = await importExample('media-from-feed.json', {
		replace: { 'https://example.com/feed.xml': `${origin}/feed.xml` },
	});
	const talk = entry('An interview', 'e-0', 'talk.mp3', 'audio/mpeg');
	entries = [talk, entryOf('Balloons', 'e-1', PICTURE)];
	expect((await run(workflowId, 'Every Hour')).status).toBe('success');
	entries.push(entryOf('Take-off', 'e-2', VIDEO));
	const second = await run(workflowId, 'Every Hour');
	expect(second.status).toBe('success');
	expect(itemsOf(second, 'New Entries')).toEqual([expect.objectContaining({ guid: 'e-2' })]);

	const { media, posts, uploadsCounted, requestsCounted } = await stateOfService();
	expect(media).toEqual([
		expect.objectContaining({ ...PICTURE.asMedia, name: 'Balloons' }),
		expect.objectContaining({ ...VIDEO.asMedia, name: 'Take-off' }),
	]);
	expect(posts.map(({ submissions }) => submissions.map(({ text, mediaIds }) => ({ text, mediaIds })))).toEqual([
		[{ text: 'Balloons\nhttps://example.com/e-1', mediaIds: [media[0]?.id] }],
		[{ text: 'Take-off\nhttps://example.com/e-2', mediaIds: [media[1]?.id] }],
	]);
	expect({ uploadsCounted, requestsCounted }).toEqual({ uploadsCounted: 2, requestsCounted: 4 });
});
