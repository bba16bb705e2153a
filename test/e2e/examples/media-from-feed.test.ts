/** Media of a feed: the service fetches what the entries name. */
import { serveFeed, type FeedEntry } from '../../../scripts/lib/feed';
import { importExample, run } from '../support/n8n';
import { PICTURE, VIDEO, type Sample } from '../support/samples';
import { addFault, resetService, stateOfService } from '../support/service';

const entryOf = (title: string, guid: string, { asMedia: { name, mimeType } }: Sample): FeedEntry => ({
	title,
	guid,
	file: name,
	mimeType,
});
const talk = { title: 'An interview', guid: 'e-0', file: 'talk.mp3', mimeType: 'audio/mpeg' };
/** What the feed holds now. */
const entries = [talk, entryOf('Balloons', 'e-1', PICTURE)];

let feed: Awaited<ReturnType<typeof serveFeed>>;

beforeAll(async () => {
	feed = await serveFeed(entries, 0);
});
beforeEach(resetService);
afterAll(() => feed.close());

test('each new entry with a picture or a video is scheduled with it, once', async () => {
	const workflowId = await importExample('media-from-feed.json', {
		replace: { 'https://example.com/feed.xml': feed.url },
	});
	expect((await run(workflowId, 'Every Hour')).status).toBe('success');
	entries.push(entryOf('Take-off', 'e-2', VIDEO));
	expect((await run(workflowId, 'Every Hour')).status).toBe('success');

	const { media, posts, uploadsCounted, requestsCounted } = await stateOfService();
	expect(media).toEqual([expect.objectContaining(PICTURE.asMedia), expect.objectContaining(VIDEO.asMedia)]);
	expect(posts.map(({ submissions }) => submissions.map(({ text, mediaIds }) => ({ text, mediaIds })))).toEqual([
		[{ text: 'Balloons\nhttps://example.com/e-1', mediaIds: [media[0]?.id] }],
		[{ text: 'Take-off\nhttps://example.com/e-2', mediaIds: [media[1]?.id] }],
	]);
	expect({ uploadsCounted, requestsCounted }).toEqual({ uploadsCounted: 2, requestsCounted: 4 });
});

test('a run that fails at an entry loses none of the others: the next run goes on with them', async () => {
	entries.splice(1);
	entries.push(...['e-3', 'e-4', 'e-5'].map((guid) => entryOf(guid, guid, PICTURE)));
	const workflowId = await importExample('media-from-feed.json', {
		replace: { 'https://example.com/feed.xml': feed.url },
	});
	const texts = async () =>
		(await stateOfService()).posts.flatMap(({ submissions }) => submissions.map(({ text }) => text));
	await addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
	expect((await run(workflowId, 'Every Hour')).status).toBe('error');
	expect(await texts()).toEqual(['e-3\nhttps://example.com/e-3']);
	expect((await run(workflowId, 'Every Hour')).status).toBe('success');
	expect(await texts()).toEqual(['e-3\nhttps://example.com/e-3', 'e-5\nhttps://example.com/e-5']);
});
