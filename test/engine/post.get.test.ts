import type { INode } from 'n8n-workflow';
import { PLATFORMS } from '../../nodes/SocialPostScheduling/resources/platform';
import { runNode } from '../harness/engine';
import { postParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { apiOf, type ScheduleInput } from '../sandbox/support/api';

const service = useService();

const get = async (id: string, more?: INode['parameters']) =>
	await runNode({ parameters: postParameters('get', id, more), credential: service().credential });

/** The one item that comes out. */
async function read(id: string, more?: INode['parameters']) {
	const { items, error } = await get(id, more);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]?.json;
}

const POST_AT = '2099-01-01T10:00:00Z';
const MINUTE = 60_000;
/** A thread of two tweets at {@link POST_AT}, scheduled by another client; gives its ID. */
async function schedule(input: ScheduleInput = {}): Promise<string> {
	const thread = ['One', 'Two'].map((text, order) => ({ text, order }));
	const { post } = await apiOf(service().sandbox).schedule({ username: 'my_brand', postAt: POST_AT, thread, ...input });
	return post?.id ?? '';
}

/** Lets the service answer with this in the place of its own post. */
const answerWith = (post: unknown, of = 'twitterPost') =>
	service().sandbox.control.addFault({
		on: 'twitterPost',
		times: 'always',
		fault: { kind: 'body', json: { data: { [of]: post } } },
	});

const clock = () => service().sandbox.control.clock;
beforeEach(() => {
	clock().freeze();
	clock().set('2098-12-31T10:00:00Z');
});

test('a scheduled post, with one request, linked to its input item', async () => {
	const id = await schedule();
	const { items } = await get(id);
	const part = { state: 'scheduled', url: null, errorMessage: null };
	const text: unknown = expect.any(String);
	expect(items).toEqual([
		{
			json: {
				id,
				platform: 'TWITTER',
				username: 'my_brand',
				accountId: '501',
				state: 'scheduled',
				postAt: '2099-01-01T10:00:00.000Z',
				url: null,
				errorMessage: null,
				deletedAt: null,
				submissions: [
					{ id: text, text: 'One', ...part },
					{ id: text, text: 'Two', ...part },
				],
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(
		service()
			.sandbox.state()
			.log.filter(({ kind }) => kind === 'twitterPost'),
	).toHaveLength(1);
});

const ADDRESS: unknown = expect.stringContaining('#submission-');
const OUT = { state: 'submitted', url: ADDRESS, errorMessage: null };
const REFUSED = 'The platform refused the post: the account needs to be connected again.';

test.each([
	['is out', 'my_brand', 0, { ...OUT, submissions: [OUT, OUT] }],
	[
		'was refused, with the words of the platform and its advice',
		'failing_account',
		0,
		{
			state: 'failed',
			url: null,
			errorMessage: `${REFUSED} Connect the account again and schedule the post once more.`,
		},
	],
	[
		'is out in part',
		'half_account',
		0,
		{
			state: 'partly',
			url: ADDRESS,
			errorMessage:
				'The platform took the first post of the thread and refused the others. Publish the rest of the thread by hand.',
			submissions: [OUT, { state: 'failed', url: null }],
		},
	],
	['has failed, and is to be tried again', 'retry_account', 0, { state: 'failed', url: null }],
	['has failed, and was tried again', 'retry_account', 5 * MINUTE, OUT],
	['was taken, and has no address yet', 'slow_account', 0, { ...OUT, url: null }],
	['was taken, and has its address', 'slow_account', 2 * MINUTE, OUT],
] as const)('a post that %s', async (_, username, laterMs, expected) => {
	const id = await schedule({ username });
	expect(await read(id)).toMatchObject({ state: 'scheduled', url: null, errorMessage: null });
	clock().set(POST_AT);
	clock().advance(laterMs);
	expect(await read(id)).toMatchObject(expected);
});

test('a draft stays a draft when its time has passed', async () => {
	const id = await schedule({ publishingStatus: 'DRAFT' });
	expect(await read(id)).toMatchObject({ state: 'draft' });
	clock().set('2099-02-01T10:00:00Z');
	expect(await read(id)).toMatchObject({ state: 'draft', url: null });
});

describe('a post in the trash', () => {
	const inTrash = async (input?: ScheduleInput) => {
		const id = await schedule(input);
		await apiOf(service().sandbox).first(
			`mutation { deletePlatformPost(platform: TWITTER, postId: "${id}") { success } }`,
		);
		return id;
	};

	test.each([undefined, 'DRAFT'])('waits for nothing: it has no state (%s)', async (publishingStatus) => {
		const id = await inTrash(publishingStatus === undefined ? {} : { publishingStatus });
		expect(await read(id)).toMatchObject({ state: null, deletedAt: '2098-12-31T10:00:00.000Z' });
		expect(await read(id, { simplify: false })).toMatchObject({ state: null });
	});

	test('also where the service still gives its submissions', async () => {
		const waiting = { id: '1', postAt: POST_AT, text: 'One', order: 0, result: null, error: null };
		answerWith({ id: '7', dateDeleted: '2098-12-31T10:00:00Z', submissions: [waiting] });
		expect(await read('7')).toMatchObject({ state: null, submissions: [{ state: null }] });
		service().sandbox.control.clearFaults();
		answerWith({ id: '7', dateDeleted: '2098-12-31T10:00:00Z', submissions: [{ ...waiting, result: {} }] });
		expect(await read('7')).toMatchObject({ state: 'submitted' });
	});
});

test('without "Simplify" the post is as the service gives it, with its state', async () => {
	const id = await schedule({ username: 'half_account' });
	clock().set(POST_AT);
	expect(await read(id, { simplify: false })).toEqual({
		id,
		platform: 'TWITTER',
		publishingStatus: 'READY_TO_PUBLISH',
		dateDeleted: null,
		socialAccount: { id: '508', username: 'half_account' },
		submissions: [
			{
				id: expect.any(String),
				postAt: '2099-01-01T10:00:00.000Z',
				text: 'One',
				order: 0,
				result: { url: ADDRESS, dateSubmitted: '2099-01-01T10:00:00.000Z' },
				error: null,
			},
			{
				id: expect.any(String),
				postAt: '2099-01-01T10:00:00.000Z',
				text: 'Two',
				order: 1,
				result: null,
				error: {
					errorCode: 'THREAD_INTERRUPTED',
					message: 'The platform took the first post of the thread and refused the others.',
					suggestedFix: 'Publish the rest of the thread by hand.',
					dateFailed: '2099-01-01T10:00:00.000Z',
				},
			},
		],
		state: 'partly',
	});
});

describe('a post that the service does not have', () => {
	const isNotFound = async (id: string, platform: string, name: string) => {
		const { items, error } = await get(id, { platform });
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The post was not read: the service does not have a post "${id}" on ${name}`);
		expect(error?.description).toContain('Check the ID and the platform.');
		expect(error?.context).toMatchObject({ reason: 'notFound', call: `${platform.toLowerCase()}Post` });
	};

	test('an unknown ID', async () => await isNotFound('4711', 'TWITTER', 'X (Twitter)'));

	test('another platform', async () => await isNotFound(await schedule(), 'LINKEDIN', 'LinkedIn'));

	test('an unknown ID on Reddit', async () => await isNotFound('4711', 'REDDIT', 'Reddit'));

	test('deleted for good', async () => {
		const id = await schedule();
		await apiOf(service().sandbox).first(
			`mutation { deletePlatformPost(platform: TWITTER, postId: "${id}", hardDelete: true) { success } }`,
		);
		await isNotFound(id, 'TWITTER', 'X (Twitter)');
	});

	test('beside others: each item stands alone where the node continues', async () => {
		const id = await schedule();
		const { items } = await runNode({
			parameters: postParameters('get', '={{ $json.id }}'),
			items: [{ json: { id } }, { json: { id: 4711 } }, { json: { id: Number(id) } }],
			credential: service().credential,
			node: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => json.state ?? json.error)).toEqual([
			'scheduled',
			expect.stringContaining('"4711"'),
			'scheduled',
		]);
	});
});

test.each(PLATFORMS)('a post on $name', async ({ value }) => {
	const { sandbox } = service();
	sandbox.control.fillPosts({ platform: value, state: 'FAILED', posts: 1 });
	const [{ id } = { id: '' }] = sandbox.state().posts;
	expect(await read(id, { platform: `={{ "${value.toLowerCase()}" }}` })).toMatchObject({
		id,
		platform: value,
		state: 'failed',
		errorMessage: expect.stringContaining(REFUSED),
		submissions: [{ text: 'Post 1' }],
	});
	expect(sandbox.state().log.map(({ kind }) => kind)).toEqual([`${value.toLowerCase()}Post`]);
});

test('on Reddit the ID stands in the document as a number, which is taken as Int and as ID', async () => {
	const { sandbox } = service();
	sandbox.control.fillPosts({ platform: 'REDDIT', state: 'SCHEDULED', posts: 1 });
	await read('2001', { platform: 'REDDIT' });
	expect(sandbox.state().log[0]?.variables).toEqual({});
	const { error } = await get('t3_abc', { platform: 'REDDIT' });
	expect(error?.message).toMatch(/^The post was not read: the service did not accept the request/);
});

describe('answers that are odd', () => {
	test('an ID as a number, a platform in any letters, submissions that are null', async () => {
		const submission = { id: 8, postAt: POST_AT, text: 'One', order: '0', result: null, error: null };
		answerWith({ id: 7, platform: 'Twitter', socialAccount: { id: 501 }, submissions: [null, submission] });
		expect(await read('7')).toMatchObject({
			id: '7',
			platform: 'TWITTER',
			accountId: '501',
			username: null,
			// The other one may have failed.
			state: null,
			postAt: POST_AT,
			submissions: [
				{ id: '8', text: 'One', state: 'scheduled' },
				{ id: null, text: null, state: null },
			],
		});
	});

	test('nothing but an ID and a submission that has failed without a word', async () => {
		answerWith({ id: '7', submissions: [{ error: {} }] });
		expect(await read('7')).toEqual({
			id: '7',
			platform: null,
			username: null,
			accountId: null,
			state: 'failed',
			postAt: null,
			url: null,
			errorMessage: 'The service gave no reason.',
			deletedAt: null,
			submissions: [{ id: null, text: null, state: 'failed', url: null, errorMessage: 'The service gave no reason.' }],
		});
	});

	test.each([
		['no post', undefined, 'data.twitterPost.id'],
		['a post without an ID', { submissions: [] }, 'data.twitterPost.id'],
		['a post without submissions', { id: '7' }, 'data.twitterPost.submissions'],
		['submissions that are null', { id: '7', submissions: null }, 'data.twitterPost.submissions'],
		['a post that is a list', [{ id: '7' }], 'data.twitterPost.id'],
	])('%s is told with what is missing', async (_, post, missing) => {
		answerWith(post, post === undefined ? 'somethingElse' : undefined);
		const { error } = await get('7');
		expect(error?.message).toBe("The post was not read: the service's response is incomplete");
		expect(error?.description).toContain(`The response has no ${missing}.`);
	});

	test('a service that does not offer it', async () => {
		service().sandbox.control.addFault({
			on: 'twitterPost',
			fault: { kind: 'body', json: { errors: [{ message: 'Cannot query field "twitterPost" on type "APIQuery".' }] } },
		});
		const { error } = await get('7');
		expect(error?.message).toBe('The post was not read: the service does not offer this');
		expect(error?.description).toContain('Cannot query field "twitterPost"');
	});
});
