import type { INode } from 'n8n-workflow';
import {
	callAsTool,
	retryExecution,
	runCopy,
	runLoop,
	runNode,
	type RunOptions,
	THREE_TRIES,
	TWO_TRIES,
} from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { postParameters } from '../harness/posts';
import { useService, withKeyReplaced } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { apiOf, type ScheduleInput } from '../sandbox/support/api';

const service = useService();
const waits = useShortWaits();

const ID = '2001';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
	credential: service().credential,
	...more,
	parameters: postParameters('publishNow', ID, more.parameters),
});
const publish = async (parameters?: INode['parameters'], more: Partial<RunOptions> = {}) =>
	await runNode(options({ ...more, ...(parameters && { parameters }) }));
const itemsOf = (...ids: string[]) => ids.map((id) => ({ json: { id } }));
const FROM_ITEM = { postId: byId('={{ $json.id }}') };

const control = () => service().sandbox.control;
const posts = () => service().sandbox.state().posts;
const states = () => posts().map(({ submissions }) => submissions.map(({ state }) => state).join(', '));
const calls = () =>
	service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'submitPlatformPost');
/** The next call is carried out, and its response is lost on the way. */
const loseResponse = () =>
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'status', status: 502, when: 'after' } });
const refuse = () =>
	control().addFault({
		on: 'submitPlatformPost',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] },
	});
/** The service does not notice that a post is out already. */
const acceptAll = () =>
	control().addFault({ on: 'submitPlatformPost', times: 'always', fault: { kind: 'payload', success: true } });

/** A thread of two tweets, scheduled by another client; gives its ID. */
async function schedule(input: ScheduleInput = {}): Promise<string> {
	const thread = ['One', 'Two'].map((text, order) => ({ text, order }));
	const { post } = await apiOf(service().sandbox).schedule({ username: 'my_brand', thread, ...input });
	return post?.id ?? '';
}

/** What the service answers where the platform has refused a post, of which it has two parts. */
const refusal = (submissionError: object) => ({
	submissionError,
	post: {
		submissions: [
			{ id: '1', result: null },
			{ id: '2', result: null },
		],
	},
});

const IN_DOUBT = /^The post may have been published: /;
const NOT_DONE = /^The post was not published: /;

test('a scheduled thread is out, with the address of each part', async () => {
	const id = await schedule();
	const { items } = await publish({ postId: byId(id) });
	const submission = {
		id: expect.any(String) as unknown,
		url: expect.stringContaining('#submission-') as unknown,
	};
	expect(items).toEqual([
		{ json: { id, platform: 'TWITTER', submissions: [submission, submission] }, pairedItem: { item: 0 } },
	]);
	expect(states()).toEqual(['SUBMITTED, SUBMITTED']);
	expect(calls()).toHaveLength(1);
});

test.each(['DRAFT', 'FAILED'] as const)('a post that is %s is published', async (state) => {
	control().fillPosts({ platform: 'MASTODON', state, posts: 1 });
	expect((await publish({ platform: '={{ "mastodon" }}' })).items[0]?.json).toMatchObject({ platform: 'MASTODON' });
	expect(states()).toEqual(['SUBMITTED']);
});

test('a platform that has the post and does not show it yet: without an address', async () => {
	const id = await schedule({ username: 'slow_account' });
	const { items } = await publish({ postId: byId(id) });
	expect(items[0]?.json.submissions).toEqual([
		expect.objectContaining({ url: null }),
		expect.objectContaining({ url: null }),
	]);
});

/** A part of a post that is on the platform. */
const IS_OUT = { id: '1', result: { url: 'https://x.example/1' } };

describe('a refusal of the platform is an error', () => {
	test('with its words and what to do', async () => {
		const id = await schedule({ username: 'failing_account' });
		const { items, error, run } = await publish({ postId: byId(id) });
		expect(items).toEqual([]);
		expect(run.status).toBe('error');
		expect(error?.message).toBe(
			'The post was not published: The platform refused the post: the account needs to be connected again',
		);
		expect(error?.description).toBe('Connect the account again and schedule the post once more.');
		expect(error?.context.errors).toEqual([expect.objectContaining({ code: 'ACCOUNT_REJECTED' })]);
	});

	test.each<[string, object, string, string]>([
		['a code alone', { errorCode: 'DUPLICATE' }, 'DUPLICATE', 'Check the values of the node.'],
		['nothing', {}, 'no reason given', 'Check the values of the node.'],
		['an advice alone', { suggestedFix: 'Wait a day.' }, 'no reason given', 'Wait a day.'],
	])('with %s, also beside "success: true"', async (_, submissionError, words, advice) => {
		for (const success of [false, true]) {
			control().addFault({
				on: 'submitPlatformPost',
				fault: { kind: 'payload', success, fields: refusal(submissionError) },
			});
			const { items, error } = await publish();
			expect(items).toEqual([]);
			expect(error?.message).toBe(`The post was not published: ${words}`);
			expect(error?.description).toBe(advice);
		}
	});

	test('without the key, whatever the platform says', async () => {
		const { apiKey } = service().credential;
		const submissionError = { errorCode: apiKey, message: `Bearer ${apiKey}`, suggestedFix: `Do not use ${apiKey}.` };
		control().addFault({
			on: 'submitPlatformPost',
			fault: { kind: 'payload', success: false, fields: refusal(submissionError) },
		});
		const { stored, error } = await publish();
		expect(error?.description).toContain('Do not use');
		expect(stored).not.toContain(apiKey);
	});

	test('and where a part of the thread is out, it may have been published: it is not sent again', async () => {
		const id = await schedule({ username: 'half_account' });
		const { error } = await publish({ postId: byId(id) }, { node: THREE_TRIES });
		expect(error?.message).toBe(
			'The post may have been published: The platform took the first post of the thread and refused the others',
		);
		expect(error?.description).toContain('Check the post on the platform before you run this again');
		expect(error?.description).toContain('Publish the rest of the thread by hand.');
		expect(calls()).toHaveLength(1);
		expect(states()).toEqual(['SUBMITTED, FAILED']);
	});

	test.each([
		null,
		{ submissions: [] },
		{ submissions: null },
		{ submissions: [{ id: '1', result: null }, null] },
		{ submissions: [{ id: '1', result: null }, { id: '2' }] },
		{ submissions: [{ id: '1', result: 'https://x.example/1' }] },
		{ submissions: [{ id: '1', result: [{ url: 'https://x.example/1' }] }] },
		{ submissions: [{ id: '1', result: true }] },
	])('and where the response does not show that nothing is out, it may have been published: %j', async (post) => {
		const fields = { submissionError: { message: 'Too many posts.' }, post };
		control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success: false, fields } });
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error?.message).toBe('The post may have been published: Too many posts');
		expect(calls()).toHaveLength(1);
	});

	test.each<[unknown, string]>([
		['Too many posts.', 'Too many posts'],
		[[{ message: 'Too many posts.' }], 'Too many posts'],
		[[['Too many posts']], '["Too many posts"]'],
		[true, 'true'],
		[[...Array.from({ length: 1000 }, () => null), 'Too many posts'], 'Too many posts'],
		[7, '7'],
	])('and where its error is %j: it is not sent again, also beside "success: true"', async (submissionError, words) => {
		for (const success of [false, true]) {
			await schedule();
			const fields = { submissionError, post: null };
			control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success, fields } });
			const { error } = await publish({}, { node: THREE_TRIES });
			expect(error?.message).toBe(`The post may have been published: ${words}`);
		}
		expect(calls()).toHaveLength(2);
	});

	test.each(['', ' ', false, 0, [], [null, '']])('%j in the place of its error is none', async (submissionError) => {
		await schedule();
		const fields = { submissionError, post: null };
		control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success: true, fields } });
		const { error } = await publish();
		expect(error).toBeUndefined();
	});

	test('nor are parts of which the response says nothing a sign that it is out', async () => {
		const post = { submissions: [{ id: '1' }, { id: '2' }] };
		control().addFault({
			on: 'submitPlatformPost',
			fault: {
				kind: 'payload',
				success: false,
				errors: [{ field: null, code: null, message: 'Not now' }],
				fields: { submissionError: null, post },
			},
		});
		const { error } = await publish();
		expect(error?.message).toBe('The post was not published: Not now');
	});

	test.each([
		['The second tweet was refused', [IS_OUT, { id: '2', result: null }]],
		['Media upload rate limit exceeded', [IS_OUT]],
	])(
		'and where the response shows a part that is out, whatever else it says: it is not sent again: %s',
		async (message, submissions) => {
			control().addFault({
				on: 'submitPlatformPost',
				times: 'always',
				fault: {
					kind: 'payload',
					success: false,
					errors: [{ field: null, code: null, message }],
					fields: { submissionError: null, post: { submissions } },
				},
			});
			const { error } = await publish({}, { node: THREE_TRIES });
			expect(error?.message).toBe(`The post may have been published: ${message}`);
			expect(calls()).toHaveLength(1);
		},
	);

	test.each([
		['a part is out', { submissions: [IS_OUT, { id: '2', result: null }] }],
		['nothing is said of the parts', null],
	])('and where the limit of the platform comes as HTTP 429, and %s: it is not sent again', async (_, post) => {
		const payload = { success: false, errors: [], submissionError: { message: 'Too many posts.' }, post };
		control().addFault({
			on: 'submitPlatformPost',
			times: 'always',
			fault: { kind: 'status', status: 429, body: { data: { submitPlatformPost: payload } } },
		});
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error?.message).toBe('The post may have been published: Too many posts');
		expect(calls()).toHaveLength(1);
	});

	test('it may be sent again when nothing of it is out', async () => {
		const submissionError = { message: 'Too many posts.', suggestedFix: 'Try again.' };
		control().addFault({
			on: 'submitPlatformPost',
			fault: { kind: 'payload', success: false, fields: refusal(submissionError) },
		});
		await schedule();
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error).toBeUndefined();
		expect(calls()).toHaveLength(2);
	});
});

test.each<[string, INode['parameters'], string]>([
	['that it does not have', { postId: byId('4711') }, 'Post: There is no post 4711'],
	['of another platform', { platform: 'LINKEDIN' }, 'Platform: Post 2001 is a post of TWITTER'],
])('the service refuses a post %s, in its words', async (_, parameters, words) => {
	await schedule();
	const { error } = await publish(parameters);
	expect(error?.message).toBe(`The post was not published: ${words}`);
	expect(states()).toEqual(['SCHEDULED, SCHEDULED']);
});

test.each<[string, INode['parameters'], RegExp]>([
	['Reddit', { platform: '={{ "REDDIT" }}' }, /^Platform is Reddit, where the service cannot do this$/],
	['no post', { postId: byId('={{ null }}') }, /^Post is empty$/],
])('%s is refused before anything is sent', async (_, parameters, message) => {
	const { error } = await publish(parameters);
	expect(error?.message).toMatch(message);
	expect(service().sandbox.state().log).toEqual([]);
});

describe('an answer that is lost', () => {
	beforeEach(async () => void (await schedule()));

	test.each([
		{ kind: 'status', status: 503, when: 'after' },
		{ kind: 'reset', when: 'after' },
		{ kind: 'reset', when: 'before' },
		{ kind: 'cutJson' },
		{ kind: 'emptyBody' },
	] as const)('%j: it may have been published, and is not sent again', async (fault) => {
		control().addFault({ on: 'submitPlatformPost', fault });
		const { error } = await publish();
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toContain('Check the post on the platform before you run this again');
		expect(calls()).toHaveLength(1);
		expect(waits).toEqual([]);
	});

	test('with "Retry On Fail" the doubt stays', async () => {
		loseResponse();
		const { error } = await publish({}, { node: THREE_TRIES });
		expect(error?.message).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('in a loop the doubt stays', async () => {
		loseResponse();
		const { errorItems } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('a second node gives the doubt again', async () => {
		loseResponse();
		const { errorItems } = await runCopy(options({ node: { onError: 'continueErrorOutput' } }), { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('a second node gives the doubt again, also with a new API key in the credential', async () => {
		loseResponse();
		const { apiKey: oldKey } = service().credential;
		const replaced = withKeyReplaced(service(), () => calls().length > 0);
		const failing = options({ credential: replaced, node: { onError: 'continueErrorOutput' } });
		const { errorItems } = await runCopy(failing, { gets: 'what fails' });
		expect(replaced.apiKey).not.toBe(oldKey);
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('an execution that is retried sends it again: the person was asked to look first', async () => {
		control().addFault({ on: 'submitPlatformPost', fault: { kind: 'reset', when: 'before' } });
		const failed = await publish();
		expect(failed.error?.message).toMatch(IN_DOUBT);
		expect((await retryExecution(options(), failed)).error).toBeUndefined();
		expect(states()).toEqual(['SUBMITTED, SUBMITTED']);
	});
});

describe('a post that is published is not sent again in the execution', () => {
	beforeEach(async () => {
		await schedule();
		await schedule();
	});
	const AGAIN = { id: ID, platform: 'TWITTER', alreadyPublished: true };

	test('by another item', async () => {
		acceptAll();
		const { items } = await publish(FROM_ITEM, { items: itemsOf(ID, '2002', ID) });
		expect(items.map(({ json }) => json.alreadyPublished ?? false)).toEqual([false, false, true]);
		expect(items[2]?.json).toEqual(AGAIN);
		expect(calls()).toHaveLength(2);
	});

	test('by a second node', async () => {
		acceptAll();
		const { items } = await runCopy(options(), { gets: 'what is done' });
		expect(items[0]?.json).toEqual(AGAIN);
		expect(calls()).toHaveLength(1);
	});

	test('by a second call of an agent', async () => {
		acceptAll();
		const { items } = await callAsTool(options({ parameters: { postId: byId("={{ $fromAI('id', 'post') }}") } }), [
			{ id: ID },
			{ id: ` ${ID} ` },
		]);
		expect(items[1]?.json.answer).toContain('"alreadyPublished":true');
		expect(calls()).toHaveLength(1);
	});

	test('by "Retry On Fail" or a retried execution, for another item that failed', async () => {
		const run = options({ items: itemsOf(ID, '4711', '2002'), parameters: FROM_ITEM });
		const failed = await runNode({ ...run, node: TWO_TRIES });
		expect(failed.error?.message).toMatch(NOT_DONE);
		expect(failed.error?.description).toContain('Already published: item 0. Not attempted: item 2.');
		expect(failed.error?.context.done).toEqual([{ item: 0, id: ID }]);
		expect(calls()).toHaveLength(3);
		acceptAll();
		const { items } = await retryExecution(run, failed);
		expect(items.map(({ json }) => json.alreadyPublished ?? false)).toEqual([true, false, false]);
		expect(calls()).toHaveLength(5);
	});

	test('but what was refused is', async () => {
		refuse();
		const { items } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(items[0]?.json).toMatchObject({ id: ID, submissions: [{}, {}] });
		expect(calls()).toHaveLength(2);
	});

	test('and the same ID on another platform is another post', async () => {
		acceptAll();
		await publish({ platform: '={{ $json.id }}' }, { items: itemsOf('TWITTER', 'THREADS', 'twitter') });
		expect(calls()).toHaveLength(2);
	});

	test('two executions know nothing of each other', async () => {
		await publish();
		const { error } = await publish();
		expect(error?.message).toBe(`The post was not published: Post: Post ${ID} has already been submitted`);
		expect(calls()).toHaveLength(2);
	});
});

test('a service that does not offer it', async () => {
	const message = 'Cannot query field "submitPlatformPost" on type "APIMutation".';
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'body', json: { errors: [{ message }] } } });
	const { error } = await publish();
	expect(error?.message).toBe('The post was not published: the service does not offer this');
	expect(error?.description).toContain(message);
});

test('a service that does not know the platform: nothing was published', async () => {
	const message = 'Value "LINKEDIN" does not exist in "SocialPlatform" enum.';
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'body', json: { errors: [{ message }] } } });
	const { error } = await publish({ platform: 'LINKEDIN' });
	expect(error?.message).toMatch(NOT_DONE);
});

test.each([
	[null, []],
	[{ submissions: null }, []],
	[
		{ submissions: [null, { id: 8, result: { url: 'https://x.example/8' } }] },
		[{ id: '8', url: 'https://x.example/8' }],
	],
])('a post in the response that is odd: %j', async (post, submissions) => {
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success: true, fields: { post } } });
	expect((await publish()).items[0]?.json).toEqual({ id: ID, platform: 'TWITTER', submissions });
});
