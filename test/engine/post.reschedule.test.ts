import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { callAsTool } from '../harness/engine';
import { byId, postParameters } from '../harness/posts';
import { ID, NEW_TIME, NOT_DONE, reschedulingOf, STANDS } from '../harness/rescheduling';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { apiOf } from '../sandbox/support/api';

const service = useService();
const waits = useShortWaits();
const { control, reschedule, posts, calls, times } = reschedulingOf(service);

test('all parts of a post get the new time, which a person can read', async () => {
	const { post } = await apiOf(service().sandbox).schedule({
		thread: ['One', 'Two'].map((text, order) => ({ text, order })),
	});
	const { items } = await reschedule(
		{ postId: byId(post?.id ?? ''), postAt: '2099-05-04T07:30:00' },
		{ settings: { timezone: 'Europe/Berlin' } },
	);
	const submission = { id: expect.any(String) as unknown, postAt: STANDS };
	expect(items).toEqual([
		{
			json: {
				id: post?.id,
				platform: 'TWITTER',
				postAt: NEW_TIME,
				readablePostAt: 'Monday, 4 May 2099, 07:30 (Europe/Berlin, UTC+02:00)',
				submissions: [submission, submission],
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(times().at(-1)).toBe(STANDS);
	expect(calls()).toHaveLength(1);
});

test.each(['linkedin', 'BLUESKY', 'YouTube'])('a post on %s', async (platform) => {
	const upper = platform.toUpperCase() as 'LINKEDIN' | 'BLUESKY' | 'YOUTUBE';
	control().fillPosts({ platform: upper, state: 'SCHEDULED', posts: 1 });
	const { items } = await reschedule({
		platform: `={{ "${platform}" }}`,
		postId: byId('2003'),
	});
	expect(items[0]?.json).toMatchObject({ id: '2003', platform: upper, submissions: [{ postAt: STANDS }] });
	expect(times().at(-1)).toBe(STANDS);
});

test('a draft stays a draft', async () => {
	control().fillPosts({ platform: 'TWITTER', state: 'DRAFT', posts: 1 });
	const { error } = await reschedule({ postId: byId('2003') });
	expect(error).toBeUndefined();
	expect(posts().at(-1)).toMatchObject({ postAt: STANDS, publishingStatus: 'DRAFT' });
});

test('items with one post are done in their order: the last time stands', async () => {
	control().setSettings({ serviceTimeMs: 30 });
	control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'slow', ms: 200, when: 'before' } });
	const hours = [1, 2, 3, 4];
	const { items, error } = await reschedule(
		{ postAt: '={{ $json.at }}' },
		{ items: hours.map((hour) => ({ json: { at: `2099-05-04T0${hour}:00:00Z` } })) },
	);
	expect(error).toBeUndefined();
	expect(times()[0]).toBe('2099-05-04T04:00:00.000Z');
	expect(items[0]?.json.warnings).toBeUndefined();
	for (const { json } of items.slice(1)) {
		expect(json.warnings).toEqual([expect.stringMatching(/^Item 0 names the same post\./)]);
	}
});

describe('refused before anything is sent', () => {
	const past = DateTime.utc().minus({ minutes: 1 }).toISO();

	test.each<[string, INode['parameters'], RegExp]>([
		['a time that has passed', { postAt: past }, /^Post At is .*, which has passed$/],
		['no time', { postAt: '={{ null }}' }, /^Post At is empty$/],
		['a day alone', { postAt: '2099-05-04' }, /^Post At is "2099-05-04", which has no time of day$/],
		['no post', { postId: byId(' ') }, /^Post is empty$/],
		['Reddit', { platform: '={{ "reddit" }}' }, /^Platform is Reddit, where the service cannot do this$/],
		['another platform', { platform: '={{ "Myspace" }}' }, /^Platform is "Myspace", which is not in its list$/],
	])('%s', async (_, parameters, message) => {
		const { error } = await reschedule(parameters);
		expect(error?.message).toMatch(message);
		expect(error?.description).toBeTruthy();
		expect(calls()).toEqual([]);
	});

	test('one of several items: none is moved', async () => {
		const before = times();
		const { error } = await reschedule(
			{ postAt: '={{ $json.at }}' },
			{ items: [{ json: { at: NEW_TIME } }, { json: { at: past } }] },
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(times()).toEqual(before);
		expect(calls()).toEqual([]);
	});
});

test.each<[string, INode['parameters'], string]>([
	['that it does not have', { postId: byId('4711') }, 'Post: There is no post 4711'],
	['of another platform', { platform: 'LINKEDIN' }, 'Platform: Post 2001 is a post of TWITTER'],
])('the service refuses a post %s, in its words', async (_, parameters, words) => {
	const { error } = await reschedule(parameters);
	expect(error?.message).toBe(`The post was not rescheduled: ${words}`);
	expect(calls()).toHaveLength(1);
});

test('the service refuses a post that is out, and the others say what became of them', async () => {
	control().fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 1 });
	const { error } = await reschedule(
		{ postId: byId('={{ $json.id }}') },
		{ items: ['2001', '2003', '2002'].map((id) => ({ json: { id } })) },
	);
	expect(error?.message).toBe('The post was not rescheduled: Post: Post 2003 has already been submitted');
	expect(error?.description).toContain('It is out, or on its way. Post: Get shows where it is.');
	expect(error?.description).toContain('Already rescheduled: item 0. Not attempted: item 2.');
	expect(error?.context.done).toEqual([{ item: 0, id: '2001' }]);
});

describe('the request limit', () => {
	const limitFor = (seconds: number, nth = 1) =>
		control().addFault({
			on: 'reschedulePlatformPost',
			nth,
			fault: { kind: 'status', status: 429, headers: { 'Retry-After': String(seconds) } },
		});
	const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

	test('is waited for, but not beyond the new time', async () => {
		limitFor(60);
		const { error } = await reschedule({ postAt: inMinutes(2) });
		expect(error).toBeUndefined();
		expect(waits).toEqual([61_000]);
		limitFor(300);
		const other = await reschedule({ postAt: inMinutes(2) });
		expect(other.error?.message).toMatch(/^The post was not rescheduled: the request limit/);
		expect(other.error?.description).toMatch(/The node did not wait for that, because the post is due earlier: .*\./);
		expect(waits).toHaveLength(1);
		expect(calls()).toHaveLength(3);
	});

	test('a time that passes while an item before it waits is not sent', async () => {
		limitFor(60);
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (waits.length > 0 ? 61_000 : 0));
		const rows = [
			{ id: '2001', at: NEW_TIME },
			{ id: '2002', at: inMinutes(1) },
		];
		const { error } = await reschedule(
			{ postId: byId('={{ $json.id }}'), postAt: '={{ $json.at }}' },
			{ items: rows.map((json) => ({ json })) },
		);
		expect(error?.message).toMatch(/^Post At is .*, which has passed$/);
		expect(error?.description).toContain('Already rescheduled: item 0.');
		expect(calls()).toHaveLength(2);
	});
});

test('a response with nothing but its success is enough', async () => {
	control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'payload', success: true } });
	const { items } = await reschedule();
	expect(items[0]?.json).toMatchObject({ id: ID, postAt: NEW_TIME, submissions: [] });
});

test.each([
	[
		[null, { id: 8 }, { postAt: STANDS }],
		[
			{ id: '8', postAt: null },
			{ id: null, postAt: STANDS },
		],
	],
	['none', []],
])('submissions that are odd: %j', async (submissions, expected) => {
	const fields = { post: { submissions } };
	control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'payload', success: true, fields } });
	expect((await reschedule()).items[0]?.json.submissions).toEqual(expected);
});

test('a service that does not offer it', async () => {
	const message = 'Cannot query field "reschedulePlatformPost" on type "APIMutation".';
	control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'body', json: { errors: [{ message }] } } });
	const { error } = await reschedule();
	expect(error?.message).toBe('The post was not rescheduled: the service does not offer this');
	expect(error?.description).toContain(message);
});

test('a service that does not know the platform: nothing was done', async () => {
	const message = 'Value "LINKEDIN" does not exist in "SocialPlatform" enum.';
	control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'body', json: { errors: [{ message }] } } });
	const { error } = await reschedule({ platform: 'LINKEDIN' });
	expect(error?.message).toMatch(NOT_DONE);
	expect(error?.description).toContain(message);
});

test('as a tool of an agent', async () => {
	const { items } = await callAsTool(
		{
			parameters: postParameters('reschedule', "={{ $fromAI('id', 'which post') }}", { postAt: NEW_TIME }),
			credential: service().credential,
		},
		[{ id: ID }],
	);
	expect(items[0]?.json.answer).toContain('"readablePostAt":"Monday, 4 May 2099');
	expect(times()[0]).toBe(STANDS);
});
