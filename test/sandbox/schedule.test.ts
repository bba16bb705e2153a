/** Specification, section 4 (scheduleTweet, media attachment rules). */
import { apiOf, IN_THE_FUTURE, inLibrary, refused } from './support/api';
import type { ScheduleInput } from './support/api';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const problemsOf = async (input: ScheduleInput) =>
	(await apiOf(sandbox()).schedule(input)).errors.map(({ field, code }) => [field, code]);

test('it returns success and an empty list of errors, and the post', async () => {
	expect(await apiOf(sandbox()).schedule({})).toEqual({ success: true, errors: [], post: { id: '2001' } });
});

test('each item of the thread has text, order and media, and becomes one submission', async () => {
	const api = apiOf(sandbox());
	const { id } = await inLibrary(api, 'a.png');
	await api.schedule({
		username: 'spring_studio',
		thread: [
			{ text: 'Second', order: 1 },
			{ text: 'First', order: 0, media: [{ id }] },
		],
	});
	expect(sandbox().state().posts).toMatchObject([
		{
			id: '2001',
			username: 'spring_studio',
			postAt: '2099-01-01T10:00:00.000Z',
			submissions: [
				{ text: 'First', order: 0, mediaIds: [id], state: 'SCHEDULED' },
				{ text: 'Second', order: 1, mediaIds: [], state: 'SCHEDULED' },
			],
		},
	]);
});

test('media by name: matching is case-insensitive and the first match wins', async () => {
	const api = apiOf(sandbox());
	const first = await inLibrary(api, 'Party.png');
	await inLibrary(api, 'party.PNG');
	await api.schedule({ thread: [{ text: 'Hello', order: 0, media: [{ name: 'PARTY.png' }] }] });
	expect(sandbox().state().posts[0]?.submissions[0]?.mediaIds).toEqual([first.id]);
});

test('media by id is exact when several files share a name', async () => {
	const api = apiOf(sandbox());
	await inLibrary(api, 'party.png');
	const second = await inLibrary(api, 'party.png');
	await api.schedule({ thread: [{ text: 'Hello', order: 0, media: [{ id: second.id }] }] });
	expect(sandbox().state().posts[0]?.submissions[0]?.mediaIds).toEqual([second.id]);
});

test('a media id can be attached to any number of posts', async () => {
	const api = apiOf(sandbox());
	const { id } = await inLibrary(api, 'a.png');
	const thread = [{ text: 'Hello', order: 0, media: [{ id }] }];
	expect((await api.schedule({ thread })).success).toBe(true);
	expect((await api.schedule({ thread })).success).toBe(true);
	expect(sandbox().state().uploadsCounted).toBe(1);
});

const thread = (text: string, ...media: Array<{ id?: string; name?: string }>) => [{ text, order: 0, media }];

test.each<[string, ScheduleInput, string, string]>([
	['username is empty', { username: ' ' }, 'username', 'REQUIRED_FIELD'],
	['the account is not connected', { username: 'not_connected' }, 'username', 'ACCOUNT_NOT_CONNECTED'],
	['postAt has passed', { postAt: '2020-01-01T00:00:00Z' }, 'postAt', 'INVALID_DATA'],
	['the thread is empty', { thread: [] }, 'thread', 'REQUIRED_FIELD'],
	['the order does not begin at 0', { thread: [{ text: 'a', order: 1 }] }, 'thread', 'INVALID_DATA'],
	['the text is empty', { thread: thread('') }, 'thread.0.text', 'REQUIRED_FIELD'],
	['the text is blank', { thread: thread(' \n') }, 'thread.0.text', 'REQUIRED_FIELD'],
	['the text has 281 characters', { thread: thread('😀'.repeat(281)) }, 'thread.0.text', 'INVALID_LENGTH'],
	['the id is unknown', { thread: thread('a', { id: '5' }) }, 'thread.0.media.0', 'MEDIA_NOT_FOUND'],
	['the name is unknown', { thread: thread('a', { name: 'b' }) }, 'thread.0.media.0', 'MEDIA_NOT_FOUND'],
	['a reference is empty', { thread: thread('a', {}) }, 'thread.0.media.0', 'INVALID_DATA'],
	['a reference has both', { thread: thread('a', { id: '1', name: 'b' }) }, 'thread.0.media.0', 'INVALID_DATA'],
])('refused when %s', async (_, input, field, code) => {
	expect(await problemsOf(input)).toEqual([[field, code]]);
	expect(sandbox().state().posts).toEqual([]);
});

test.each(['', ' '])('a file needs no text: %p is taken beside it', async (text) => {
	const { id } = await inLibrary(apiOf(sandbox()), 'a.png');
	expect(await problemsOf({ thread: thread(text, { id }) })).toEqual([]);
	expect(sandbox().state().posts[0]?.submissions[0]).toMatchObject({ text, mediaIds: [id] });
});

test('a file that is not there is no file: it alone is the problem', async () => {
	expect(await problemsOf({ thread: thread('', { id: '5' }) })).toEqual([['thread.0.media.0', 'MEDIA_NOT_FOUND']]);
});

test('a text of 280 characters is taken', async () => {
	expect(await problemsOf({ thread: thread('😀'.repeat(280)) })).toEqual([]);
});

test('all problems are reported at once', async () => {
	const problems = await problemsOf({
		username: '',
		postAt: '2020-01-01T00:00:00Z',
		thread: [
			{ text: '', order: 0 },
			{ text: 'x', order: 0, media: [{ id: '77' }] },
		],
	});
	expect(problems.map(([field]) => field)).toEqual([
		'username',
		'postAt',
		'thread',
		'thread.0.text',
		'thread.1.media.0',
	]);
});

test.each(['2099-01-01', '2099-01-01T10:00:00', 'tomorrow', '2099-02-30T10:00:00Z', '2099-13-01T10:00:00Z'])(
	'postAt must be an ISO 8601 timestamp with an offset: %s is not',
	async (postAt) => {
		const { errors } = await refused(apiOf(sandbox()).schedule({ postAt }));
		expect(errors?.[0]?.message).toContain('DateTime');
	},
);

test('postAt is kept in UTC', async () => {
	await apiOf(sandbox()).schedule({ postAt: '2099-01-01T12:00:00.5+02:00' });
	expect(sandbox().state().posts[0]?.postAt).toBe('2099-01-01T10:00:00.500Z');
});

test('whether postAt has passed is told by the service’s clock', async () => {
	sandbox().control.clock.freeze();
	sandbox().control.clock.set(IN_THE_FUTURE);
	expect(await problemsOf({ postAt: IN_THE_FUTURE })).toEqual([['postAt', 'INVALID_DATA']]);
});
