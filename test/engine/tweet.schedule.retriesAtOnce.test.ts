/** Retries of one execution that are under way at once: what the one has begun, the others wait for. */
import { setTimeout as delay } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { retryExecution, runNode, type RunOptions, type RunResult, THREE_TRIES } from '../harness/engine';
import { IN_DOUBT, NOT_SEEN, POST_AT, postParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
/** Whether the clock moves on with each wait. */
let isMoving = false;
const waits = useShortWaits(async () => {
	if (isMoving) passed += waits.at(-1) ?? 0;
	await Promise.resolve();
});
const { options, posts, calls, requests, lose, loseBefore, hide, failLists, showFewer } = duplicateCheckOf(service);

const NOW = '={{ $now.plus({ hours: 3 }).toISO() }}';
const failedAt = async (
	nth: number,
	items: string[],
	parameters: INode['parameters'] = {},
	node: Partial<INode> = {},
) => {
	refuse(nth);
	const run = options(undefined, { items: texts(...items), parameters, node });
	return { run, failed: await runNode(run) };
};
const EXECUTE = {
	resource: 'api',
	operation: 'execute',
	query: 'mutation ($input: ScheduleTweetInput!) { scheduleTweet(input: $input) { success post { id } } }',
	variables: `={{ { input: { username: 'my_brand', postAt: $json.postAt, thread: [{ order: 0, text: $json.text }] } } }}`,
};
const refuse = (nth = 1, times = 1) =>
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth, times, fault: { kind: 'status', status: 403 } });
const slow = (ms: number, nth = 1) =>
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth, fault: { kind: 'slow', ms } });
const untilCalls = async (count: number) => {
	while (calls('scheduleTweet') < count) await delay(5);
};
const postsOf = ({ items }: RunResult) => items.map(({ json }) => json.post);
const stopAfter = (ms: number) => (stop: () => void) => void delay(ms).then(stop);

/** How far the clock has moved on, in milliseconds. */
let passed = 0;
beforeEach(() => {
	[passed, isMoving] = [0, false];
	const now = Date.now;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
});

test.each([
	['a fixed time', POST_AT],
	['a time from $now', NOW],
])('each post is sent once, and both have it: %s', async (_, postAt) => {
	const { run, failed } = await failedAt(2, ['a', 'b', 'c', 'd'], { postAt });
	const retries = await Promise.all([retryExecution(run, failed), retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b', 'c', 'd']);
	expect(retries.map(postsOf)).toEqual([postsOf(retries[0]), postsOf(retries[0])]);
	expect(postsOf(retries[0])).toHaveLength(4);
	expect(requests()).toEqual([5, expect.anything(), 0]);
});

test('the one begins while the other is under way, and ends before it', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b', 'c', 'd'], { postAt: NOW });
	slow(300, 2);
	const first = retryExecution(run, failed);
	while (posts().length < 1) await delay(5);
	await Promise.all([first, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b', 'c', 'd']);
});

test('what the one leaves in doubt, the other does not send; a later retry looks for it', async () => {
	// At a full minute, a time from the clock looks like one that a person has set, and is looked up once more.
	while ([58, 59, 0].includes(new Date().getSeconds())) await delay(100);
	const { run, failed } = await failedAt(1, ['a'], { postAt: NOW });
	loseBefore();
	hide(4);
	const retries = await Promise.all([retryExecution(run, failed), retryExecution(run, failed)]);
	for (const { error } of retries) expect(error?.message).toMatch(IN_DOUBT);
	expect(calls('scheduleTweet')).toBe(2);
	const looks = calls('twitterSubmissions');
	await retryExecution(run, retries[1]);
	expect(posts()).toEqual(['a']);
	expect(calls('twitterSubmissions')).toBe(looks + 2);
});

test('what was in doubt before, the one has sent with a time of its own, and the other finds it', async () => {
	loseBefore();
	const run = options(undefined, { items: texts('a', 'b', 'c'), parameters: { postAt: NOW } });
	const failed = await runNode(run);
	passed = 3_600_000;
	slow(300, 3);
	const first = retryExecution(run, failed);
	while (posts().length < 2) await delay(5);
	await Promise.all([first, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b', 'c']);
});

test('what the one is refused, the other sends', async () => {
	const { run, failed } = await failedAt(1, ['a']);
	refuse();
	const retries = await Promise.all([retryExecution(run, failed), retryExecution(run, failed)]);
	expect(retries.filter(({ error }) => error === undefined)).toHaveLength(1);
	expect(posts()).toEqual(['a']);
});

test('one after the other: what the first one has sent is looked up, as it may be in the trash since', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b']);
	const first = await retryExecution(run, failed);
	await runNode({ parameters: postParameters('delete', '2001'), credential: service().credential });
	passed = 11_000;
	const second = await retryExecution(run, failed);
	expect(postsOf(first)).toEqual([{ id: '2001' }, { id: '2002' }]);
	expect(postsOf(second)).toEqual([{ id: '2003' }, { id: '2002' }]);
});

describe('one after the other, with a time from $now', () => {
	const parameters = { postAt: NOW };
	const later = async (run: RunOptions, failed: RunResult) => {
		passed += 75_000;
		return await retryExecution(run, failed);
	};

	test('what the first one has sent is looked up at the time that it had', async () => {
		const { run, failed } = await failedAt(2, ['a', 'b', 'c'], parameters);
		const first = await later(run, failed);
		const second = await later(run, failed);
		expect(posts()).toEqual(['a', 'b', 'c']);
		expect(postsOf(second)).toEqual(postsOf(first));
		expect(second.items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	});

	test('the first one has failed as well, and the older one is retried', async () => {
		const { run, failed } = await failedAt(1, ['a', 'b', 'c'], parameters);
		refuse(2);
		expect((await later(run, failed)).error).toBeDefined();
		expect(posts()).toEqual(['a']);
		await later(run, failed);
		expect(posts()).toEqual(['a', 'b', 'c']);
	});

	test('what a person has deleted since is sent anew', async () => {
		const { run, failed } = await failedAt(1, ['a', 'b'], parameters);
		await later(run, failed);
		service().sandbox.control.deletePost('2001');
		const { items } = await later(run, failed);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([false, true]);
		expect(posts()).toEqual(['b', 'a']);
	});

	test('of several that have ended, the newest one is looked up: it has found what the others had sent', async () => {
		const { run, failed } = await failedAt(1, ['a'], parameters);
		for (let retry = 0; retry < 3; retry++) {
			await later(run, failed);
			service().sandbox.control.deletePost(`200${retry + 1}`);
		}
		const before = waits.length;
		await later(run, failed);
		expect(posts()).toEqual(['a']);
		expect(waits.slice(before)).toEqual([expect.closeTo(10_000, -3)]);
	});

	test.each([
		['fails', () => failLists(500), NOT_SEEN],
		['counts more than it shows', () => showFewer('always'), IN_DOUBT],
	] as const)('where the list %s, what the first one has sent is not sent again', async (_, fail, words) => {
		const { run, failed } = await failedAt(1, ['a'], parameters);
		await later(run, failed);
		fail();
		const unseen = await later(run, failed);
		expect(unseen.error?.message).toMatch(words);
		expect(posts()).toEqual(['a']);
		// Nor by a retry of that one, when the first one is forgotten.
		service().sandbox.control.clearFaults();
		passed += 70 * 60_000;
		const { items } = await retryExecution(run, unseen);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
		expect(posts()).toEqual(['a']);
	});

	test('what the first one has left in doubt is looked up', async () => {
		const { run, failed } = await failedAt(1, ['a', 'b'], parameters);
		lose();
		hide(99);
		const first = await later({ ...run, node: { onError: 'continueRegularOutput' } }, failed);
		expect(first.items[0]?.json.error).toMatch(IN_DOUBT);
		service().sandbox.control.clearFaults();
		const { items } = await later(run, failed);
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true]);
		expect(posts()).toEqual(['a', 'b']);
	});

	test('whose time has come since: the post is found', async () => {
		const { run, failed } = await failedAt(1, ['a'], { postAt: '={{ $now.plus({ minutes: 2 }).toISO() }}' });
		await later(run, failed);
		passed += 10 * 60_000;
		const { items } = await later(run, failed);
		expect(items[0]?.json.alreadyScheduled).toBe(true);
		expect(posts()).toEqual(['a']);
	});

	test('a post with one text and another picture may be found for one that is deleted: a warning says so', async () => {
		await service().sandbox.control.fillLibrary(2);
		const items = service()
			.sandbox.state()
			.media.map(({ id }) => ({ json: { text: 'a', media: id } }));
		const file = { __rl: true, mode: 'id', value: '={{ $json.media }}' };
		refuse();
		const run = options(undefined, {
			items,
			parameters: { ...parameters, thread: { tweet: [{ text: 'a', media: { reference: [{ file }] } }] } },
		});
		const failed = await runNode(run);
		await later(run, failed);
		service().sandbox.control.deletePost('2001');
		const second = await later(run, failed);
		expect(second.items[0]?.json.warnings).toContainEqual(expect.stringContaining('did not compare its media'));
	});

	test('with another time than the clock can have made, an item is another post', async () => {
		const { run, failed } = await failedAt(1, ['a'], parameters);
		await later(run, failed);
		await later(
			{ ...run, parameters: { ...run.parameters, postAt: '={{ $now.plus({ hours: 9 }).toISO() }}' } },
			failed,
		);
		expect(posts()).toEqual(['a', 'a']);
	});

	test('an hour later, each item has a post of its own', async () => {
		const { run, failed } = await failedAt(1, ['a'], parameters);
		await later(run, failed);
		passed += 2 * 3_600_000;
		await later(run, failed);
		expect(posts()).toEqual(['a', 'a']);
	});
});

test('what is at the place of an item with a time of its own is another post: a loop that reads the next row, an agent', async () => {
	const { run, failed } = await failedAt(1, ['a'], { postAt: '={{ $json.at ?? $now.plus({ days: 1 }).toISO() }}' });
	slow(100);
	const first = retryExecution(run, failed);
	const other = {
		...run,
		parameters: { ...run.parameters, postAt: '={{ $now.plus({ days: 1, hours: 9 }).toISO() }}' },
	};
	await Promise.all([first, retryExecution(other, failed)]);
	expect(posts()).toEqual(['a', 'a']);
});

test('the other one pauses between two tries of "Retry On Fail"', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	refuse(2);
	const first = retryExecution({ ...run, node: { ...THREE_TRIES, waitBetweenTries: 1_500 } }, failed);
	await untilCalls(3);
	await delay(300);
	passed = 2_000;
	await Promise.all([first, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b']);
});

test('a third one knows what the first one has sent, and the second one has taken', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	slow(500, 2);
	const first = retryExecution(run, failed);
	while (posts().length < 1) await delay(5);
	const second = retryExecution(run, failed);
	await delay(100);
	const retries = await Promise.all([first, second, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b']);
	expect(new Set(retries.map((retry) => JSON.stringify(postsOf(retry)))).size).toBe(1);
});

test('the one is stopped while its post is under way: the other looks for it, and goes on', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	slow(600);
	const stopped = retryExecution({ ...run, onStart: stopAfter(300) }, failed);
	await delay(50);
	const other = await retryExecution(run, failed);
	await stopped;
	expect(other.run.status).toBe('success');
	expect(other.items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
	expect(posts()).toEqual(['a', 'b']);
});

test('one that waits for the other can be stopped', async () => {
	const { run, failed } = await failedAt(1, ['a']);
	slow(1_500);
	let isOver = false;
	const first = retryExecution(run, failed).finally(() => (isOver = true));
	const { run: stopped } = await retryExecution({ ...run, onStart: stopAfter(200) }, failed);
	expect([stopped.status, isOver]).toEqual(['canceled', false]);
	await first;
	expect(posts()).toEqual(['a']);
});

test('a retry of a retry goes back to the same execution', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	refuse();
	const first = await retryExecution(run, failed);
	await Promise.all([retryExecution(run, first), retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b']);
});

describe.each([
	['a time from $now', NOW],
	['the same time from an expression', `={{ '${POST_AT}' }}`],
])('31 minutes later, %s', (_, postAt) => {
	test('the first one still has its post under way', async () => {
		const { run, failed } = await failedAt(1, ['a', 'b'], { postAt });
		slow(400);
		const first = retryExecution(run, failed);
		await untilCalls(2);
		passed = 31 * 60_000;
		await Promise.all([first, retryExecution(run, failed)]);
		expect(posts()).toEqual(['a', 'b']);
	});

	test('the first one is at the item after it', async () => {
		const { run, failed } = await failedAt(1, ['a', 'b'], { postAt });
		slow(400, 2);
		const first = retryExecution(run, failed);
		await untilCalls(3);
		passed = 31 * 60_000;
		await Promise.all([first, retryExecution(run, failed)]);
		expect(posts()).toEqual(['a', 'b']);
	});
});

test('the other one was stopped before this one came: this one looks for its post', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	slow(600);
	const stopped = await retryExecution({ ...run, onStart: stopAfter(300) }, failed);
	expect(stopped.run.status).toBe('canceled');
	await delay(400);
	passed = 2_000;
	const { items } = await retryExecution(run, failed);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
	expect(posts()).toEqual(['a', 'b']);
});

test('the other one was stopped, and its post is not found: neither sends it again', async () => {
	const { run, failed } = await failedAt(1, ['a']);
	slow(600);
	hide(9);
	const stopped = retryExecution({ ...run, onStart: stopAfter(300) }, failed);
	await delay(50);
	const { error } = await retryExecution(run, failed);
	await stopped;
	expect(error?.message).toBe('The thread may have been scheduled: an earlier try got no response');
	expect(error?.description).toContain('Two looks at the posts of that day, 10 seconds apart, did not find it.');
	expect(posts()).toEqual(['a']);
});

test('"never": the other one was stopped: this one does not send it again', async () => {
	const { run, failed } = await failedAt(1, ['a'], { options: { duplicateCheck: 'never' } });
	slow(600);
	const stopped = retryExecution({ ...run, onStart: stopAfter(300) }, failed);
	await delay(50);
	const { error } = await retryExecution({ ...run, node: THREE_TRIES }, failed);
	await stopped;
	expect(error?.message).toMatch(IN_DOUBT);
	expect(error?.description).toMatch(
		/^Wait some minutes, and check the scheduled posts in the service before you run this again/,
	);
	expect([posts(), requests()]).toEqual([['a'], [2, 0, 0]]);
});

test('a third one knows what the second one has found of the first one, which was stopped', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	slow(600);
	slow(1_000, 2);
	const stopped = retryExecution({ ...run, onStart: stopAfter(300) }, failed);
	await delay(50);
	const second = retryExecution(run, failed);
	await untilCalls(3);
	passed = 1_000;
	const retries = await Promise.all([second, retryExecution(run, failed), stopped]);
	expect(posts()).toEqual(['a', 'b']);
	expect(postsOf(retries[1])).toEqual(postsOf(retries[0]));
});

test('a third one knows what the second one has taken of the first one, which has ended', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	slow(300);
	refuse(2);
	slow(1_000, 3);
	const first = retryExecution(run, failed);
	await delay(50);
	const second = retryExecution(run, failed);
	expect((await first).error).toBeDefined();
	await untilCalls(4);
	passed = 11_000;
	await Promise.all([second, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b']);
});

test('what "Retry On Fail" of the one has found, the other one knows', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	lose();
	hide(3);
	slow(1_000, 2);
	const first = retryExecution({ ...run, node: THREE_TRIES }, failed);
	await untilCalls(3);
	await delay(50);
	passed = 2_000;
	const retries = await Promise.all([first, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b']);
	expect(postsOf(retries[1])).toEqual(postsOf(retries[0]));
});

test('what the one leaves in doubt, "Retry On Fail" of both looks for', async () => {
	refuse(1, 3);
	const run = options(undefined, { parameters: { postAt: NOW }, node: THREE_TRIES });
	const failed = await runNode(run);
	service().sandbox.control.clearFaults();
	lose();
	hide(3);
	const retries = await Promise.all([retryExecution(run, failed), retryExecution(run, failed)]);
	expect(retries.map(({ run: { status } }) => status)).toEqual(['success', 'success']);
	expect(posts()).toEqual(['a']);
});

test('what the one has left in doubt and goes on from, the other one looks for at its time', async () => {
	const { run, failed } = await failedAt(1, ['a', 'b'], { postAt: NOW });
	lose();
	hide(3);
	slow(1_000, 2);
	const first = retryExecution({ ...run, node: { onError: 'continueRegularOutput' } }, failed);
	await untilCalls(3);
	passed = 5_000;
	const retries = await Promise.all([first, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'b']);
	expect(retries[1].items[0]?.json.alreadyScheduled).toBe(true);
});

test.each([2, 3])(
	'what was in doubt before is known at the time with which the first of %i retries has sent it',
	async (count) => {
		loseBefore();
		const run = options(undefined, { items: texts('a', 'b', 'c'), parameters: { postAt: NOW } });
		const failed = await runNode(run);
		passed = 3_600_000;
		slow(1_200, 3);
		const retries = [retryExecution(run, failed)];
		while (posts().length < 2) await delay(5);
		while (retries.length < count) {
			passed += 5_000;
			retries.push(retryExecution(run, failed));
			await delay(100);
		}
		await Promise.all(retries);
		expect(posts()).toEqual(['a', 'b', 'c']);
	},
);

test('the one that waits has the time of the post that was sent', async () => {
	const { run, failed } = await failedAt(1, ['a'], { postAt: NOW });
	slow(400);
	const first = retryExecution(run, failed);
	await delay(200);
	passed = 5_000;
	const retries = await Promise.all([first, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a']);
	expect(retries[1].items[0]?.json.postAt).toBe(retries[0].items[0]?.json.postAt);
});

describe.each([
	['a fixed time', POST_AT],
	['a time from an expression', `={{ '${POST_AT}' }}`],
])('%s', (_, postAt) => {
	test('two equal items are one post, also where the one is refused once and goes on', async () => {
		const { run, failed } = await failedAt(1, ['a', 'a'], { postAt });
		refuse();
		const node: Partial<INode> = { onError: 'continueRegularOutput' };
		await Promise.all([retryExecution({ ...run, node }, failed), retryExecution({ ...run, node }, failed)]);
		expect(posts()).toEqual(['a']);
	});
});

test.each([
	['Execute GraphQL', EXECUTE],
	['"never"', { options: { duplicateCheck: 'never' } }],
])('%s: what the one has left in doubt before the other one came is not sent again', async (_, parameters) => {
	refuse();
	const run = options(undefined, { items: [{ json: { text: 'a', postAt: POST_AT } }], parameters });
	const failed = await runNode(run);
	lose();
	await retryExecution(run, failed);
	const { error } = await retryExecution(run, failed);
	expect(error?.message).toMatch(/ may have been /);
	expect(posts()).toEqual(['a']);
});

test.each([
	['"never"', { options: { duplicateCheck: 'never' } }],
	['Execute GraphQL', EXECUTE],
])('%s: a retry of the one that has left it in doubt, seconds later, sends it', async (_, parameters) => {
	refuse();
	const run = options(undefined, { items: [{ json: { text: 'a', postAt: POST_AT } }], parameters });
	const failed = await runNode(run);
	loseBefore();
	const first = await retryExecution(run, failed);
	expect(first.error?.message).toMatch(/ may have been /);
	expect((await retryExecution(run, first)).run.status).toBe('success');
	expect(posts()).toEqual(['a']);
});

test.each([
	['a fixed time', POST_AT],
	['a time from $now', NOW],
])('both pause for longer than 10 seconds between their posts: %s', async (_, postAt) => {
	const { run, failed } = await failedAt(1, ['a', 'b', 'c'], { postAt });
	const batching = { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 600 } } } };
	const paused = { ...run, parameters: { ...run.parameters, ...batching } };
	const first = retryExecution(paused, failed);
	await untilCalls(3);
	const second = retryExecution(paused, failed);
	await delay(100);
	passed = 15_000;
	await Promise.all([first, second]);
	expect(posts()).toEqual(['a', 'b', 'c']);
});

test('what the other one has left in doubt is not looked up in a list that is older', async () => {
	loseBefore();
	const run = options(undefined, { items: texts('a', 'b'), parameters: { postAt: POST_AT } });
	const failed = await runNode(run);
	refuse(2);
	isMoving = true;
	const node = { ...THREE_TRIES, waitBetweenTries: 1_000 };
	const second = retryExecution({ ...run, node }, failed);
	await untilCalls(3);
	await delay(100);
	slow(600);
	const stopped = await retryExecution({ ...run, onStart: stopAfter(300) }, failed);
	expect(stopped.run.status).toBe('canceled');
	await second;
	expect(posts()).toEqual(['a', 'b']);
});

test.each([1, 60])('a series of one text, %i minutes apart: each item is the one at its place', async (step) => {
	const postAt = `={{ $now.startOf('minute').plus({ days: 1, minutes: ${step} * $itemIndex }).toISO() }}`;
	const { run, failed } = await failedAt(1, ['a', 'a', 'a'], { postAt });
	slow(400, 3);
	const first = retryExecution(run, failed);
	await untilCalls(4);
	passed = step * 60_000;
	const retries = await Promise.all([first, retryExecution(run, failed)]);
	expect(posts()).toEqual(['a', 'a', 'a']);
	expect(postsOf(retries[1])).toEqual(postsOf(retries[0]));
});
