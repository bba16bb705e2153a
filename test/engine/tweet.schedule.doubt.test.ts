/** A post that one execution left in doubt, in the retries of that execution and in the retries of these. */
import { setTimeout as delay } from 'node:timers/promises';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { type Copy, retryExecution, runCopy, runNode, type RunOptions, THREE_TRIES } from '../harness/engine';
import { NOT_SEEN, refuseLists, scheduledTexts, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
beforeAll(async () => await useBinaryMode('filesystem'));

const IN_DOUBT = /^The thread may have been scheduled/;
const FROM_NOW = '={{ $now.plus({ hours: 5 }).toISO() }}';
const CHECKS = ['never', 'whenInDoubt', 'always'] as const;

const control = () => service().sandbox.control;
const posts = () => scheduledTexts(service().sandbox);

async function withPicture(): Promise<INodeExecutionData> {
	return { json: {}, binary: { data: await storeBinary(exampleFile('balloons.png'), 'a.png', 'image/png') } };
}

const optionsFor = (
	item: INodeExecutionData,
	duplicateCheck: (typeof CHECKS)[number],
	parameters: INode['parameters'] = {},
): RunOptions => ({
	parameters: {
		...scheduleParameters(),
		specifyThread: 'text',
		text: 'A',
		media: item.binary === undefined ? {} : { reference: [{ file: { __rl: true, mode: 'binary', value: 'data' } }] },
		options: { duplicateCheck },
		...parameters,
	},
	items: [item],
	credential: service().credential,
});

const listIsDown = (nth = 1) =>
	control().addFault({ on: 'twitterSubmissions', nth, times: 'always', fault: { kind: 'status', status: 500 } });
const notToday = {
	kind: 'payload',
	success: false,
	errors: [{ field: null, code: null, message: 'Not today' }],
} as const;

const listIsNotOffered = () => refuseLists(service().sandbox);

test.each([
	[{ id: '2001' }, true],
	[{ id: null }, false],
	[null, false],
])('a refusal that holds the post %j: it is not sent again if that was made', async (post, isInDoubt) => {
	listIsNotOffered();
	const errors = [{ field: null, code: null, message: 'The reviewers were not told' }];
	const json = { data: { scheduleTweet: { success: false, post, errors } } };
	control().addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'body', json } });
	const { error } = await runNode({ ...optionsFor({ json: {} }, 'never'), node: THREE_TRIES });
	const { log } = service().sandbox.state();
	const calls = log.filter(({ kind }) => kind === 'scheduleTweet');
	expect([error?.message, calls.length]).toEqual(
		isInDoubt
			? ['The thread may have been scheduled: The reviewers were not told', 1]
			: ['The thread was not scheduled: The reviewers were not told', 3],
	);
});

test.each([
	['the message of the upload limit', 200, 'Media upload rate limit exceeded'],
	['HTTP 429', 429, 'Slow down'],
])('nor with %s', async (_, status, message) => {
	listIsNotOffered();
	const payload = { success: false, post: { id: '2001' }, errors: [{ field: null, code: null, message }] };
	const body = { data: { scheduleTweet: payload } };
	control().addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'status', status, body } });
	const { error } = await runNode({ ...optionsFor({ json: {} }, 'never'), node: THREE_TRIES });
	expect(error?.message).toBe(`The thread may have been scheduled: ${message}`);
	expect(
		service()
			.sandbox.state()
			.log.filter(({ kind }) => kind === 'scheduleTweet'),
	).toHaveLength(1);
});

/** Runs it once: it is scheduled, and nobody can tell. */
async function leaveInDoubt(options: RunOptions, failList = listIsNotOffered) {
	failList();
	control().addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
	const first = await runNode(options);
	expect(first.error?.message).toMatch(IN_DOUBT);
	expect(posts()).toEqual(['A']);
	// A time from the clock is another one.
	await delay(1_100);
	return first;
}

describe.each(['2099-05-04T05:30:00Z', FROM_NOW])('at %s', (postAt) => {
	test.each([
		['the file is refused', { on: 'startMediaUpload', fault: notToday }],
		['the sending of the file is refused', { on: 'put', fault: { kind: 'status', status: 400 } }],
		['the post is refused', { on: 'scheduleTweet', fault: notToday }],
		['the post is not admitted', { on: 'scheduleTweet', fault: { kind: 'status', status: 401 } }],
		[
			'the limit is reached',
			{ on: 'scheduleTweet', fault: { kind: 'status', status: 429, headers: { 'Retry-After': '9000' } } },
		],
		['its look fails', { on: 'twitterSubmissions', fault: { kind: 'status', status: 500 } }],
	] as const)('%s in two retries: it stays in doubt, and the third one finds it', async (_, fault) => {
		const options = optionsFor(await withPicture(), 'whenInDoubt', { postAt });
		let last = await leaveInDoubt(options, fault.on === 'twitterSubmissions' ? listIsDown : listIsNotOffered);
		control().addFault({ ...fault, times: 'always' });
		for (let retry = 0; retry < 2; retry++) {
			last = await retryExecution(options, last);
			expect(last.error?.message).toMatch(IN_DOUBT);
			await delay(1_100);
		}
		control().clearFaults();
		const { items } = await retryExecution(options, last);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(posts()).toEqual(['A']);
	});

	test.each(CHECKS)('it is not called "not scheduled" where it cannot be looked up, with "%s"', async (check) => {
		const options = optionsFor({ json: {} }, check, { postAt });
		const first = await leaveInDoubt(options);
		control().addFault({ on: 'scheduleTweet', times: 'always', fault: notToday });
		const second = await retryExecution(options, first);
		expect(second.error?.message).toMatch(IN_DOUBT);
		const third = await retryExecution(options, second);
		expect(third.error?.message).toMatch(IN_DOUBT);
	});

	test('where a look shows that it is not there, what is said of it is said without the doubt', async () => {
		const options = optionsFor({ json: {} }, 'whenInDoubt', { postAt });
		const first = await leaveInDoubt(options);
		control().clearFaults();
		for (const { id } of service().sandbox.state().posts) control().deletePost(id);
		control().addFault({ on: 'scheduleTweet', times: 2, fault: notToday });
		const second = await retryExecution(options, first);
		expect(second.error?.message).toBe('The thread was not scheduled: Not today');
		listIsDown();
		const third = await retryExecution(options, second);
		// No earlier execution can have had a time of the clock.
		expect(third.error?.message).toMatch(postAt.startsWith('=') ? /: Not today$/ : NOT_SEEN);
		expect(third.error?.description).not.toContain('may have been');
	});
});

test.each([401, 400])(
	'where it is sent again, and refused with HTTP %d, nothing says that it was not',
	async (status) => {
		const options = optionsFor({ json: {} }, 'whenInDoubt');
		const first = await leaveInDoubt(options);
		control().addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'status', status } });
		const { error } = await retryExecution(options, first);
		expect(error?.message).toMatch(
			/^The thread may have been scheduled: an earlier execution got no response; this time: /,
		);
		expect(error?.description).not.toMatch(/not sent again|not scheduled/);
	},
);

test.each([0, 20, 120])(
	'a second node that meets the doubt is retried %d minutes later: nothing is sent twice',
	async (minutes) => {
		const options = optionsFor({ json: {} }, 'whenInDoubt', { postAt: FROM_NOW });
		const copy: Copy = { gets: 'what fails', parameters: options.parameters, node: { onError: 'stopWorkflow' } };
		listIsDown();
		control().addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
		const first = await runCopy({ ...options, node: { onError: 'continueErrorOutput' } }, copy);
		expect(first.error?.message).toMatch(IN_DOUBT);
		moveClock(minutes * 60_000);
		await delay(1_100);
		control().clearFaults();
		const { items } = await retryExecution({ ...options, node: { onError: 'continueErrorOutput' } }, first, copy);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(posts()).toEqual(['A']);
	},
);

test('the words of a long refusal are cut when the key is out of them: no part of it is left', async () => {
	const options = optionsFor({ json: {} }, 'whenInDoubt');
	const first = await leaveInDoubt(options);
	const apiKey = String(service().credential.apiKey);
	// Wherever the words begin in the text, the cut comes within the keys.
	const body = `${'words '.repeat(70)}${`${apiKey} `.repeat(6)}${'more '.repeat(2_000)}`;
	control().addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'status', status: 400, body } });
	const { error, stored } = await retryExecution(options, first);
	expect(error?.message).toMatch(IN_DOUBT);
	expect(error?.description?.length).toBeLessThan(1_500);
	for (const text of [error?.message, error?.description, stored]) expect(text).not.toContain(apiKey.slice(0, 6));
});

describe.each([20, 120])('what a second node has met of the first one, retried %d minutes later', (minutes) => {
	const twoNodes = (texts: readonly string[], onError?: INode['onError']): RunOptions => ({
		...optionsFor({ json: {} }, 'whenInDoubt', { text: '={{ $json.text }}', postAt: FROM_NOW }),
		items: texts.map((text) => ({ json: { text } })),
		node: onError === undefined ? {} : { onError },
	});

	async function retryLater(options: RunOptions, copy: Copy) {
		const first = await runCopy(options, { ...copy, node: { onError: 'stopWorkflow' } });
		control().clearFaults();
		await delay(1_100);
		moveClock(minutes * 60_000);
		return await retryExecution(options, first, { ...copy, node: { onError: 'stopWorkflow' } });
	}

	test('a post in doubt that it found', async () => {
		const options = twoNodes(['one', 'two'], 'continueErrorOutput');
		control().addFault({ on: 'scheduleTweet', nth: 1, fault: { kind: 'reset', when: 'after' } });
		control().addFault({ on: 'scheduleTweet', nth: 2, times: 'always', fault: notToday });
		control().addFault({ on: 'twitterSubmissions', nth: 1, fault: { kind: 'status', status: 400 } });
		await retryLater(options, { gets: 'what fails', parameters: options.parameters });
		expect(posts().sort()).toEqual(['one', 'two']);
	});

	test('a post that was scheduled', async () => {
		const options = twoNodes(['one', 'two']);
		control().addFault({ on: 'scheduleTweet', nth: 3, times: 'always', fault: notToday });
		const text = "={{ $('Start').item.json.text + ($itemIndex === 1 ? ' more' : '') }}";
		await retryLater(options, { gets: 'what is done', parameters: { ...options.parameters, text } });
		expect(posts().sort()).toEqual(['one', 'two', 'two more']);
	});

	test('a post in doubt that it did not reach', async () => {
		const options = twoNodes(['one', 'two'], 'continueErrorOutput');
		listIsDown();
		control().addFault({ on: 'scheduleTweet', nth: 1, fault: notToday });
		control().addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'reset', when: 'after' } });
		control().addFault({ on: 'scheduleTweet', nth: 3, times: 'always', fault: notToday });
		const { error } = await retryLater(options, { gets: 'what fails', parameters: options.parameters });
		expect(error).toBeUndefined();
		expect(posts().sort()).toEqual(['one', 'two']);
	});
});

test.each(CHECKS)('a time that has passed meanwhile does not hide the doubt, with "%s"', async (check) => {
	const options = optionsFor({ json: {} }, check, { postAt: new Date(Date.now() + 3_600_000).toISOString() });
	const first = await leaveInDoubt(options);
	moveClock(2 * 3_600_000);
	const { error } = await retryExecution(options, first);
	expect(error?.message).toMatch(IN_DOUBT);
	expect(error?.message).toContain('which has passed');
});

test.each(CHECKS)(
	'where another item is refused, the error says what the first execution has done, with "%s"',
	async (check) => {
		const soon = new Date(Date.now() + 3_600_000).toISOString();
		const items = ['A', 'B', 'C'].map((text) => ({ json: { text, at: text === 'C' ? soon : '2099-05-04T05:30:00Z' } }));
		const options = {
			...optionsFor({ json: {} }, check, { text: '={{ $json.text }}', postAt: '={{ $json.at }}' }),
			items,
		};
		control().addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'reset', when: 'after' } });
		// "Always" reads it before the first item and after it.
		listIsDown(check === 'always' ? 3 : 1);
		const first = await runNode(options);
		expect(posts()).toEqual(['A', 'B']);
		moveClock(2 * 3_600_000);
		const { error } = await retryExecution(options, first);
		expect(error?.message).toMatch(/which has passed$/);
		expect(error?.description).toContain('Already scheduled: item 0.');
		expect(error?.description).toContain('May have been scheduled, look before you run this again: item 1.');
		expect(error?.description).not.toContain('Not attempted');
	},
);

test('a post that is surely refused costs no upload', async () => {
	const postAt = new Date(Date.now() + 3_600_000).toISOString();
	const options = optionsFor(await withPicture(), 'never', { postAt });
	const first = await leaveInDoubt(options);
	const uploads = () =>
		service()
			.sandbox.state()
			.log.filter(({ kind }) => kind === 'startMediaUpload').length;
	expect(uploads()).toBe(1);
	moveClock(2 * 3_600_000);
	const { error } = await retryExecution(options, first);
	expect(error?.message).toContain('which has passed');
	expect(uploads()).toBe(1);
});

test('"Retry On Fail" makes its tries in a retried execution as well', async () => {
	const options = {
		...optionsFor(await withPicture(), 'whenInDoubt'),
		node: THREE_TRIES,
	};
	const first = await leaveInDoubt(options);
	control().addFault({ on: 'startMediaUpload', fault: { kind: 'status', status: 400 } });
	const before = posts().length;
	const { items } = await retryExecution(options, first);
	expect(items[0]?.json).toMatchObject({ success: true });
	expect(posts()).toHaveLength(before + 1);
});

test('two times of it are in doubt: the third execution looks for both', async () => {
	const options = optionsFor({ json: {} }, 'whenInDoubt', { postAt: FROM_NOW });
	const first = await leaveInDoubt(options);
	control().addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
	const second = await retryExecution(options, first);
	expect(second.error?.message).toMatch(IN_DOUBT);
	await delay(1_100);
	control().clearFaults();
	const { items } = await retryExecution(options, second);
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
	expect(posts()).toEqual(['A']);
});
