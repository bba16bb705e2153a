/** An execution that is retried from n8n's list, after a person has changed texts, accounts or variables in the node: what is done stays as it is. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';
import { TestCredentials } from '../harness/credentials';
import { duplicateCheckOf } from '../harness/duplicateCheck';
import { retryExecution, runCopy, type RunOptions, runNode, TWO_TRIES } from '../harness/engine';
import { inputOf, SCHEDULE } from '../harness/mutations';
import { texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, posts, calls, lose, loseBefore, hide, failLists } = duplicateCheckOf(service);

const refuse = (nth: number) =>
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth, fault: { kind: 'status', status: 400 } });
const runOf = (text: string, more: INode['parameters'] = {}, items = texts('a', 'b', 'c')): RunOptions =>
	options(undefined, { items, parameters: { specifyThread: 'text', text, ...more } });
const inAccount = (value: string): INode['parameters'] => ({ username: { __rl: true, mode: 'name', value } });
const atTimes = { postAt: '={{ $now.plus({ days: 1 }).startOf("day").plus({ hours: $itemIndex }).toISO() }}' };
const shown = (items: INodeExecutionData[]) =>
	items.map(({ json }) => [json.alreadyScheduled ?? false, json.warnings !== undefined]);
const IS_CHANGED =
	/^This item was scheduled before, for .*, and its post stays as it is: its account or a text is another one by now, and that was not sent\./;

test.each<[string, () => RunOptions, () => RunOptions]>([
	['an expression', () => runOf('={{ $json.text }}'), () => runOf('={{ $json.text }}!')],
	['a fixed text', () => runOf('Hello', atTimes), () => runOf('Hi', atTimes)],
	['a fixed text, by an expression', () => runOf('Hello', atTimes), () => runOf('=Hi {{ $json.text }}', atTimes)],
	[
		'the account of all',
		() => runOf('={{ $json.text }}', inAccount('my_brand')),
		() => runOf('={{ $json.text }}', inAccount('other_brand')),
	],
	['more tweets', () => runOf('={{ $json.text }}'), () => runOf('={{ $json.text }}\n---\nmore')],
	['fewer tweets', () => runOf('={{ $json.text }}\n---\nmore'), () => runOf('={{ $json.text }}')],
])('what is done is not sent again where a person has changed %s, and a warning says so', async (_, before, after) => {
	refuse(2);
	const failed = await runNode(before());
	expect(failed.error?.description).not.toContain('is scheduled again');
	const [first] = posts();
	refuse(2);
	const again = await retryExecution(after(), failed);
	expect(again.error).toBeDefined();
	service().sandbox.control.clearFaults();
	const { items, error } = await retryExecution(after(), again);
	expect(error).toBeUndefined();
	expect(posts()).toHaveLength(3);
	expect(shown(items)).toEqual([
		[true, true],
		[true, false],
		[false, false],
	]);
	expect(items[0]?.json.warnings).toEqual([expect.stringMatching(IS_CHANGED)]);
	expect(items[0]?.json.username).toBe('my_brand');
	const sent = items[0]?.json.thread as Array<{ text: string }>;
	expect(sent.map(({ text }) => text).join(' / ')).toBe(first);
});

test('a warning says so also where the words are the same, as after a correction of the time zone', async () => {
	refuse(2);
	const rows = texts('a', 'b').map(({ json }) => ({ json: { ...json, at: '2035-05-04T10:00:00Z' } }));
	const run = runOf("={{ $json.text }} {{ $json.at.toDateTime().toLocal().toFormat('HH:mm') }}", {}, rows);
	const inZone = (timezone: string): RunOptions => ({ ...run, settings: { timezone } });
	const failed = await runNode(inZone('America/New_York'));
	const { items, error } = await retryExecution(inZone('Europe/Berlin'), failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a 06:00', 'b 12:00']);
	expect(items.map(({ json }) => json.warnings)).toEqual([[expect.stringMatching(IS_CHANGED)], undefined]);
});

test.each([1, 2, 3, 4, 5, 6])(
	'of equal items, each keeps the post of the first one, where n8n takes long for credential read %i of the retry',
	async (slow) => {
		refuse(2);
		const failed = await runNode(runOf('={{ $json.text }}', {}, texts('a', 'a', 'b', 'b')));
		let reads = 0;
		jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async () => {
			if (++reads === slow) await delay(20);
			return { ...service().credential };
		});
		const { items, error } = await retryExecution(runOf('={{ $json.text }}!', {}, texts()), failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a', 'b!']);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false, true]);
	},
);

test('where its first text is back, nothing is said', async () => {
	refuse(2);
	const failed = await runNode(runOf('={{ $json.text }}'));
	refuse(1);
	const again = await retryExecution(runOf('={{ $json.text }}!'), failed);
	const { items, error } = await retryExecution(runOf('={{ $json.text }}'), again);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'b', 'c']);
	expect(shown(items)).toEqual([
		[true, false],
		[false, false],
		[false, false],
	]);
});

test('with a clock in its texts, it says so where its first text is back and another one was sent', async () => {
	const textOf = (word: string) => runOf(`={{ $json.text }} ${word} {{ $now.toMillis() }}`);
	loseBefore(1);
	const failed = await runNode(textOf('one'));
	refuse(2);
	const again = await retryExecution(textOf('two'), failed);
	const { items, error } = await retryExecution(textOf('one'), again);
	expect(error).toBeUndefined();
	expect(posts().map((text) => text.split(' ', 2).join(' '))).toEqual(['a two', 'b one', 'c one']);
	expect(items[0]?.json.warnings).toEqual([expect.stringMatching(IS_CHANGED)]);
});

test.each<[string, () => void, string[], boolean]>([
	[
		'is found with the text that was sent',
		() => {
			lose(2);
			hide(2);
		},
		['a', 'b', 'c!'],
		true,
	],
	['is sent with its new text where it is not there', () => loseBefore(2), ['a', 'b!', 'c!'], false],
])('what is in doubt, and has another text by then, %s', async (_, fail, sent, isFound) => {
	fail();
	const failed = await runNode(runOf('={{ $json.text }}'));
	const { items, error } = await retryExecution(runOf('={{ $json.text }}!'), failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(sent);
	expect(shown(items)).toEqual([
		[true, true],
		[isFound, isFound],
		[false, false],
	]);
	expect(items[1]?.json.warnings).toEqual(isFound ? [expect.stringMatching(IS_CHANGED)] : undefined);
});

test.each([
	['the same text', '={{ $json.text }}'],
	['another text', '={{ $json.text }}!'],
])('a draft in doubt that is to go out by then, with %s, is found, and not sent beside it', async (_, text) => {
	const asDraft = (saveAsDraft: boolean) => ({ options: { saveAsDraft } });
	lose(1);
	failLists(500);
	const failed = await runNode(runOf('={{ $json.text }}', asDraft(true)));
	expect(failed.error).toBeDefined();
	service().sandbox.control.clearFaults();
	const { error } = await retryExecution(runOf(text, asDraft(false)), failed);
	expect(error?.message).toMatch(/^Thread was scheduled before, .*, but with other media or options$/);
	expect(error?.description).toContain('A draft that was saved before goes out by "Publish Now"');
	expect(posts()).toEqual(['a']);
});

test('with "Never", what is done is not sent again, and what was in doubt is sent with its new text', async () => {
	lose(2);
	const never = { options: { duplicateCheck: 'never' } };
	const failed = await runNode(runOf('={{ $json.text }}', never));
	const { error } = await retryExecution(runOf('={{ $json.text }}!', never), failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'b', 'b!', 'c!']);
	expect(calls('twitterSubmissions')).toBe(0);
});

describe('items that had the post of another one by mistake, as by .first()', () => {
	test('are sent with their own texts', async () => {
		refuse(2);
		const rows = texts('a', 'b', 'c', 'd');
		const mistaken = "={{ $itemIndex === 3 ? 'wrong' : $('Start').first().json.text }}";
		const failed = await runNode(runOf(mistaken, {}, rows));
		expect(posts()).toEqual(['a']);
		const { items, error } = await retryExecution(runOf('={{ $json.text }}', {}, rows), failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a', 'b', 'c', 'd']);
		expect(shown(items)).toEqual([
			[true, false],
			[false, false],
			[false, false],
			[false, false],
		]);
	});

	test('keep it where nothing was changed', async () => {
		refuse(2);
		const rows = texts('a', 'b', 'c');
		const run = runOf("={{ $itemIndex === 2 ? 'c' : $('Start').first().json.text }}", {}, rows);
		const { items, error } = await retryExecution(run, await runNode(run));
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a', 'c']);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false]);
	});
});

test.each([
	['of one text', texts('a', 'a', 'b').map(({ json }, row) => ({ json: { ...json, row } }))],
	['that are the same', texts('a', 'a', 'b')],
])('rows %s stay one post where the text of all is changed', async (_, rows) => {
	refuse(2);
	const failed = await runNode(runOf('={{ $json.text }}', {}, rows));
	refuse(1);
	const again = await retryExecution(runOf('={{ $json.text }}!', {}, rows), failed);
	expect(again.error?.description).toContain('Already scheduled: items 0 and 1.');
	service().sandbox.control.clearFaults();
	const { items, error } = await retryExecution(runOf('={{ $json.text }}?', {}, rows), again);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'b?']);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false]);
});

test('an item that was equal to a done one, and not reached, stays one post with it', async () => {
	const rows = texts('a', 'b', 'c', 'a').map(({ json }, row) => ({ json: { ...json, row } }));
	refuse(2);
	const failed = await runNode(runOf('={{ $json.text }}', {}, rows));
	expect(failed.error?.description).toContain('Not attempted: items 2 and 3.');
	const { items, error } = await retryExecution(runOf('={{ $json.text }}!', {}, rows), failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'b!', 'c!']);
	expect(items[3]?.json).toMatchObject({ alreadyScheduled: true, post: items[0]?.json.post });
	expect(items[3]?.json.warnings).toEqual([expect.stringMatching(/^Item 0 is the same post/)]);
});

test('an item that is equal to a done one only by then is sent with its new text', async () => {
	refuse(2);
	const failed = await runNode(runOf('={{ $json.text }}', {}, texts('a', 'b')));
	const { items, error } = await retryExecution(runOf('The same', {}, texts('a', 'b')), failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'The same']);
	expect(shown(items)).toEqual([
		[true, true],
		[false, false],
	]);
});

test('an item keeps the post of the equal one that it got, also where others are equal to it by then', async () => {
	const rows = ['my_brand', 'other_brand', 'other_brand', 'my_brand'].map((account, row) => ({
		json: { text: row < 3 ? 'a' : 'b', account },
	}));
	refuse(3);
	const failed = await runNode(runOf('={{ $json.text }}', inAccount('={{ $json.account }}'), rows));
	const { items, error } = await retryExecution(runOf('={{ $json.text }}', inAccount('my_brand'), rows), failed);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'a', 'b']);
	const [first, second, third] = items.map(({ json }) => json.post);
	expect([third, first]).toEqual([second, expect.not.objectContaining(second as object)]);
});

test('an item that only met an equal one goes by what has become of that since', async () => {
	const rows = texts('a', 'b', 'c', 'a');
	loseBefore(1);
	const failed = await runNode({ ...runOf('={{ $json.text }}', {}, rows), node: TWO_TRIES });
	expect(failed.error?.description).toContain('May have been scheduled, look before you run this again: item 3.');
	refuse(2);
	const again = await retryExecution(runOf('={{ $json.text }}!', {}, rows), failed);
	expect(again.error?.description).toContain('Already scheduled: item 0.');
	const { items, error } = await retryExecution(runOf('={{ $json.text }}?', inAccount('other_brand'), rows), again);
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a!', 'b?', 'c?']);
	expect(items[3]?.json.post).toEqual(items[0]?.json.post);
});

test('in a copy that gets what fails, what was sent there stays as it is', async () => {
	refuse(1);
	refuse(2);
	refuse(3);
	refuse(5);
	const run = { ...runOf('={{ $json.text }}'), node: { onError: 'continueErrorOutput' as const } };
	const copyOf = (text: string) => ({
		gets: 'what fails' as const,
		parameters: { ...run.parameters, text },
		node: { onError: 'stopWorkflow' as const },
	});
	const failed = await runCopy(run, copyOf('={{ $json.text }}'));
	expect(posts()).toEqual(['a']);
	const { items, error } = await retryExecution(run, failed, copyOf('={{ $json.text }}!'));
	expect(error).toBeUndefined();
	expect(posts()).toEqual(['a', 'b!', 'c!']);
	expect(shown(items)[0]).toEqual([true, true]);
});

describe('Execute GraphQL', () => {
	const executing = (text: string, query = SCHEDULE): RunOptions => ({
		...runOf(''),
		parameters: {
			resource: 'api',
			operation: 'execute',
			query,
			variables: `=${JSON.stringify(inputOf(text))}`,
		},
	});

	test('a mutation that was executed is not executed again with other variables', async () => {
		refuse(2);
		const failed = await runNode(executing('{{ $json.text }}'));
		const { items, error } = await retryExecution(executing('{{ $json.text }}!'), failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a', 'b!', 'c!']);
		expect(items.map(({ json }) => json.alreadyExecuted ?? false)).toEqual([true, false, false]);
		expect(items[0]?.json.warnings).toEqual([
			expect.stringMatching(/^This mutation was executed before, with other values than this item has now/),
		]);
	});

	test.each([
		['is switched to an expression', SCHEDULE, `=${SCHEDULE}`],
		['is switched to a fixed text', `=${SCHEDULE}`, SCHEDULE],
		['is laid out otherwise', SCHEDULE, `=${SCHEDULE.replace('(', ' (\n')}`],
	])('nor where its query %s, with the same words', async (_, before, after) => {
		refuse(2);
		const failed = await runNode(executing('{{ $json.text }}', before));
		const { error } = await retryExecution(executing('{{ $json.text }}!', after), failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a', 'b!', 'c!']);
	});

	test.each([
		['fixed', (name: string) => SCHEDULE.replace('Schedule', name)],
		['by an expression', (name: string) => `=${SCHEDULE.replace('Schedule', `${name}{{ $itemIndex }}`)}`],
	])('another query is another mutation, and the error says so: %s', async (_, queryOf) => {
		refuse(2);
		const failed = await runNode(executing('{{ $json.text }}', queryOf('One')));
		expect(failed.error?.description).toContain(
			'An item that was executed already is executed again if its query or its operation name changes.',
		);
		const { error } = await retryExecution(executing('{{ $json.text }}!', queryOf('Other')), failed);
		expect(error).toBeUndefined();
		expect(posts()).toEqual(['a', 'a!', 'b!', 'c!']);
	});
});
