/** What expressions give otherwise in a retry, though nothing in them says so: dates, which n8n stores as texts, and other ways to read the clock. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { moveClock } from '../harness/clock';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { retryExecution, runCopy, type RunOptions, runNode } from '../harness/engine';
import { IN_DOUBT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, posts, calls, lose, loseBefore, hide } = duplicateCheckOf(service);

/** A row as n8n's Data Table gives it: at 10 in the evening of a day in the zone of the workflow. */
const row = (title: string, day: number): INodeExecutionData => ({
	json: { title, when: new Date(Date.UTC(2035, 4, day + 1, 2, 0, 0, 1)) as unknown as string },
});
const ROWS = [row('a', 4), row('b', 5)];
const runOf = (text: string, more: INode['parameters'] = {}, items = ROWS): RunOptions =>
	options(undefined, { items, parameters: { specifyThread: 'text', text, ...more } });
const DAY_MS = 24 * 3_600_000;
const refuse = (nth: number) =>
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth, fault: { kind: 'status', status: 400 } });
const alreadyScheduled = (items: INodeExecutionData[]) => items.map(({ json }) => json.alreadyScheduled ?? false);
/** The first word of each post. */
const titles = () => posts().map((text) => text.split(' ')[0]);
const HINT = expect.stringContaining("{{ $json.when.toDateTime().toLocal().format('d LLLL') }}") as unknown;

const AS_IT_IS = '={{ $json.title }} at {{ $json.when }}';
const FORMAT = "={{ $json.title }} on {{ $json.when.format('d LLLL') }}";

test.each([
	['as it is', AS_IT_IS],
	['by a function of JavaScript', "={{ $json.title }} on {{ $json.when.toLocaleDateString('en-GB') }}"],
	['of a node by its name', "={{ $json.title }} on {{ $('Start').item.json.when.getTime() }}"],
	['of the first item of a node', '={{ $json.title }} on {{ $("Start").first().json.when.getTime() }}'],
	['of the first item of the input', '={{ $json.title }} on {{ $input.first().json.when.getTime() }}'],
	['in the old way', '={{ $json.title }} on {{ $node["Start"].json.when.getTime() }}'],
	['in the old way, with a dot', '={{ $json.title }} on {{ $node.Start.json.when.getTime() }}'],
])('what is done is not sent again: %s', async (_, text) => {
	refuse(2);
	const run = runOf(text);
	const failed = await runNode(run);
	expect(failed.error).toBeDefined();
	const [first] = posts();
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(titles()).toEqual(['a', 'b']);
	expect(items[0]?.json.thread).toEqual([expect.objectContaining({ text: first })]);
	expect(alreadyScheduled(items)).toEqual([true, false]);
	expect(calls('scheduleTweet')).toBe(3);
});

test.each([
	['of the item', FORMAT],
	['of a node by its name', "={{ $json.title }} on {{ $('Start').item.json.when.format('d LLLL') }}"],
	[
		'of the first item',
		"={{ $json.title }} on {{ $('Start').first().json.when.plus({ days: $itemIndex }).format('d LLLL') }}",
	],
	['in the old way', `={{ $json.title }} on {{ $node["Start"].json.when.format('d LLLL') }}`],
])('a warning says how a retry has the date as well: %s', async (_, text) => {
	const { items } = await runNode(runOf(text));
	expect(posts()).toEqual(['a on 4 May', 'b on 5 May']);
	expect(items.map(({ json }) => json.warnings)).toEqual([[HINT], [HINT]]);
});

test.each([
	['={{ $json.when.toISOString() }}', [expect.stringContaining('Post At has a date') as unknown]],
	['={{ $json.when }}', undefined],
	['={{ $json.when.toDateTime().toLocal().toISO() }}', undefined],
	['={{ $json.when.toDateTime().plus({ days: 1 }).toISO() }}', undefined],
])('a warning of Post At as well: %s', async (postAt, warnings) => {
	const { items, error } = await runNode(runOf('={{ $json.title }}', { postAt }));
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.warnings)).toEqual([warnings, warnings]);
});

test.each([
	['the text does not have the date', "={{ $json.title }} {{ $('Start').item.json.title }}"],
	['the clock and chance change it', "={{ $now.toMillis() + Math.random() }} {{ $('Start').item.json.title }}"],
	['it is asked whether a node was executed', "={{ $('Start').isExecuted ? $('Start').item.json.title : '' }}"],
	['only its words have it', '=$json.when of {{ $json.title }}'],
	['a retry has it as well', "={{ $json.when.toDateTime().toLocal().format('d LLLL') }}"],
])('no warning where %s', async (_, text) => {
	const { items } = await runNode(runOf(text));
	expect(items.map(({ json }) => json.warnings)).toEqual([undefined, undefined]);
});

test.each([FORMAT, "={{ $('Start').item.json.title }} on {{ $('Start').item.json.when.format('d LLLL') }}"])(
	'what is left is refused where its date cannot be read, until a person corrects its expression: %s',
	async (text) => {
		refuse(2);
		const rows = [...ROWS, row('c', 6)];
		const run = runOf(text, {}, rows);
		const failed = await runNode(run);
		const refused = await retryExecution(run, failed);
		expect(refused.error?.message).toBe('Text has "Invalid DateTime": its expression could not read a date');
		expect(refused.error?.description).toContain("{{ $json.when.toDateTime().toLocal().format('d LLLL') }}");
		expect(refused.error?.description).toContain('Already scheduled: item 0.');
		expect(posts()).toEqual(['a on 4 May']);
		const corrected = runOf("={{ $json.title }} on {{ $json.when.toDateTime().toLocal().format('d LLLL') }}", {}, rows);
		const { items, error } = await retryExecution(corrected, refused);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a on 4 May', 'b on 5 May', 'c on 6 May']);
		expect(alreadyScheduled(items)).toEqual([true, false, false]);
	},
);

test('a text that an item has with these words is sent in a retry', async () => {
	refuse(1);
	const run = runOf('={{ $json.text }}', {}, texts('Luxon says Invalid DateTime'));
	const { error } = await retryExecution(run, await runNode(run));
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['Luxon says Invalid DateTime']);
});

test('of many equal items, each is known', async () => {
	refuse(2);
	const rows = [...Array.from({ length: 150 }, () => row('a', 4)), row('b', 5)];
	const run = runOf(AS_IT_IS, {}, rows);
	const failed = await runNode(run);
	const { error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(titles()).toEqual(['a', 'b']);
});

test('a fixed text with these words is sent in a retry', async () => {
	refuse(1);
	const run = runOf('Luxon says Invalid DateTime', {}, [row('a', 4)]);
	const { error } = await retryExecution(run, await runNode(run));
	expect(error).toBeUndefined();
	expect(posts()).toHaveLength(1);
});

test('items that got the post of an equal one get it again', async () => {
	refuse(2);
	const run = runOf(AS_IT_IS, {}, [row('a', 4), row('a', 4), row('b', 5)]);
	const failed = await runNode(run);
	expect(failed.error?.description).toContain('Already scheduled: items 0 and 1.');
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(titles()).toEqual(['a', 'b']);
	expect(alreadyScheduled(items)).toEqual([true, true, false]);
});

describe('a person who corrects the expression as the warning or the error says', () => {
	const FORMATS = [
		AS_IT_IS,
		FORMAT,
		"={{ $json.title }} on {{ $json.when.toLocaleDateString('en-GB') }}",
		"={{ $json.title }} on {{ $json.when.format('dd.MM.yyyy') }}",
	];
	const CORRECTED = "={{ $json.title }}: {{ $json.when.toDateTime().toLocal().format('d LLLL') }}";
	const WITH_CONDITION = "={{ $json.title === 'b' ? 'b!' : $json.title }} at {{ $json.when }}";

	test.each(FORMATS.flatMap((text) => [CORRECTED, WITH_CONDITION].map((corrected) => [text, corrected])))(
		'what is done is not sent again: %s, then %s',
		async (text, corrected) => {
			refuse(2);
			const failed = await runNode(runOf(text));
			const [first] = posts();
			refuse(1);
			const again = await retryExecution(runOf(corrected), failed);
			expect(again.error).toBeDefined();
			service().sandbox.control.clearFaults();
			const { items, error } = await retryExecution(runOf(corrected), again);
			expect(error).toBeUndefined();
			expect(posts()).toHaveLength(2);
			expect(items[0]?.json.thread).toEqual([expect.objectContaining({ text: first })]);
			expect(alreadyScheduled(items)).toEqual([true, false]);
		},
	);

	test('what is done is not sent again after a retry with nothing changed, nor two retries later', async () => {
		refuse(2);
		const failed = await runNode(runOf(AS_IT_IS));
		refuse(1);
		const unchanged = await retryExecution(runOf(AS_IT_IS), failed);
		expect(unchanged.error).toBeDefined();
		refuse(1);
		const corrected = await retryExecution(runOf(WITH_CONDITION), unchanged);
		expect(corrected.error).toBeDefined();
		service().sandbox.control.clearFaults();
		const { items, error } = await retryExecution(runOf(CORRECTED), corrected);
		expect(error).toBeUndefined();
		expect(titles()).toEqual(['a', 'b:']);
		expect(alreadyScheduled(items)).toEqual([true, false]);
	});

	test('what was first sent in a retry is known in the next one', async () => {
		refuse(2);
		const rows = [...ROWS, row('c', 6)];
		const failed = await runNode(runOf(AS_IT_IS, {}, rows));
		refuse(2);
		const unchanged = await retryExecution(runOf(AS_IT_IS, {}, rows), failed);
		expect(titles()).toEqual(['a', 'b']);
		expect(unchanged.error).toBeDefined();
		const { items, error } = await retryExecution(runOf(CORRECTED, {}, rows), unchanged);
		expect(error).toBeUndefined();
		expect(titles()).toEqual(['a', 'b', 'c:']);
		expect(alreadyScheduled(items)).toEqual([true, true, false]);
	});

	test('the account of one item is corrected, and the text stays', async () => {
		const text = "={{ $json.title }} on {{ $json.when.toDateTime().toFormat('dd.MM. HH:mm') }}";
		const runIn = (account: string) =>
			runOf(text, {
				username: { __rl: true, mode: 'name', value: `={{ $json.title === 'b' ? '${account}' : 'my_brand' }}` },
			});
		const failed = await runNode(runIn('not_connected'));
		expect(failed.error?.description).toContain('Already scheduled: item 0.');
		const { items, error } = await retryExecution(runIn('other_brand'), failed);
		expect(error).toBeUndefined();
		expect(titles()).toEqual(['a', 'b']);
		expect(alreadyScheduled(items)).toEqual([true, false]);
	});

	test('what is in doubt is found', async () => {
		lose(1);
		hide(2);
		const failed = await runNode(runOf(FORMAT));
		const { items, error } = await retryExecution(runOf(CORRECTED), failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a on 4 May', 'b: 5 May']);
		expect(alreadyScheduled(items)).toEqual([true, false]);
	});
});

test.each([
	['in doubt, and found there', 1],
	['refused, and done there', 0],
])('what a copy at the error output has got is known in its retry: %s', async (_, isLost) => {
	if (isLost === 1) {
		lose(1);
		hide(2);
	} else {
		refuse(1);
	}
	refuse(2);
	refuse(isLost === 1 ? 3 : 4);
	const parameters = {
		specifyThread: 'text',
		text: "={{ $('Start').item.json.title }} at {{ $('Start').item.json.when }}",
	};
	const run = { ...runOf(AS_IT_IS), node: { onError: 'continueErrorOutput' as const } };
	const copy = {
		gets: 'what fails' as const,
		parameters: { ...run.parameters, ...parameters },
		node: { onError: 'stopWorkflow' as const },
	};
	const failed = await runCopy(run, copy);
	expect(failed.error?.description).toContain('Already scheduled: item 0.');
	const { items, error } = await retryExecution(run, failed, copy);
	expect(error).toBeUndefined();
	expect(titles()).toEqual(['a', 'b']);
	expect(alreadyScheduled(items)).toEqual([true, false]);
});

test('what is in doubt is looked up by the text with which it was begun', async () => {
	lose(1);
	hide(2);
	const run = runOf(AS_IT_IS);
	const failed = await runNode(run);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(alreadyScheduled(items)).toEqual([true, false]);
	expect(titles()).toEqual(['a', 'b']);
});

test('what a retry did not find, and sent anew in vain, the next one still knows', async () => {
	lose(1);
	hide(10);
	const run = runOf(AS_IT_IS);
	const failed = await runNode(run);
	refuse(1);
	const again = await retryExecution(run, failed);
	expect(again.error).toBeDefined();
	service().sandbox.control.clearFaults();
	const { items, error } = await retryExecution(run, again);
	expect(error).toBeUndefined();
	expect(alreadyScheduled(items)).toEqual([true, false]);
	expect(titles()).toEqual(['a', 'b']);
});

test('a text that is the same in a retry gets no warning, and costs no more requests', async () => {
	loseBefore(1);
	const run = runOf("={{ $json.title }} on {{ $json.when.toDateTime().toLocal().format('d LLLL') }}");
	const failed = await runNode(run);
	const { items, error } = await retryExecution(run, failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a on 4 May', 'b on 5 May']);
	expect(items.map(({ json }) => json.warnings)).toEqual([undefined, undefined]);
});

test('dates of the same words are posts each', async () => {
	const { items, error } = await runNode(runOf("={{ $json.when.format('d LLLL') }}"));
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['4 May', '5 May']);
	expect(alreadyScheduled(items)).toEqual([false, false]);
});

test.each([
	["={{ $json.text }} {{ DateTime.fromFormat('18:00', 'HH:mm').toISODate() }}"],
	["={{ $json.text }} {{ DateTime.fromISO('18:00').toISODate() }}"],
	['={{ $json.text }} {{ DateTime.fromObject({ hour: 18 }).toISODate() }}'],
	['={{ $json.text }} {{ [Date][0].now() }}'],
])(
	'what is done is not sent again, and what is in doubt is found, without a word that is known to read the clock: %s',
	async (text) => {
		lose(2);
		hide(4);
		refuse(3);
		const run = runOf(text, { postAt: '2035-05-04T18:00:00Z' }, texts('a', 'b', 'c'));
		const failed = await runNode(run);
		expect(failed.error?.message).toMatch(IN_DOUBT);
		moveClock(DAY_MS);
		const refused = await retryExecution(run, failed);
		expect(refused.error).toBeDefined();
		service().sandbox.control.clearFaults();
		const { items, error } = await retryExecution(run, refused);
		expect(error).toBeUndefined();
		expect(titles()).toEqual(['a', 'b', 'c']);
		expect(alreadyScheduled(items)).toEqual([true, true, false]);
	},
);

test('what is done is not sent again where a person has changed how its text is split', async () => {
	refuse(2);
	const splitAt = (limit: number) =>
		runOf(
			'={{ ($json.text + " ").repeat(200) }}',
			{ options: { splitLongText: true, characterLimit: limit } },
			texts('a', 'b'),
		);
	const failed = await runNode(splitAt(280));
	const { error } = await retryExecution(splitAt(200), failed);
	expect(error).toBeUndefined();
	expect(posts()).toHaveLength(2);
});
