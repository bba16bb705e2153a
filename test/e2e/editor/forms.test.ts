/** Every operation, filled in by hand and run with "Execute step": what comes out, and what the service then holds. */
import type { Page } from 'playwright-core';
import { asList, asObject } from '../../../scripts/lib/json';
import { readFiles, scheduleTweet, TRIGGER, uploadBinary } from '../../../scripts/lib/workflow-builder';
import { serveFiles } from '../../harness/fileServer';
import { run } from '../support/n8n';
import { PICTURE, VIDEO } from '../support/samples';
import { addFault, resetService, stateOfService } from '../support/service';
import {
	addField,
	addRow,
	choose,
	chooseMode,
	chooseOperation,
	chooseSeveral,
	express,
	fieldOf,
	fieldsOffered,
	openList,
	type,
	typeTime,
} from './support/form';
import { errorShown, executeStep, itemsShown, textShown } from './support/output';
import { byTestId, testInEditor } from './support/page';
import { openMade, saveWorkflow } from './support/workflow';

beforeEach(resetService);

testInEditor('Profile, Get', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'Profile', 'Get');
	await executeStep(page);
	const { username } = (await stateOfService()).accounts.paid;
	const text: unknown = expect.any(String);
	const quotas: unknown = expect.objectContaining({ remainingMonthlyPosts: 1000, tweetsSubmittedThisMonth: 0 });
	expect(await itemsShown(page)).toEqual([{ id: text, username, email: text, registeredAt: text, quotas }]);
});

testInEditor('API, Check: all is offered, and nothing is done', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'API', 'Check');
	await executeStep(page);
	const shown = (await textShown(page)).replaceAll(/\s+/g, ' ');
	expect(shown).toContain('"operation": "Analytics: Get Post Metrics"');
	expect(shown).toContain('"offered": "yes"');
	expect(shown).not.toMatch(/"offered": (?!"yes")/);
	expect((await stateOfService()).posts).toEqual([]);
});

testInEditor('API, Execute GraphQL: a list out of the data, with variables', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'API', 'Execute GraphQL');
	await type(page, 'query', 'query ($platform: String) { socialAccounts(platform: $platform) { id username } }');
	await express(page, 'variables', '{{ { platform: "bluesky" } }}');
	await addField(page, 'Add Option', 'Data Path');
	await type(page, 'dataPath', 'socialAccounts');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([{ id: '506', username: 'my-brand.example.com' }]);
});

testInEditor('Social Account, Get Next Slots', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'Social Account', 'Get Next Slots');
	const nextSlot: unknown = expect.stringMatching(/T\d\d:00:00\.000Z$/);
	await chooseSeveral(page, 'accounts', ['@my_brand, My Brand', '@my_brand_news']);
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([
		{ account: '501', nextSlot },
		{ account: '502', nextSlot },
	]);
});

testInEditor('Analytics, Get Post Metrics', async (page) => {
	await openMade(page, { settings: { timezone: 'UTC' } });
	await chooseOperation(page, 'Analytics', 'Get Post Metrics');
	await typeTime(page, 'from', '2020-05-01 00:00:00');
	await typeTime(page, 'to', '2020-05-31 00:00:00');
	await type(page, 'metrics', 'likes, views');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([
		{ metric: 'likes', value: 0, aggregation: 'sum' },
		{ metric: 'views', value: 0, aggregation: 'sum' },
	]);
});

testInEditor('Media, Upload Binary', async (page) => {
	await openMade(page, { before: [readFiles(PICTURE.path)] });
	await chooseOperation(page, 'Media', 'Upload Binary');
	await addField(page, 'Add Field', 'Name');
	await addField(page, 'Add Field', 'Media Label Names or IDs');
	await type(page, 'name', 'Three balloons');
	await chooseSeveral(page, 'mediaLabelIds', ['Launch', 'Video']);
	await addField(page, 'Add Option', 'Give Up After');
	await type(page, 'giveUpAfter', 5);
	await executeStep(page);
	const { media } = await stateOfService();
	const { mimeType, size, sha256 } = PICTURE.asMedia;
	expect(media).toEqual([
		expect.objectContaining({ name: 'Three balloons', labelIds: ['12', '15'], mimeType, size, sha256 }),
	]);
	const { id, name, url } = media[0] ?? {};
	expect(await itemsShown(page)).toEqual([{ id, name, url, mimeType, size }]);

	await addField(page, 'Add Option', 'If File Exists');
	await choose(page, 'ifFileExists', 'Use Existing');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([{ id, name, url, mimeType, size, existing: true }]);
});

testInEditor('Media, Upload From URL', async (page) => {
	const files = await serveFiles({ '/take-off.mp4': { type: VIDEO.asMedia.mimeType, bytes: VIDEO.bytes } });
	try {
		await openMade(page, {});
		await chooseOperation(page, 'Media', 'Upload From URL');
		await type(page, 'url', `${files.origin}/take-off.mp4`);
		await addField(page, 'Add Field', 'Name');
		await type(page, 'name', 'Take-off');
		await executeStep(page);
	} finally {
		await files.close();
	}
	const { media } = await stateOfService();
	expect(media).toEqual([expect.objectContaining({ ...VIDEO.asMedia, name: 'Take-off' })]);
	const { id, name, url, mimeType, size } = media[0] ?? {};
	expect(await itemsShown(page)).toEqual([{ id, name, url, mimeType, size }]);
});

/** Lets an upload fail at its last step, and takes the token out of the error's text. */
async function readTokenOfFailedUpload(page: Page): Promise<string> {
	await addFault({ on: 'completeMediaUpload', fault: { kind: 'status', status: 500 } });
	await openMade(page, { before: [readFiles(PICTURE.path)] });
	await chooseOperation(page, 'Media', 'Upload Binary');
	await executeStep(page);
	const { description } = await errorShown(page);
	const [, token = ''] = /"Complete Upload" can go on with the upload token (\S+),/.exec(description) ?? [];
	return token;
}

testInEditor('Media, Complete Upload, with the token of an error', async (page) => {
	const token = await readTokenOfFailedUpload(page);
	expect((await stateOfService()).media).toEqual([]);
	await chooseOperation(page, 'Media', 'Complete Upload');
	expect(await fieldOf(page, 'uploadToken').locator('input').getAttribute('type')).toBe('password');
	await type(page, 'uploadToken', token);
	await type(page, 'name', 'Late balloons');
	await executeStep(page);
	const { media, uploadsCounted } = await stateOfService();
	expect(media).toEqual([expect.objectContaining({ ...PICTURE.asMedia, name: 'Late balloons' })]);
	expect(uploadsCounted).toBe(1);
	const { id, name, url, mimeType, size } = media[0] ?? {};
	expect(await itemsShown(page)).toEqual([{ id, name, url, mimeType, size }]);
});

/** Puts the picture and the video into the library, and gives their ids. */
async function fillLibrary(): Promise<{ pictureId: string; videoId: string }> {
	for (const { path } of [PICTURE, VIDEO]) {
		await run(await saveWorkflow({ before: [readFiles(path)], parameters: uploadBinary() }), TRIGGER);
	}
	const [picture, video] = (await stateOfService()).media;
	if (!picture || !video) throw new Error('The library was not filled.');
	return { pictureId: picture.id, videoId: video.id };
}

testInEditor('Social Account, Media and Media Label: Get Many', async (page) => {
	const { pictureId, videoId } = await fillLibrary();
	await openMade(page, {});
	await chooseOperation(page, 'Social Account', 'Get Many');
	await executeStep(page);
	expect(await textShown(page)).toMatch(/"username":\s*"my_brand"/);
	await choose(page, 'resource', 'Media');
	await choose(page, 'operation', 'Get Many');
	await executeStep(page);
	expect(asList(await itemsShown(page)).map((item) => asObject(item).id)).toEqual([videoId, pictureId]);
	await chooseOperation(page, 'Media Label', 'Get Many');
	await executeStep(page);
	expect(await itemsShown(page)).toContainEqual({ id: '12', text: 'Launch', color: '#1f7a8c' });
});

/** Schedules a post by a workflow of its own, and gives its ID. */
async function schedulePost(text: string): Promise<string> {
	await run(await saveWorkflow({ parameters: scheduleTweet([{ text }]) }), TRIGGER);
	const [post] = (await stateOfService()).posts.slice(-1);
	if (!post) throw new Error('The post was not scheduled.');
	return post.id;
}

/** What the form of the open operation shows, without what every operation has. */
async function fieldsShown(page: Page, names: readonly string[]): Promise<string[]> {
	const shown: string[] = [];
	for (const name of names) if (await fieldOf(page, name).isVisible()) shown.push(name);
	return shown;
}

const POST_FIELDS = ['platform', 'postId', 'postAt', 'simplify', 'returnAll', 'limit'] as const;

testInEditor('Tweet, Schedule: "Numbering" can be added where a long text is split', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'Tweet', 'Schedule');
	expect(await fieldsOffered(page, 'Add Option')).not.toContain('Numbering');
	await addField(page, 'Add Option', 'Split Long Text');
	expect(await fieldsOffered(page, 'Add Option')).toContain('Numbering');
	await addField(page, 'Add Option', 'Numbering');
	await choose(page, 'numbering', 'At the End');
});

testInEditor('Post: what the form of each operation shows', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'Post', 'Get Many');
	expect(await fieldsShown(page, POST_FIELDS)).toEqual(['platform', 'simplify', 'returnAll', 'limit']);
	await choose(page, 'operation', 'Get');
	expect(await fieldsShown(page, POST_FIELDS)).toEqual(['platform', 'postId', 'simplify']);
	await choose(page, 'operation', 'Reschedule');
	expect(await fieldsShown(page, POST_FIELDS)).toEqual(['platform', 'postId', 'postAt']);
	await choose(page, 'operation', 'Publish Now');
	expect(await fieldsShown(page, POST_FIELDS)).toEqual(['platform', 'postId']);
	await choose(page, 'operation', 'Delete');
	expect(await fieldsShown(page, POST_FIELDS)).toEqual(['platform', 'postId']);
	await addRow(page, 'Add Option');
	expect(await fieldsShown(page, ['permanently'])).toEqual(['permanently']);
});

testInEditor('Post: found in the list, moved, published, read and deleted', async (page) => {
	const id = await schedulePost('Chosen from the list');
	await openMade(page, { settings: { timezone: 'America/New_York' } });
	await chooseOperation(page, 'Post', 'Reschedule');
	const posts = await openList(page, 'postId');
	await posts.filter({ hasText: 'Chosen from the list (' }).click();
	await typeTime(page, 'postAt', '2035-05-04 07:30:00');
	await executeStep(page);
	const readablePostAt = 'Friday, 4 May 2035, 07:30 (America/New_York, UTC-04:00)';
	expect(await itemsShown(page)).toEqual([
		expect.objectContaining({ id, platform: 'TWITTER', postAt: '2035-05-04T11:30:00Z', readablePostAt }),
	]);
	expect((await stateOfService()).posts[0]?.postAt).toBe('2035-05-04T11:30:00.000Z');

	await chooseOperation(page, 'Post', 'Publish Now');
	await chooseMode(page, 'postId', 'id');
	await type(page, 'postId', id);
	await executeStep(page);
	const url: unknown = expect.stringContaining('#submission-');
	expect(await itemsShown(page)).toEqual([
		{ id, platform: 'TWITTER', submissions: [{ id: expect.any(String) as unknown, url }] },
	]);

	await chooseOperation(page, 'Post', 'Get');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([expect.objectContaining({ id, state: 'submitted', url })]);

	await chooseOperation(page, 'Post', 'Delete');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([{ deleted: true }]);
	expect((await stateOfService()).posts[0]?.dateDeleted).not.toBeNull();
});

testInEditor('Tweet, Schedule: a list of accounts that cannot be read says why', async (page) => {
	await openMade(page, {});
	await chooseOperation(page, 'Tweet', 'Schedule');
	await addFault({ on: 'socialAccounts', times: 'always', fault: { kind: 'status', status: 429 } });
	await byTestId(fieldOf(page, 'username'), 'rlc-input').click();
	const error = byTestId(page, 'rlc-error-container').filter({ visible: true });
	await error.getByText('The accounts were not read: the request limit of the account is used up').waitFor();
});

testInEditor('Tweet, Schedule: a thread with media, its time from the calendar', async (page) => {
	const { pictureId, videoId } = await fillLibrary();
	await openMade(page, { settings: { timezone: 'America/New_York' } });
	await chooseOperation(page, 'Tweet', 'Schedule');
	await chooseMode(page, 'username', 'name');
	await type(page, 'username', '@balloon_club');
	await typeTime(page, 'postAt', '2035-05-04 07:30:00');
	await choose(page, 'specifyThread', 'Tweet by Tweet');
	await type(page, 'text', 'The season begins.');
	await addRow(page, 'Add Media');
	const files = await openList(page, 'file');
	await files.filter({ hasText: `${PICTURE.asMedia.name} (ID ` }).click();
	await addRow(page, 'Add Tweet');
	await type(page, 'text', 'Take-off at six.', 1);
	await addRow(page, 'Add Media', 1);
	await chooseMode(page, 'file', 'name', 1);
	await type(page, 'file', VIDEO.asMedia.name.toUpperCase(), 1);
	await executeStep(page);
	const { posts } = await stateOfService();
	expect(posts).toHaveLength(1);
	expect(posts[0]?.submissions.map(({ text, mediaIds }) => ({ text, mediaIds }))).toEqual([
		{ text: 'The season begins.', mediaIds: [pictureId] },
		{ text: 'Take-off at six.', mediaIds: [videoId] },
	]);
	expect(await itemsShown(page)).toEqual([
		{
			success: true,
			username: 'balloon_club',
			postAt: '2035-05-04T11:30:00Z',
			readablePostAt: 'Friday, 4 May 2035, 07:30 (America/New_York, UTC-04:00)',
			thread: [
				{ text: 'The season begins.', order: 0, media: [{ id: pictureId }] },
				{ text: 'Take-off at six.', order: 1, media: [{ name: VIDEO.asMedia.name.toUpperCase() }] },
			],
			post: { id: posts[0]?.id },
		},
	]);
});

testInEditor('Tweet, Schedule: the calendar drops an offset, an expression keeps it', async (page) => {
	await openMade(page, { settings: { timezone: 'America/New_York' } });
	await chooseOperation(page, 'Tweet', 'Schedule');
	const accounts = await openList(page, 'username');
	expect(await accounts.allInnerTexts()).toContain('@not_connected, Not Connected (must be connected again)');
	await accounts.filter({ hasText: '@my_brand_news' }).click();
	await type(page, 'text', 'At what time?');
	await typeTime(page, 'postAt', '2035-05-04T07:30:00+05:00');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([
		expect.objectContaining({ username: 'my_brand_news', postAt: '2035-05-04T11:30:00Z' }),
	]);
	await express(page, 'postAt', '2035-05-04T07:30:00+05:00');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([expect.objectContaining({ postAt: '2035-05-04T02:30:00Z' })]);
	await express(page, 'postAt', '{{ DateTime.fromISO("2036-01-02T03:04:05Z") }}');
	await executeStep(page);
	expect(await itemsShown(page)).toEqual([expect.objectContaining({ postAt: '2036-01-02T03:04:05Z' })]);
	const { posts } = await stateOfService();
	expect(posts).toHaveLength(3);
});
