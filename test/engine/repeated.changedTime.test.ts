/** A person gives "Post At" another time before the retry of an execution, as where the time has passed: what is scheduled stays as it is. */
import { DateTime } from 'luxon';
import { retryExecution, runNode, type RunOptions } from '../harness/engine';
import { IN_DOUBT, POST_AT, scheduleParameters, texts } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

const inDays = (days: number) =>
	DateTime.fromISO(POST_AT).plus({ days }).toUTC().toISO({ suppressMilliseconds: true }) ?? '';
const CLOCK = '={{ $now.plus({ hours: 5 }).toISO() }}';

const options = (postAt: string, duplicateCheck: string): RunOptions => ({
	parameters: { ...scheduleParameters(), postAt, options: { duplicateCheck } },
	items: texts('a', 'b', 'c', 'd'),
	credential: service().credential,
});

const { refuse, scheduled } = repeatedOf(service);

describe.each([
	['a fixed time, and a fixed one before', POST_AT, inDays(3), inDays(4)],
	[
		'an expression, and a fixed time before',
		POST_AT,
		CLOCK,
		"={{ $json.text === 'c' ? $now.plus({ days: 2 }).toISO() : $now.plus({ days: 3 }).toISO() }}",
	],
	['a fixed time, and an expression before', CLOCK, POST_AT, inDays(3)],
	['a fixed time, and a time of the items before', `={{ $json.at ?? '${POST_AT}' }}`, inDays(3), CLOCK],
])('to %s', (_, before, after, later) => {
	test.each(['never', 'whenInDoubt', 'always'])('with "%s", in two retries', async (check) => {
		refuse(3);
		const failed = await runNode(options(before, check));
		expect(failed.error?.message).toContain('Not now');
		expect(failed.error?.description).not.toContain('is scheduled again');
		refuse(2);
		const again = await retryExecution(options(after, check), failed);
		expect(again.error?.message).toContain('Not now');
		const { items, error } = await retryExecution(options(later, check), again);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, true, false]);
		expect(JSON.stringify(items[0]?.json.warnings)).toContain('and stays at that time. This item now has');
		expect(scheduled()).toEqual(['a', 'b', 'c', 'd']);
	});

	test('what was in doubt is looked for at the time that it had', async () => {
		const { control } = service().sandbox;
		control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 502, when: 'after' } });
		control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'status', status: 500 } });
		const failed = await runNode(options(before, 'whenInDoubt'));
		expect(failed.error?.message).toMatch(IN_DOUBT);
		control.clearFaults();
		const { items } = await retryExecution(options(after, 'whenInDoubt'), failed);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false, false]);
		expect(scheduled()).toEqual(['a', 'b', 'c', 'd']);
	});
});

test.each(['always', 'whenInDoubt'])(
	'with "%s", what is not there at the time that it had, and is at the new one, by another execution, says so',
	async (check) => {
		const { control } = service().sandbox;
		control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 500 } });
		const on = (day: number) => ({ ...options(inDays(day), check), items: texts('a') });
		const failed = await runNode(on(1));
		expect(failed.error?.message).toMatch(IN_DOUBT);
		await runNode(on(2));
		const { items } = await retryExecution(on(2), failed);
		const warning = expect.stringMatching(
			/^This is the post for .*, which another execution may have scheduled\. This item had .* before: no look has shown the post at that time/,
		);
		expect(items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([[true, [warning]]]);
		expect(scheduled()).toEqual(['a']);
	},
);

test('a text by chance that another execution has sent at the same time says nothing of the time', async () => {
	const { control } = service().sandbox;
	control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 500 } });
	const text = "={{ ['hello', 'hi'][Math.floor(Math.random() * 2)] }}";
	const run = { ...options(POST_AT, 'always'), items: texts('a') };
	const chance = { ...run, parameters: { ...run.parameters, thread: { tweet: [{ text }] } } };
	const random = jest.spyOn(Math, 'random').mockReturnValue(0.1);
	const failed = await runNode(chance);
	random.mockReturnValue(0.9);
	await runNode(chance);
	const { items } = await retryExecution(chance, failed);
	expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true]);
	expect(JSON.stringify(items)).not.toContain('which another execution may have scheduled');
});

test('with a changed text as well, what is done stays as it is, and says so', async () => {
	refuse(3);
	const failed = await runNode(options(POST_AT, 'whenInDoubt'));
	const changed = options(inDays(3), 'whenInDoubt');
	const thread = { tweet: [{ text: '={{ $json.text }}!' }] };
	const { items } = await retryExecution({ ...changed, parameters: { ...changed.parameters, thread } }, failed);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false, false]);
	expect(JSON.stringify(items[0]?.json.warnings)).toContain('is another one by now');
	expect(scheduled()).toEqual(['a', 'b', 'c!', 'd!']);
});

describe('in two calls of a sub-workflow, of which the first was refused and the second has scheduled', () => {
	let callers = 0;
	const TABLE = `={{ $json.at ?? '${POST_AT}' }}`;

	describe.each([
		['a fixed time, and a fixed one before', POST_AT, inDays(3)],
		['a fixed time, and a time of the items before', TABLE, inDays(3)],
		['an expression, and a fixed time before', POST_AT, CLOCK],
	])('to %s', (_, before, after) => {
		test.each([
			['never', [0, 1]],
			['never', [1, 0]],
			['whenInDoubt', [0, 1]],
			['whenInDoubt', [1, 0]],
			['always', [1, 0]],
		] as const)('with "%s", retried in the order %j', async (check, order) => {
			const caller = `caller of changed times ${++callers}`;
			const run = { ...options(before, check), items: texts('a', 'b'), caller };
			refuse(1);
			const calls = [await runNode(run)];
			refuse(2);
			calls.push(await runNode(run));
			expect(calls.map(({ error }) => error?.message)).toEqual([
				expect.stringContaining('Not now'),
				expect.stringContaining('Not now'),
			]);
			const changed = { ...options(after, check), items: texts('a', 'b'), caller };
			for (const at of order) expect((await retryExecution(changed, calls[at]!)).error).toBeUndefined();
			expect(scheduled()).toEqual(['a', 'b']);
		});
	});

	test.each(['never', 'whenInDoubt', 'always'])('between the retries of the two, with "%s"', async (check) => {
		const caller = `caller of changed times ${++callers}`;
		const run = { ...options(POST_AT, check), items: texts('a', 'b', 'c'), caller };
		refuse(2);
		const first = await runNode(run);
		refuse(1);
		const second = await runNode(run);
		await retryExecution(run, first);
		const { items } = await retryExecution({ ...options(inDays(3), check), items: run.items, caller }, second);
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(scheduled()).toEqual(['a', 'b', 'c']);
	});

	describe.each([
		['a fixed time', inDays(3)],
		['an expression', CLOCK],
		['the time of a row', `={{ $json.at ?? '${inDays(3)}' }}`],
	])('also a row that the first one has not attempted, to %s', (_, after) => {
		test.each(['never', 'whenInDoubt', 'always'])('with "%s"', async (check) => {
			const caller = `caller of changed times ${++callers}`;
			const run = { ...options(POST_AT, check), items: texts('a', 'b', 'c'), caller };
			refuse(1);
			const failed = await runNode(run);
			expect((await runNode(run)).error).toBeUndefined();
			const { items } = await retryExecution({ ...options(after, check), items: run.items, caller }, failed);
			expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
			expect(scheduled()).toEqual(['a', 'b', 'c']);
		});
	});
});
