/** Texts that are others whenever n8n evaluates them, in an execution that is retried from the list: each post is known by those with which it was begun. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { textField } from '../../nodes/SocialPostScheduling/utils/json';
import { moveClock } from '../harness/clock';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { retryExecution, type RunOptions, runNode, THREE_TRIES } from '../harness/engine';
import { IN_DOUBT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, posts, calls, requests, lose, loseBefore, hide } = duplicateCheckOf(service);

const tweetsOf = (...words: string[]): INode['parameters'] => ({
	thread: { tweet: words.map((text) => ({ text })) },
});
const oneTextOf = (text: string, more: INode['parameters'] = {}): INode['parameters'] => ({
	specifyThread: 'text',
	text,
	...more,
});
const runOf = (parameters: INode['parameters'], more: Partial<RunOptions> = {}): RunOptions =>
	options(undefined, { items: texts('a', 'b'), ...more, parameters });
const HOUR_MS = 3_600_000;
const NOW = '={{ $json.text }} {{ $now.toMillis() }}';

const refuse = (nth: number, times: number | 'always' = 1) =>
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth, times, fault: { kind: 'status', status: 400 } });
/** Of each item, whether its post was there already. */
const alreadyScheduled = (items: INodeExecutionData[]) => items.map(({ json }) => json.alreadyScheduled ?? false);
/** The first word of each post. */
const words = () => posts().map((text) => text.split(' ')[0]);

test.each([
	['$now', tweetsOf(NOW)],
	['chance', oneTextOf('={{ $json.text }} {{ Math.random().toString(36).slice(2) }} {{ Date.now().toString() }}')],
	['the ID of the execution', tweetsOf('={{ $json.text }} {{ $execution.id }}', 'second')],
	[
		'a difference to now',
		oneTextOf(
			"={{ $json.text }} {{ '2030-01-01'.toDateTime().diffToNow('milliseconds') }} {{ '2030-01-01'.toDateTime().diffNow().valueOf() }}",
		),
	],
	[
		"n8n's own functions, which cannot be used on nothing",
		tweetsOf(
			`={{ $json.text }} {{ $now.toMillis() }} {{ ({ ${new Date().getFullYear()}: 'of this year' })[$now.year].toTitleCase() }}`,
		),
	],
	['the whole text', oneTextOf('={{ $json.text + " " + new Date().toISOString() }}')],
	[
		'a text that is split',
		oneTextOf('={{ ($json.text + " " + Date.now() + " ").repeat(40) }}', { options: { splitLongText: true } }),
	],
])('what is done is not sent again: %s', async (_, parameters) => {
	refuse(2);
	const run = runOf(parameters);
	const failed = await runNode(run);
	expect(failed.error).toBeDefined();
	const [first] = posts();
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(words()).toEqual(['a', 'b']);
	expect(posts()[0]).toBe(first);
	expect(alreadyScheduled(items)).toEqual([true, false]);
	expect(items.map(({ json }) => json.warnings)).toEqual([undefined, undefined]);
	expect(calls('scheduleTweet')).toBe(3);
});

test('what is done in an account that chance chooses is not sent again in another one', async () => {
	refuse(2);
	const accounts = "={{ ['my_brand', 'other_brand'][$execution.id % 2] }}";
	const run = runOf({ ...tweetsOf('={{ $json.text }}'), username: { __rl: true, mode: 'name', value: accounts } });
	const failed = await runNode(run);
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'b']);
	const [first, second] = items.map(({ json }) => json.username);
	expect(new Set([first, second])).toEqual(new Set(['my_brand', 'other_brand']));
});

test('an equal row that got the result of another one gets it again', async () => {
	refuse(2);
	const run = runOf(tweetsOf("={{ $json.text }} {{ $now.toFormat('HH') }}"), { items: texts('a', 'a', 'b') });
	const failed = await runNode(run);
	expect(failed.error?.description).toContain('Already scheduled: items 0 and 1.');
	moveClock(HOUR_MS);
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(words()).toEqual(['a', 'b']);
	expect(alreadyScheduled(items)).toEqual([true, true, false]);
});

test('items with the same words and a number by chance are posts each, known by their places', async () => {
	refuse(2);
	const run = runOf(tweetsOf('={{ $json.text }} {{ Math.random() }}'), { items: texts('a', 'a') });
	const failed = await runNode(run);
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(words()).toEqual(['a', 'a']);
	expect(alreadyScheduled(items)).toEqual([true, false]);
});

test('what is in doubt is looked up by the text with which it was begun last', async () => {
	lose(1);
	hide(2);
	const run = runOf(tweetsOf(NOW));
	const failed = await runNode(run);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	const [first] = posts();
	const again = await retryExecution(run, failed);
	expect(again.error).toBeUndefined();
	expect(again.items[0]?.json).toMatchObject({ alreadyScheduled: true, thread: [{ text: first }] });
	expect(words()).toEqual(['a', 'b']);
});

test('what is in doubt and did not arrive is sent once, through two retries', async () => {
	loseBefore(1);
	loseBefore(2);
	const run = runOf(tweetsOf(NOW), { node: THREE_TRIES });
	const failed = await runNode(run);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	const again = await retryExecution(run, failed);
	expect(again.error?.message).toMatch(IN_DOUBT);
	hide(1);
	const { error } = await retryExecution(run, again);
	expect(error).toBeUndefined();
	expect(words()).toEqual(['a', 'b']);
});

test('equal rows are sent once with the text of now, where that of the first one was in doubt and did not arrive', async () => {
	loseBefore(1);
	const run = runOf(tweetsOf("={{ $json.text }} {{ $now.toFormat('HH') }}"), { items: texts('a', 'a') });
	const failed = await runNode(run);
	moveClock(HOUR_MS);
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(words()).toEqual(['a']);
	expect(alreadyScheduled(items)).toEqual([false, true]);
});

test('a text that is still the same costs no more requests than a fixed one', async () => {
	const requestsOf = async (text: string) => {
		const before = requests().reduce((sum, count) => sum + count);
		loseBefore(1);
		const run = runOf(tweetsOf(text), { items: texts('a') });
		const { error } = await retryExecution(run, await runNode(run));
		expect(error).toBeUndefined();
		return requests().reduce((sum, count) => sum + count) - before;
	};
	expect(await requestsOf("={{ $json.text }} {{ $now.toFormat('yyyy') }}")).toBe(await requestsOf('={{ $json.text }}'));
});

test('what is in doubt and did not arrive is sent with its new text and time', async () => {
	loseBefore(1);
	const timeOf = (format: string) => `{{ $now.plus({ days: 1 }).startOf('minute')${format} }}`;
	const run = runOf(
		{ ...tweetsOf(`={{ $json.text }} ${timeOf('.toUTC().toISO()')}`), postAt: `=${timeOf('.toISO()')}` },
		{ items: texts('a') },
	);
	const failed = await runNode(run);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	moveClock(HOUR_MS);
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(posts()).toHaveLength(1);
	expect(Date.parse(posts()[0]?.split(' ')[1] ?? '')).toBe(Date.parse(textField(items[0]?.json, 'postAt') ?? ''));
});

test('what is in doubt and did not arrive is sent as a person has corrected it, also where chance chooses', async () => {
	loseBefore(1);
	refuse(2);
	const wordsOf = (...list: string[]) =>
		tweetsOf(`={{ $json.text }} {{ ${JSON.stringify(list)}[$now.year > 2000 ? 1 : 0] }}`);
	const failed = await runNode(runOf(wordsOf('evening', 'mornig'), { items: texts('a') }));
	const corrected = runOf(wordsOf('evening', 'morning'), { items: texts('a') });
	const refused = await retryExecution(corrected, failed);
	expect(refused.error).toBeDefined();
	const { error } = await retryExecution(corrected, refused);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a morning']);
});

test('of several texts with which it was tried, the last one is known', async () => {
	loseBefore(1);
	lose(2);
	hide(20);
	const run = runOf(tweetsOf(NOW));
	const failed = await runNode(run);
	const second = await retryExecution(run, failed);
	expect(second.error?.message).toMatch(IN_DOUBT);
	expect(words()).toEqual(['a']);
	service().sandbox.control.clearFaults();
	refuse(1);
	const third = await retryExecution(run, second);
	expect(third.error).toBeDefined();
	const { error } = await retryExecution(run, third);
	expect(error).toBeUndefined();
	expect(words()).toEqual(['a', 'b']);
});

test('what was found in a retry is known in the next one', async () => {
	lose(1);
	hide(2);
	refuse(2, 2);
	const run = runOf(tweetsOf(NOW));
	const failed = await runNode(run);
	const again = await retryExecution(run, failed);
	expect(again.error).toBeDefined();
	const twice = await retryExecution(run, again);
	expect(twice.error).toBeDefined();
	const { error } = await retryExecution(run, twice);
	expect(error).toBeUndefined();
	expect(words()).toEqual(['a', 'b']);
});

test('what was refused is sent with its new text', async () => {
	refuse(1);
	const run = runOf(tweetsOf(NOW), { items: texts('a') });
	const failed = await runNode(run);
	const refused = service().sandbox.state().log.length;
	const { error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	const sent = service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'scheduleTweet')
		.map(({ variables }) => JSON.stringify(variables));
	expect(refused).toBe(1);
	expect(new Set(sent).size).toBe(2);
});

describe('with a time that changes by itself as well', () => {
	const run = () => runOf({ ...tweetsOf(NOW), postAt: '={{ $now.plus({ hours: 30 }).toISO() }}' });

	test('what is done, or in doubt and there, is not sent again', async () => {
		lose(1);
		hide(2);
		refuse(2, 2);
		const failed = await runNode(run());
		expect(failed.error?.message).toMatch(IN_DOUBT);
		moveClock(HOUR_MS);
		const found = await retryExecution(run(), failed);
		expect(found.error?.description).toContain('Already scheduled: item 0.');
		moveClock(HOUR_MS);
		const again = await retryExecution(run(), found);
		expect(again.error).toBeDefined();
		moveClock(HOUR_MS);
		const { items, error } = await retryExecution(run(), again);
		expect(error).toBeUndefined();
		expect(words()).toEqual(['a', 'b']);
		expect(alreadyScheduled(items)).toEqual([true, false]);
	});

	test('what is in doubt and did not arrive is sent once, and found if the next response is lost', async () => {
		loseBefore(1);
		lose(2);
		hide(20);
		const failed = await runNode(run());
		moveClock(HOUR_MS);
		const again = await retryExecution(run(), failed);
		expect(again.error?.message).toMatch(IN_DOUBT);
		moveClock(HOUR_MS);
		service().sandbox.control.clearFaults();
		const { items, error } = await retryExecution(run(), again);
		expect(error).toBeUndefined();
		expect(words()).toEqual(['a', 'b']);
		expect(alreadyScheduled(items)).toEqual([true, false]);
	});
});

test('what did not arrive is sent with the text of now, also if another item has that, and an earlier time', async () => {
	loseBefore(2);
	const run = (executionId: string) => ({
		...runOf(
			{
				...tweetsOf("=Hi {{ ['A', 'B'][(Number($execution.id) + $itemIndex) % 2] }}"),
				postAt:
					'={{ $now.plus({ days: 1 + $itemIndex }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }).toISO() }}',
			},
			{ items: texts('a', 'b') },
		),
		executionId,
	});
	const failed = await runNode(run('100'));
	expect(posts()).toEqual(['Hi A']);
	const { items, error } = await retryExecution(run('101'), failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['Hi A', 'Hi A']);
	expect(alreadyScheduled(items)).toEqual([true, false]);
});

test('what a retry did not find, and sent anew in vain, the next one still knows', async () => {
	lose(1);
	hide(6);
	refuse(2);
	const run = runOf(tweetsOf(NOW), { items: texts('a') });
	const failed = await runNode(run);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	const refused = await retryExecution(run, failed);
	expect(refused.error).toBeDefined();
	service().sandbox.control.clearFaults();
	const { items, error } = await retryExecution(run, refused);
	expect(error).toBeUndefined();
	expect(posts()).toHaveLength(1);
	expect(items[0]?.json.alreadyScheduled).toBe(true);
});

test('a refusal in a retry does not deny the doubt, where nothing is looked up', async () => {
	loseBefore(1);
	refuse(2);
	const run = runOf({ ...tweetsOf(NOW), options: { duplicateCheck: 'never' } }, { items: texts('a') });
	const failed = await runNode(run);
	const { error } = await retryExecution(run, failed);
	expect(error?.message).toMatch(IN_DOUBT);
	expect(error?.message).toContain('an earlier execution got no response');
});

describe('a text that is looked up by the day, which gives nothing on another one', () => {
	const DAY_MS = 24 * HOUR_MS;
	const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	const calendarOf = (text: string) => ({
		json: {
			days: [0, DAY_MS].map((later) => ({
				date: dayAt(Date.now() + later),
				text: `${text} ${later}`,
				title: `${text}-title`,
			})),
		},
	});
	const fieldOf = (name: string) => ({
		...tweetsOf(`={{ $json.days.find((day) => day.date === $now.toUTC().toISODate()).${name} }}`),
		postAt: `${dayAt(Date.now() + 7 * DAY_MS)}T12:00:00Z`,
	});

	test('is not sent again the day after', async () => {
		refuse(2);
		const run = runOf(fieldOf('text'), { items: [calendarOf('a'), calendarOf('b')] });
		const failed = await runNode(run);
		moveClock(DAY_MS);
		const { error } = await retryExecution(run, failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a 0', `b ${DAY_MS}`]);
	});

	test('is not sent again where a person takes another field', async () => {
		refuse(2);
		const items = [calendarOf('a'), calendarOf('b')];
		const failed = await runNode(runOf(fieldOf('text'), { items }));
		const { error } = await retryExecution(runOf(fieldOf('title'), { items }), failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a 0', 'b-title']);
	});
});

const DAY = "={{ $json.text }} {{ $now.toFormat('dd.MM.yyyy HH:mm:ss.SSS') }}";

test.each<[string, string[], INode['parameters'], Partial<RunOptions>?]>([
	[
		'another item is the same post',
		['a', 'B'],
		tweetsOf("={{ $json.text === 'b' ? 'B' : $json.text }} {{ $now.toFormat('dd.MM.yyyy HH:mm:ss.SSS') }}  \n"),
	],
	['the time zone is the same post', ['a', 'b'], tweetsOf(DAY), { settings: { timezone: 'Europe/Berlin' } }],
	[
		'the @ is the same post',
		['a', 'b'],
		{ ...tweetsOf(DAY), username: { __rl: true, mode: 'name', value: '@My_Brand' } },
	],
	['the way in which the text is given is the same post', ['a', 'b'], oneTextOf(`${DAY}\n`)],
	['its own part of the text is the same post', ['a', 'b'], tweetsOf(`${DAY} more`)],
])('where a person has corrected %s', async (_, expected, corrected, more = {}) => {
	refuse(2);
	const failed = await runNode(runOf(tweetsOf(DAY)));
	const { error } = await retryExecution(runOf(corrected, more), failed);
	expect(error).toBeUndefined();
	expect(words()).toEqual(expected);
});
