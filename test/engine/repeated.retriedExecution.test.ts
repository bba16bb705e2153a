/** An execution that is retried from n8n's list sends what is not scheduled yet, and nothing else. */
import { DateTime } from 'luxon';
import { useBinaryMode } from '../harness/binary';
import { type Copy, retryExecution, runCopy, runNode, type RunOptions } from '../harness/engine';
import { moveClock } from '../harness/clock';
import { hidePosts, IN_DOUBT, POST_AT, scheduleParameters, texts } from '../harness/posts';
import { FROM_THE_CLOCK, repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { options, scheduled, calls, loseResponse, refuse, acceptAll } = repeatedOf(service);

/** A file of the item. */
const mediaOf = (name: string) => ({ reference: [{ file: { __rl: true, mode: 'binary', value: name } }] });

describe('an execution that failed and is retried from the list of executions', () => {
	test('schedules what is not scheduled yet', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b', 'c') });
		const failed = await runNode(run);
		expect(scheduled()).toEqual(['a']);
		const { items } = await retryExecution(run, failed);
		expect(scheduled()).toEqual(['a', 'b', 'c']);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	});

	test.each([
		['refused', 1, 'It was scheduled before, in the execution that you retry.'],
		['in doubt', 2, 'It may have been scheduled before, in the execution that you retry: look'],
	])('an item that cannot be read any more, after one before was %s: what was done is told', async (_, nth, words) => {
		if (nth === 1) refuse(2);
		else loseResponse();
		const run = options({ items: texts('a', 'b', 'c') });
		const failed = await runNode(run);
		const thread = { tweet: [{ text: '={{ $json.text }}', media: mediaOf('gone') }] };
		const { error } = await retryExecution(options({ items: texts('a', 'b', 'c'), parameters: { thread } }), failed);
		expect(error?.context.itemIndex).toBe(0);
		expect(error?.description).toContain(words);
		expect(error?.description?.includes('To go on, use "Retry"')).toBe(nth === 1);
		expect(scheduled()).toEqual(['a']);
	});

	test('and where another item is told, those that were done before are named', async () => {
		refuse(3);
		const run = options({ items: texts('a', 'b', 'c') });
		const failed = await runNode(run);
		const thread = { tweet: [{ text: '={{ $json.text }}', media: mediaOf('={{ $itemIndex < 2 ? "gone" : null }}') }] };
		const { error } = await retryExecution(options({ items: texts('a', 'b', 'c'), parameters: { thread } }), failed);
		expect(error?.description).toContain('Already scheduled: item 1.');
		expect(error?.description).not.toMatch(/Also failed|No other item/);
	});

	test('what another operation has done at its place is not told as done', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b') });
		const failed = await runNode(run);
		const publish = {
			resource: 'post',
			operation: 'publishNow',
			postId: { __rl: true, mode: 'id', value: '={{ null }}' },
		};
		const { error } = await retryExecution({ ...run, parameters: publish }, failed);
		expect(error?.message).toBe('Post is empty');
		expect(error?.description).not.toMatch(/before|Already|scheduled/);
	});

	test('an item that was done, and comes with the error of an earlier node: both are told', async () => {
		refuse(2);
		const run = options({ items: [{ json: { text: 'a', error: 'No file' } }, ...texts('b')] });
		const failed = await runNode(run);
		const thread = { tweet: [{ text: '={{ $json.text }}', media: mediaOf('gone') }] };
		const { error } = await retryExecution({ ...run, parameters: { ...run.parameters, thread } }, failed);
		expect(error?.description).toContain('The item comes with an error: "No file."');
		expect(error?.description).toContain('It was scheduled before, in the execution that you retry.');
	});

	test('with times that are made from the clock: the place of an item counts', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b', 'a'), parameters: { postAt: FROM_THE_CLOCK } });
		const failed = await runNode(run);
		expect(scheduled()).toEqual(['a']);
		const { items, error } = await retryExecution(run, failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
		expect(scheduled()).toEqual(['a', 'b', 'a']);
	});

	test('with the same text at times of the data that are minutes apart: none is taken for another one', async () => {
		refuse(2);
		const items = [0, 1].map((minutes) => ({
			json: { text: 'We are live', at: DateTime.fromISO(POST_AT).plus({ minutes }).toISO() },
		}));
		const run = options({ items, parameters: { postAt: '={{ $json.at }}' } });
		const failed = await runNode(run);
		expect(scheduled()).toEqual(['We are live']);
		const { items: output } = await retryExecution(run, failed);
		expect(output.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(scheduled()).toEqual(['We are live', 'We are live']);
	});

	test('with a time that is made from the clock: what was found in doubt keeps it, and nothing is said, in each further retry', async () => {
		const now = Date.now;
		let minutes = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
		const { control } = service().sandbox;
		control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
		hidePosts(service().sandbox, 2);
		const run = options({
			items: texts('a', 'b'),
			parameters: { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' },
		});
		let failed = await runNode(run);
		expect(failed.error?.message).toMatch(IN_DOUBT);
		// It is found, and then known.
		for (minutes of [10, 20]) {
			// The other one keeps the execution from its end.
			refuse(1);
			failed = await retryExecution(run, failed);
			expect(failed.error?.message).toMatch(/Not now/);
			expect(failed.error?.description).not.toContain('stays at that time');
		}
		expect(scheduled()).toEqual(['a']);
	});

	test.each(['scheduled', 'in doubt'])(
		'with another time in the expression: what is %s keeps its own, and says so',
		async (first) => {
			const at = (days: number) => DateTime.fromISO(POST_AT, { zone: 'utc' }).plus({ days });
			const row = (days: number) =>
				options({
					items: texts('a', 'b'),
					settings: { timezone: 'UTC' },
					parameters: { postAt: `={{ $json.text === 'a' ? '${at(days).toISO()}' : '${POST_AT}' }}` },
				});
			if (first === 'scheduled') refuse(2);
			else {
				service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
				hidePosts(service().sandbox, 2);
			}
			const failed = await runNode(row(0));
			const { items, error } = await retryExecution(row(2), failed);
			expect(error).toBeUndefined();
			expect(scheduled()).toEqual(['a', 'b']);
			expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
			const day = (days: number) => at(days).toFormat('cccc, d LLLL yyyy');
			const [said, ...more] = items[0]?.json.warnings as string[];
			expect(said).toContain(`This post was scheduled before, for ${day(0)}`);
			expect(said).toContain(`This item now has ${day(2)}`);
			expect(more).toEqual([]);
			expect(items[1]?.json.warnings).toBeUndefined();
		},
	);

	test('another node with the same text and another time is another post', async () => {
		refuse(2);
		const run = options({ parameters: { ...scheduleParameters('a'), postAt: FROM_THE_CLOCK } });
		const copy: Copy = {
			gets: 'what is done',
			parameters: { ...run.parameters, postAt: '={{ $now.plus({ days: 2 }).toISO() }}' },
		};
		const failed = await runCopy(run, copy);
		expect(failed.error?.message).toMatch(/^The thread was not scheduled: /);
		const { items } = await retryExecution(run, failed, copy);
		expect(items[0]?.json).toMatchObject({ success: true });
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('schedules an item with other media that had not begun', async () => {
		refuse(2);
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.media }}' } }] };
		const run = options({
			items: [
				{ json: { text: 'a', media: '1' } },
				{ json: { text: 'b', media: '2' } },
				{ json: { text: 'a', media: '3' } },
			],
			parameters: { thread: { tweet: [{ text: '={{ $json.text }}', media }] } },
		});
		const failed = await runNode(run);
		expect(failed.error).toBeDefined();
		const { items, error } = await retryExecution(run, failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	});

	const CLOCK_UNCHECKED = { postAt: FROM_THE_CLOCK, options: { duplicateCheck: 'never' } };

	test('with another base URL in the same credential: the error may have advised it', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b'), parameters: CLOCK_UNCHECKED });
		const failed = await runNode(run);
		const { baseUrl, apiKey } = service().credential;
		const credential = { baseUrl: baseUrl.replace('127.0.0.1', 'localhost'), apiKey };
		const { items, error } = await retryExecution({ ...run, credential }, failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('hours later, with a node that was made anew and has the same name', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b'), parameters: CLOCK_UNCHECKED });
		const failed = await runNode(run);
		moveClock(2 * 3_600_000);
		const { items } = await retryExecution({ ...run, node: { ...run.node, id: 'anew' } }, failed);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('with other media for what is scheduled: the error counts it as scheduled, and says how the others are sent', async () => {
		refuse(3);
		acceptAll();
		const withMedia = (value: string): RunOptions => {
			const media = { reference: [{ file: { __rl: true, mode: 'id', value } }] };
			return options({
				items: texts('a', 'b', 'c', 'd'),
				parameters: { thread: { tweet: [{ text: '={{ $json.text }}', media }] } },
			});
		};
		const failed = await runNode(withMedia('1'));
		expect(failed.error?.description).toContain('Already scheduled: items 0 and 1. Not attempted: item 3.');
		const changed = withMedia('2');
		const refused = await retryExecution(changed, failed);
		expect(refused.error?.message).toMatch(/^Thread was scheduled before, .* with other media or options$/);
		expect(refused.error?.description).toContain(
			'Already scheduled, with other values: item 1. Not attempted: items 2 and 3.',
		);
		expect(refused.error?.description).toContain(
			'To leave this item out, set "On Error" in this node\'s settings to "Continue (using error output)"',
		);
		expect(refused.error?.description).not.toContain('No other item');
		const before = calls();
		const { items, errorItems } = await retryExecution(
			{ ...changed, node: { onError: 'continueErrorOutput' } },
			refused,
		);
		expect(items.map(({ json }) => json.success)).toEqual([true, true]);
		expect(errorItems).toHaveLength(2);
		expect(calls() - before).toBe(2);
	});

	test('with other media for all that is scheduled: nothing is said of other items that are to be sent', async () => {
		refuse(2);
		acceptAll();
		const withMedia = (text: string, value: string): RunOptions => {
			const media = { reference: [{ file: { __rl: true, mode: 'id', value } }] };
			return options({ items: texts('a', 'b'), parameters: { thread: { tweet: [{ text, media }] } } });
		};
		const failed = await runNode(withMedia('={{ $json.text }}', '1'));
		const { error } = await retryExecution(withMedia('a', '2'), failed);
		expect(error?.description).toContain('Already scheduled, with other values: item 1.');
		expect(error?.description).not.toContain('To leave this item out');
	});

	test('sends what was in doubt: the person was asked to look first', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
		const run = options();
		const failed = await runNode(run);
		expect(failed.error?.message).toMatch(IN_DOUBT);
		expect((await retryExecution(run, failed)).error).toBeUndefined();
		expect(scheduled()).toEqual(['a']);
	});
});
