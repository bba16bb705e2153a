/** Calls of a sub-workflow whose rows have times of their own, or of the clock, are retried from the list of executions. */
import { DateTime } from 'luxon';
import { moveClock } from '../harness/clock';
import { retryExecution, runNode, type RunResult } from '../harness/engine';
import { POST_AT } from '../harness/posts';
import { useService } from '../harness/service';
import { subworkflowOf, TEXTS } from '../harness/subworkflow';
import { useShortWaits } from '../harness/waits';

const service = useService();
const { refuse, leaveInDoubt, texts, scheduling } = subworkflowOf(service);

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

describe('with looks at the service', () => {
	useShortWaits();

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
});
