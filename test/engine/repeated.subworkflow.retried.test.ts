/** A call of a sub-workflow that failed, whose caller called once more, is retried from the list of executions. */
import { setTimeout as delay } from 'node:timers/promises';
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { moveClock } from '../harness/clock';
import { retryExecution, runNode, type RunOptions, type RunResult } from '../harness/engine';
import { POST_AT, postParameters, scheduleParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();

let callers = 0;
let caller: string;
beforeEach(() => (caller = `caller ${++callers}`));

const refuse = (nth: number) =>
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth,
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
	});

/** The IDs of two files in the library. */
const twoMedia = async (): Promise<[string, string]> => {
	const { sandbox } = service();
	await sandbox.control.fillLibrary(2);
	const [one = '', other = ''] = sandbox.state().media.map(({ id }) => id);
	return [one, other];
};

const TEXTS = [{ json: { text: 'a' } }, { json: { text: 'b' } }, { json: { text: 'c' } }];
const texts = () =>
	service()
		.sandbox.state()
		.posts.flatMap(({ submissions }) => submissions.map(({ text }) => text))
		.sort();
const scheduling = (more: INode['parameters']) => ({
	parameters: { ...scheduleParameters('={{ $json.text }}'), ...more },
	items: TEXTS,
	credential: service().credential,
	caller,
});

const rowsWithMedia = (rows: string[], id: string, more: INode['parameters']) => {
	const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }] };
	return {
		...scheduling({ ...more, specifyThread: 'text', text: '={{ $json.text }}', media }),
		items: rows.map((text) => ({ json: { text, id, at: POST_AT } })),
	};
};

const leaveInDoubt = (nth: number) =>
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth,
		fault: { kind: 'status', status: 500, when: 'before' },
	});

test.each([
	['a time that is the same', {}, 1],
	['a time that is the same', {}, 2],
	['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }, 1],
	['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }, 2],
	['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }, 2],
])('each post is scheduled once, with %s', async (_, more, failing) => {
	refuse(failing);
	const run = scheduling(more);
	const failed = await runNode(run);
	expect(failed.error?.message).toContain('Not today');
	expect((await runNode(run)).items).toHaveLength(3);
	const retried = await retryExecution(run, failed);
	expect(retried.items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test.each([1, 2, 3])('also much later, with a time of the clock; item %i was refused', async (failing) => {
	refuse(failing);
	const run = scheduling({ postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
	const failed = await runNode(run);
	await runNode(run);
	moveClock(45 * 60_000);
	const retried = await retryExecution(run, failed);
	jest.restoreAllMocks();
	expect(retried.items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test.each([0, 25])(
	'rows of one text, each in a call with hours of its own after now, %i hours later',
	async (later) => {
		const calls = [5, 29, 53].map((hours) => ({
			...scheduling({ postAt: '={{ $now.plus({ hours: $json.hours }).toISO() }}' }),
			items: [{ json: { text: 'same', hours } }],
		}));
		refuse(1);
		const failed = await runNode(calls[0]!);
		await runNode(calls[1]!);
		await runNode(calls[2]!);
		moveClock(later * 60 * 60_000);
		const { items } = await retryExecution(calls[0]!, failed);
		jest.restoreAllMocks();
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(texts()).toEqual(['same', 'same', 'same']);
	},
);

test.each([10, 40, 300])(
	'rows that were refused together, and then in a call each, with a time of the clock, %i minutes later',
	async (minutes) => {
		const { control } = service().sandbox;
		const run = scheduling({ postAt: '={{ $now.plus({ hours: 8 }).toISO() }}' });
		const runs = [run, ...TEXTS.map((item) => ({ ...run, items: [item] }))];
		control.addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'status', status: 401 } });
		const calls: RunResult[] = [];
		for (const each of runs) calls.push(await runNode(each));
		control.clearFaults();
		expect((await retryExecution(runs[0]!, calls[0]!)).items).toHaveLength(3);
		moveClock(minutes * 60_000);
		for (const at of [1, 2, 3]) {
			const { items } = await retryExecution(runs[at]!, calls[at]!);
			expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		}
		jest.restoreAllMocks();
		expect(texts()).toEqual(['a', 'b', 'c']);
	},
);

test.each([5, 16, 25])(
	'rows of one text, a call each, some minutes apart by the clock, %i minutes later',
	async (minutes) => {
		const run = scheduling({ postAt: '={{ $now.plus({ minutes: 60 + $json.minutes }).toISO() }}' });
		const runs = [15, 30, 45].map((apart) => ({ ...run, items: [{ json: { text: 'same', minutes: apart } }] }));
		refuse(1);
		const calls: RunResult[] = [];
		for (const each of runs) calls.push(await runNode(each));
		moveClock(minutes * 60_000);
		const { items } = await retryExecution(runs[0]!, calls[0]!);
		jest.restoreAllMocks();
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(texts()).toEqual(['same', 'same', 'same']);
	},
);

test('a caller that waits a day between its calls: each of them is a post, also where one is retried', async () => {
	const run = { ...scheduling({ postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }), items: TEXTS.slice(0, 1) };
	const onDay = async (day: number, act: () => Promise<RunResult>) => {
		moveClock(day * 24 * 3_600_000);
		const result = await act();
		jest.restoreAllMocks();
		return result;
	};
	await onDay(0, async () => await runNode(run));
	refuse(1);
	const failed = await onDay(1, async () => await runNode(run));
	expect(failed.error?.message).toContain('Not today');
	await onDay(2, async () => await runNode(run));
	const { items } = await onDay(2.1, async () => await retryExecution(run, failed));
	expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
	expect(texts()).toEqual(['a', 'a', 'a']);
});

test('all failed calls are retried: each post is scheduled once', async () => {
	leaveInDoubt(1);
	const run = scheduling({ options: { duplicateCheck: 'never' }, postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
	const first = await runNode(run);
	const second = await runNode(run);
	expect([first, second].map(({ error }) => error?.message)).toEqual([
		expect.stringContaining('may have been scheduled'),
		expect.stringContaining('may have been scheduled'),
	]);
	expect((await retryExecution(run, second)).items).toHaveLength(3);
	expect((await retryExecution(run, first)).items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test.each([
	['a time that is the same', {}],
	['a time of a table', { postAt: '={{ $json.at }}' }],
	['a time of the clock', { postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' }],
])('a row that was refused for other media is refused again in a retry, with %s', async (_, more) => {
	const [one, other] = await twoMedia();
	refuse(3);
	await runNode(rowsWithMedia(['a', 'b', 'c'], one, more));
	const run = rowsWithMedia(['b'], other, more);
	const refused = await runNode(run);
	expect(refused.error?.message).toContain('with other media');
	const again = await retryExecution(run, refused);
	expect(again.error?.message).toContain('with other media');
	moveClock(45 * 60_000);
	for (const each of [refused, again]) {
		expect((await retryExecution(run, each)).error?.message).toContain('with other media');
	}
	jest.restoreAllMocks();
	expect(texts()).toEqual(['a', 'b']);
});

test('a row that was refused, and that a later call has scheduled with other media, is not sent by its retries', async () => {
	const [one, other] = await twoMedia();
	refuse(1);
	const run = rowsWithMedia(['a'], one, {});
	const refused = await runNode(run);
	expect(refused.error?.message).toContain('Not today');
	expect((await runNode(rowsWithMedia(['a'], other, {}))).error).toBeUndefined();
	const retried = await retryExecution(run, refused);
	expect(retried.error?.message).toContain('with other media');
	expect(retried.error?.message).toContain('or by another call of this workflow');
	expect(retried.error?.description).toContain('if it is the same post, leave it out.');
	expect((await retryExecution(run, retried)).error?.message).toContain('with other media');
	expect(texts()).toEqual(['a']);
});

test('a call after the retry knows what that did', async () => {
	refuse(2);
	const run = scheduling({ postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
	await retryExecution(run, await runNode(run));
	expect((await runNode(run)).items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('rows of one text and times of a table, each in a call of its own, are posts of their own', async () => {
	const rows = [0, 2, 4].map((minutes) =>
		[`first of ${minutes}`, 'same'].map((text) => ({
			json: { text, at: DateTime.fromISO(POST_AT).plus({ minutes }).toISO() },
		})),
	);
	const ofRow = (items: (typeof rows)[number]) => ({ ...scheduling({ postAt: '={{ $json.at }}' }), items });
	const [first, second, third] = rows.map(ofRow);
	await runNode(first!);
	// The second one is not attempted.
	refuse(1);
	const failed = await runNode(second!);
	expect(failed.error?.message).toContain('Not today');
	await runNode(third!);
	moveClock(5 * 60_000);
	const { items } = await retryExecution(second!, failed);
	jest.restoreAllMocks();
	expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([undefined, undefined]);
	expect(texts()).toEqual(['first of 0', 'first of 2', 'first of 4', 'same', 'same', 'same']);
});

test('what the failed call has left in doubt is looked for', async () => {
	leaveInDoubt(1);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const failed = await runNode(run);
	expect(failed.error?.message).toContain('may have been');
	await retryExecution(run, failed);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

describe('with looks at the service', () => {
	useShortWaits();

	const CLOCK = { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' };
	const NEVER = { options: { duplicateCheck: 'never' } };

	/** The service does not carry out the first item, and gives no clear response, in two calls. */
	const failTwice = async (run: RunOptions) => {
		const { control } = service().sandbox;
		const fault = { kind: 'status', status: 502, when: 'before' } as const;
		control.addFault({ on: 'scheduleTweet', times: 'always', fault });
		const failed = [await runNode(run), await runNode(run)] as const;
		for (const { error } of failed) expect(error?.message).toContain('may have been scheduled');
		control.clearFaults();
		return failed;
	};

	describe.each([
		['a time that is the same', {}],
		['a time of the clock', CLOCK],
		['a time that is the same, and "Duplicate Check" set to "Never"', NEVER],
		['a time of the clock, and "Duplicate Check" set to "Never"', { ...CLOCK, ...NEVER }],
	])('all calls that were left in doubt are retried, with %s: each post is scheduled once', (_, more) => {
		test.each(['the first one first', 'the last one first'])('one after the other, %s', async (order) => {
			const run = scheduling(more);
			const failed = await failTwice(run);
			const [one, other] = order === 'the first one first' ? failed : [...failed].reverse();
			await retryExecution(run, one);
			const { items } = await retryExecution(run, other);
			expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});

		test('all at once, of which one is refused: the next retry sends what is left', async () => {
			const run = scheduling(more);
			const failed = await failTwice(run);
			refuse(1);
			const retried = await Promise.all(failed.map(async (each) => await retryExecution(run, each)));
			for (const each of retried) if (each.error !== undefined) await retryExecution(run, each);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});

		test.each([
			['looks', 'twitterSubmissions'],
			['sends', 'scheduleTweet'],
		] as const)('one while the other %s', async (__, on) => {
			const run = scheduling(more);
			const [first, second] = await failTwice(run);
			service().sandbox.control.addFault({ on, times: 'always', fault: { kind: 'slow', ms: 100 } });
			const retries = [retryExecution(run, first)];
			await delay(50);
			retries.push(retryExecution(run, second));
			await Promise.all(retries);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});
	});

	describe.each([
		['a time that is the same', {}],
		['a time of a table', { postAt: '={{ $json.at }}' }],
		['a time of the clock', CLOCK],
		['"Never"', NEVER],
		['"Never" and a time of the clock', { ...CLOCK, ...NEVER }],
	])('two calls in doubt that have media of their own, with %s', (_, more) => {
		test.each([
			['one after the other, the first one first', false, [0, 1]],
			['one after the other, the last one first', false, [1, 0]],
			['at once, the first one first', true, [0, 1]],
			['at once, the last one first', true, [1, 0]],
		])('%s: a retry of the one that is refused does not send it', async (__, areAtOnce, order) => {
			const { control } = service().sandbox;
			const runs = (await twoMedia()).map((id) => rowsWithMedia(['a'], id, more));
			control.addFault({
				on: 'scheduleTweet',
				times: 'always',
				fault: { kind: 'status', status: 502, when: 'before' },
			});
			const failed = [await runNode(runs[0]!), await runNode(runs[1]!)];
			control.clearFaults();
			const retry = async (at: number) => await retryExecution(runs[at]!, failed[at]!);
			const [first, second] = [retry(order[0]!), areAtOnce ? retry(order[1]!) : undefined];
			expect((await first).error).toBeUndefined();
			const refused = await (second ?? retry(order[1]!));
			const again = await retryExecution(runs[order[1]!]!, refused);
			expect([refused.error, again.error]).not.toContain(undefined);
			const last = await retryExecution(runs[order[1]!]!, again);
			expect(last.error?.message).toContain('with other media');
			expect(texts()).toEqual(['a']);
		});
	});

	describe.each(['never', 'whenInDoubt', 'always'])(
		'rows of one text with pictures of their own, with "%s"',
		(duplicateCheck) => {
			test.each([
				['two calls are retried one after the other', false, 2],
				['two calls are retried at once', true, 2],
				['one is retried, after a third one', false, 3],
			])('%s: what was refused is sent once', async (_, areAtOnce, count) => {
				const ids = await twoMedia();
				const run = {
					...rowsWithMedia([], '', { options: { duplicateCheck } }),
					items: ids.map((id) => ({ json: { text: 'same', id } })),
				};
				const { control } = service().sandbox;
				refuse(2);
				const failed = [await runNode(run)];
				refuse(1);
				failed.push(await runNode(run));
				if (count === 3) expect((await runNode(run)).error).toBeUndefined();
				control.addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'slow', ms: 25 } });
				const retries = failed.map((each) => async () => await retryExecution(run, each));
				const first = areAtOnce ? undefined : await retries[0]!();
				const results =
					first === undefined
						? await Promise.all(retries.map(async (retry) => await retry()))
						: [first, await retries[1]!()];
				expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
				const { posts } = service().sandbox.state();
				expect(posts.map(({ submissions }) => submissions[0]?.mediaIds[0])).toEqual(ids);
			});
		},
	);

	test('a call that comes again with the time that was in doubt, after a retry with another one that a person has set', async () => {
		leaveInDoubt(1);
		const run = { ...scheduling({}), items: TEXTS.slice(0, 1) };
		const failed = await runNode(run);
		const changed = {
			...run,
			parameters: { ...run.parameters, postAt: DateTime.fromISO(POST_AT).plus({ days: 2 }).toISO() },
		};
		expect((await retryExecution(changed, failed)).error).toBeUndefined();
		expect((await runNode(run)).error?.message).toContain('may have been scheduled');
		expect(texts()).toEqual(['a']);
	});

	test.each(['never', 'whenInDoubt', 'always'])(
		'rows of one text with pictures of their own are posts of their own, with "%s"',
		async (duplicateCheck) => {
			await service().sandbox.control.fillLibrary(2);
			const { media } = service().sandbox.state();
			const run = {
				...rowsWithMedia([], '', { options: { duplicateCheck } }),
				items: media.map(({ id }) => ({ json: { text: 'same', id } })),
			};
			for (const failed of await failTwice(run)) {
				const { error } = await retryExecution(run, failed);
				expect(error).toBeUndefined();
			}
			const { posts } = service().sandbox.state();
			expect(posts.map(({ submissions }) => submissions[0]?.mediaIds[0])).toEqual(media.map(({ id }) => id));
		},
	);

	test.each([
		['a time that is the same', {}],
		['a time of a table', { postAt: '={{ $json.at }}' }],
		['a time of the clock', CLOCK],
		['"Always"', { options: { duplicateCheck: 'always' } }],
	])('a row in doubt that comes with other media is looked for in a retry, with %s', async (_, more) => {
		const { control } = service().sandbox;
		const [one, other] = await twoMedia();
		control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'status', status: 500 } });
		control.addFault({
			on: 'scheduleTweet',
			nth: 2,
			times: 'always',
			fault: { kind: 'status', status: 502, when: 'after' },
		});
		await runNode(rowsWithMedia(['a', 'b'], one, more));
		const run = rowsWithMedia(['b'], other, more);
		const failed = await runNode(run);
		expect(failed.error?.message).toContain('may have been');
		control.clearFaults();
		await retryExecution(run, failed);
		expect(texts()).toEqual(['a', 'b']);
	});

	test.each([
		['a time that is the same', {}],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' }],
		['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }],
	])('a call after the retry has no doubt of what that did, with %s', async (_, more) => {
		leaveInDoubt(2);
		const run = scheduling(more);
		await retryExecution(run, await runNode(run));
		const { items, error } = await runNode(run);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	test('what a retry of it could not do is done by the next one', async () => {
		leaveInDoubt(1);
		const run = scheduling({});
		const failed = await runNode(run);
		refuse(1);
		const refused = await retryExecution(run, failed);
		expect(refused.error?.message).toContain('Not today');
		expect((await retryExecution(run, refused)).items).toHaveLength(3);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});
});

test('what the other call has left in doubt is told once, so that a person looks, and then sent', async () => {
	refuse(1);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const failed = await runNode(run);
	leaveInDoubt(1);
	await runNode(run);
	const told = await retryExecution(run, failed);
	expect(told.error?.message).toContain('may have been scheduled');
	expect(texts()).toEqual([]);
	expect((await retryExecution(run, told)).items).toHaveLength(3);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

describe('the retries of several calls know each other after a restart of n8n', () => {
	useShortWaits();

	/** A call of which this process knows nothing. */
	const beforeRestart = async (run: RunOptions, name = 'before') => {
		const result = await runNode({ ...run, caller: `${caller} ${name}` });
		result.run.data.executionData!.runtimeData!.parentExecutionId = caller;
		return result;
	};

	test.each([
		['a time that is the same', {}],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }],
		['"Duplicate Check" set to "Always"', { options: { duplicateCheck: 'always' } }],
	])('a row that was refused, and that another call has scheduled with other media, with %s', async (_, more) => {
		const { control } = service().sandbox;
		await control.fillLibrary(3);
		const runs = service()
			.sandbox.state()
			.media.map(({ id }) => rowsWithMedia(['a'], id, more));
		refuse(1);
		const calls = [await beforeRestart(runs[0]!)];
		control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'status', status: 500 } });
		control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
		calls.push(await beforeRestart(runs[1]!), await beforeRestart(runs[2]!));
		control.clearFaults();
		for (const at of [2, 1, 0]) await retryExecution(runs[at]!, calls[at]!);
		expect(texts()).toEqual(['a']);
	});

	test.each([
		['a time that is the same', {}],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }],
		['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }],
	])('with %s', async (_, more) => {
		const run = scheduling(more);
		refuse(1);
		const first = await beforeRestart(run, 'first');
		refuse(1);
		const second = await beforeRestart(run, 'second');
		expect((await retryExecution(run, first)).items).toHaveLength(3);
		const { items } = await retryExecution(run, second);
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});
});

describe('while the retry is under way, its caller calls once more', () => {
	useShortWaits();

	const rowsOf = (...rows: string[]) => rows.map((text) => ({ json: { text, at: POST_AT } }));

	describe.each([
		['a time that is the same', {}],
		['a time of a table', { postAt: '={{ $json.at }}' }],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }],
		['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }],
	])('with %s', (_, more) => {
		test.each([
			['in the same order', ['a', 'b', 'c']],
			['in another order', ['c', 'b', 'a']],
		])('%s', async (__, order) => {
			const { control } = service().sandbox;
			refuse(1);
			const run = { ...scheduling(more), items: rowsOf('a', 'b', 'c') };
			const failed = await runNode(run);
			control.addFault({ on: 'scheduleTweet', nth: 1, fault: { kind: 'slow', ms: 600, when: 'before' } });
			const retried = retryExecution(run, failed);
			await delay(200);
			const further = await runNode({ ...run, items: rowsOf(...order) });
			expect([(await retried).error, further.error]).toEqual([undefined, undefined]);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});

		test.each([
			['looks, in the same order', 'twitterSubmissions', ['a', 'b', 'c']],
			['looks, in another order', 'twitterSubmissions', ['c', 'b', 'a']],
			['sends, in the same order', 'scheduleTweet', ['a', 'b', 'c']],
			['sends, in another order', 'scheduleTweet', ['c', 'b', 'a']],
		] as const)('after a doubt, while it %s', async (__, on, order) => {
			const { control } = service().sandbox;
			control.addFault({
				on: 'scheduleTweet',
				times: 'always',
				fault: { kind: 'status', status: 502, when: 'before' },
			});
			const run = { ...scheduling(more), items: rowsOf('a', 'b', 'c') };
			const failed = await runNode(run);
			expect(failed.error?.message).toContain('may have been scheduled');
			control.clearFaults();
			control.addFault({ on, times: 'always', fault: { kind: 'slow', ms: 100, when: 'before' } });
			const retried = retryExecution(run, failed);
			await delay(50);
			await runNode({ ...run, items: rowsOf(...order) });
			expect((await retried).error).toBeUndefined();
			expect(texts()).toEqual(['a', 'b', 'c']);
		});
	});
});

test('a call that was stopped, of which n8n has stored nothing: its retry knows what it did', async () => {
	refuse(2);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const stopped = await runNode(run);
	stopped.run.data.executionData!.contextData = {};
	const { items } = await retryExecution(run, stopped);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('a call of which n8n has stored only where it began: its retry knows what it did', async () => {
	refuse(2);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const stopped = await runNode(run);
	const contexts = Object.values(stopped.run.data.executionData?.contextData ?? {});
	expect(contexts[0]).toHaveProperty('socialPostSchedulingIdempotency');
	for (const context of contexts) delete context.socialPostSchedulingIdempotency;
	const { items } = await retryExecution(run, stopped);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('a retry that was refused does not end the doubt of its call', async () => {
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth: 2,
		fault: { kind: 'status', status: 502, when: 'after' },
	});
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const failed = await runNode(run);
	refuse(1);
	expect((await retryExecution(run, failed)).error?.message).toContain('Not today');
	expect((await runNode(run)).error?.message).toContain('may have been scheduled');
	expect(texts()).toEqual(['a', 'b']);
});

test('a call that was stopped: its retry knows what another call has done, also much later, with a time of the clock', async () => {
	refuse(1);
	const run = scheduling({ postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
	const stopped = await runNode(run);
	stopped.run.data.executionData!.contextData = {};
	await runNode(run);
	moveClock(45 * 60_000);
	const { items } = await retryExecution(run, stopped);
	jest.restoreAllMocks();
	expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('each post is published once', async () => {
	const { sandbox } = service();
	sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 3 });
	const errors = [{ field: null, code: null, message: 'Not today' }];
	sandbox.control.addFault({ on: 'submitPlatformPost', nth: 2, fault: { kind: 'payload', success: false, errors } });
	const run = {
		parameters: postParameters('publishNow', '={{ $json.id }}'),
		items: ['2001', '2002', '2003'].map((id) => ({ json: { id } })),
		credential: service().credential,
		caller,
	};
	const failed = await runNode(run);
	await runNode(run);
	const { length } = sandbox.state().log;
	expect((await retryExecution(run, failed)).items).toHaveLength(3);
	expect(sandbox.state().log).toHaveLength(length);
});

test('its error says which execution to retry: the caller shows it as well', async () => {
	refuse(2);
	const { error } = await runNode(scheduling({}));
	expect(error?.description).toContain('use "Retry" in the list of executions for the workflow "Test" (');
});
