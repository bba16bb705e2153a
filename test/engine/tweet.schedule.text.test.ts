/** A thread from one text: Tweet: Schedule as it is set at first. */
import { omit } from 'lodash';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { characterLimit } from '../../nodes/SocialPostScheduling/resources/tweet/fields';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { callAsTool, runNode } from '../harness/engine';
import { POST_AT, scheduledTexts, scheduleParameters, texts } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
beforeAll(async () => await useBinaryMode('filesystem'));

/** What the panel is set to by a person who changes nothing but account, time and text. */
const parametersWith = (more: INode['parameters']): INode['parameters'] => ({
	...omit(scheduleParameters(), 'specifyThread', 'thread'),
	...more,
});

const schedule = async (more: INode['parameters'], items: INodeExecutionData[] = [{ json: {} }]) =>
	await runNode({ parameters: parametersWith(more), items, credential: service().credential });

const state = () => service().sandbox.state();
const scheduled = () => scheduledTexts(service().sandbox);
const PREVIEW =
	'This is a preview: nothing was scheduled. The other nodes run as after a success: one that marks rows as posted, after this node or before it, marks these. To schedule the post, turn off "Preview Only" in the options, and publish the workflow again if it is published.';
const FILE = { file: { __rl: true, mode: 'binary', value: 'data' } };

test('a text is one tweet, as it is written', async () => {
	const { items } = await schedule({ text: '={{ $json.text }}' }, texts(' One\n\ntwo '));
	expect(items[0]?.json).toMatchObject({ success: true, thread: [{ text: ' One\n\ntwo', order: 0 }] });
	expect(state().log).toHaveLength(1);
});

test('lines with only --- make a thread; the files belong to the first tweet', async () => {
	const data = await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png');
	const item = { json: {}, binary: { data } };
	await schedule({ text: 'One\n---\r\nTwo\n --- \nThree', media: { reference: [FILE] } }, [item]);
	expect(scheduled()).toEqual(['One / Two / Three']);
	const [id] = state().media.map((media) => media.id);
	expect(state().posts[0]?.submissions.map(({ mediaIds }) => mediaIds)).toEqual([[id], [], []]);
});

test('files need no text', async () => {
	const data = await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png');
	const { items } = await schedule({ text: '', media: { reference: [FILE] } }, [{ json: {}, binary: { data } }]);
	expect(items[0]?.json).not.toHaveProperty('warnings');
	expect(state().posts[0]?.submissions).toMatchObject([{ text: '', mediaIds: [expect.any(String)] }]);
});

test.each([
	['nothing', '', /^Text is empty/],
	['only separators', '---\n \n---', /^Text is empty/],
	['an expression that found nothing', '={{ $json.nothing }}', /^Text has no value/],
	['a list', '={{ ["a"] }}', /^Text is .*, which is not text/],
	['an expression that gives nothing, with a blank beside it', '={{ $json.titel }} ', /^Text has only blanks/],
	['an expression that gives nothing, with a line break', '={{ $json.titel }}\n', /^Text has only blanks/],
])('%s is refused before anything is sent', async (_, text, message) => {
	const { error } = await schedule({ text });
	expect(error?.message).toMatch(message);
	expect(state().log).toEqual([]);
});

test('an expression that n8n has not evaluated is sent as it is, and a warning says so', async () => {
	const { items } = await schedule({ text: 'New: {{ $json.title }}' });
	expect(items[0]?.json.warnings).toEqual([
		'The text of tweet 1 has an expression as text, {{ }}. n8n evaluates it only in a field that is switched to "Expression". If you mean it as text, ignore this.',
	]);
	expect((await schedule({ text: 'Use {{ and }} in a template' })).items[0]?.json).not.toHaveProperty('warnings');
});

test.each([
	['an object', '={{ $json.author }} writes', 'has "[object Object]"'],
	['a time that cannot be read', "={{ DateTime.fromISO('soon').toFormat('HH:mm') }}", 'has "Invalid DateTime"'],
	['a letter in another encoding', '={{ $json.title }}', 'has the sign \uFFFD'],
	['a formula that fails', '#N/A', 'is what a sheet or an expression gives in the place of a value'],
	['a value that is missing', '={{ String($json.headline) }}', 'is what a sheet or an expression gives'],
])('the text of %s is sent as it is, and a warning says so', async (_, text, warning) => {
	const title = Buffer.from('Caf\u00e9', 'latin1').toString('utf8');
	const { items } = await schedule({ text }, [{ json: { author: { name: 'Ann' }, title } }]);
	expect(scheduled()).toHaveLength(1);
	expect(items[0]?.json.warnings).toEqual([expect.stringContaining(`The text of tweet 1 ${warning}`)]);
});

test.each(['null and void', 'We ship #N/A cells', 'undefined behaviour'])(
	'%j is a text like any other',
	async (text) => {
		expect((await schedule({ text })).items[0]?.json).not.toHaveProperty('warnings');
	},
);

test.each([
	['in the middle', '={{ $json.first }}\n---\n{{ $json.secnd }}\n---\nlast', 'Tweet 2 of the text is'],
	['at the end', '={{ $json.first }}\n---\n{{ $json.secnd }}', 'Tweet 2 of the text is'],
	['several', '=---\n{{ $json.first }}\n---\n\n---', 'Tweets 1, 3, 4 of the text are'],
])('an empty tweet %s is left out, and a warning says so', async (_, text, which) => {
	const { items } = await schedule({ text }, [{ json: { first: 'One' } }]);
	expect(items[0]?.json.warnings).toEqual([
		`${which} empty, and left out: there is nothing before or after a line of ---. If an expression stands there, check the name of the field in it.`,
	]);
});

test.each(['----', '——', ' — ', '--'])(
	'a line of other dashes, %p, begins no tweet, and a warning says so',
	async (line) => {
		const { items } = await schedule({ text: `One\n---\nTwo\n${line}\nThree` });
		expect(items[0]?.json).toMatchObject({ thread: [{ text: 'One' }, { text: `Two\n${line}\nThree` }] });
		expect(items[0]?.json.warnings).toEqual([
			'The text of tweet 2 has a line of dashes, which is posted as text. With "As One Text", a line that holds only --- begins the next tweet.',
		]);
	},
);

test.each(['One\\n---\\nTwo', 'One\\r\\n---\\r\\nTwo', 'One\n---\\nTwo', 'One\\n\\n --- \\nTwo', 'One\\n-----\\nTwo'])(
	'a separator with a backslash and an n beside it begins no tweet, and a warning says so: %j',
	async (text) => {
		const { items } = await schedule({ text });
		expect(items[0]?.json).toMatchObject({
			thread: [{ text }],
			warnings: [expect.stringContaining('The text of tweet 1 has \\n as two characters')],
		});
	},
);

test.each(['-', '- one', 'a -- b', '- - -', 'C:\\new\\--'])('a line such as %p needs no warning', async (line) => {
	const { items } = await schedule({ text: `One\n${line}\nTwo` });
	expect(items[0]?.json).not.toHaveProperty('warnings');
});

describe('a text that is too long for one tweet', () => {
	const LONG = `${'A sentence of words. '.repeat(20)}The end.`;

	test('is sent as it is where it is not split; what the service says is shown, and how long it is', async () => {
		const { error } = await schedule({ text: LONG });
		expect(error?.message).toContain('The thread was not scheduled');
		expect(error?.description).toContain('Tweet 1 has 428 characters as X counts them, which is more than 280.');
		// Others may be scheduled already.
		expect(error?.description).toContain('In a retry, what is scheduled stays as it is.');
		expect(state().log).toHaveLength(1);
	});

	test('in a thread of 150: all of them are refused, and some are named', async () => {
		const { error } = await schedule({ text: Array.from({ length: 150 }, () => LONG).join('\n---\n') });
		expect(error?.message).toContain('The thread was not scheduled');
		expect(error?.description).toContain('; and 140 more');
		expect(error?.description).toContain('Tweet 5 has 428 characters');
		expect(error?.description).not.toContain('Tweet 6 has 428 characters');
		expect(error?.description).toContain('And 145 more tweets have more than 280.');
		expect(state().log).toHaveLength(1);
	});

	test('is said beside the success of a service that takes it', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: true } });
		const { items } = await schedule({ text: LONG });
		expect(items[0]?.json.warnings).toEqual(['Tweet 1 has 428 characters as X counts them, which is more than 280.']);
	});

	test('is said to be long where short links make it so: each counts 23', async () => {
		const { items } = await schedule({ text: 'a.co '.repeat(28) });
		expect(items[0]?.json.warnings).toEqual(['Tweet 1 has 671 characters as X counts them, which is more than 280.']);
	});

	test.each([
		['none', [/^A sentence of words\. /, /The end\.$/]],
		['end', [/ \(1\/2\)$/, /The end\. \(2\/2\)$/]],
		['start', [/^1\/2 A sentence/, /^2\/2 .*The end\.$/]],
	])('is split into a thread, with the numbers: %s', async (numbering, patterns) => {
		const { items } = await schedule({ text: LONG, options: { splitLongText: true, numbering } });
		expect(items[0]?.json).not.toHaveProperty('warnings');
		const [posted] = state().posts;
		expect(posted?.submissions.map(({ text }) => text)).toEqual(
			patterns.map((pattern): unknown => expect.stringMatching(pattern)),
		);
	});

	test.each(['text', 'tweets'])('is said to be long by the limit that is set, with "%s"', async (specifyThread) => {
		const { items } = await schedule({
			text: LONG,
			thread: { tweet: [{ text: LONG }] },
			specifyThread,
			options: { previewOnly: true, characterLimit: 500 },
		});
		expect(items[0]?.json.warnings).toEqual([PREVIEW]);
		// The panel offers it for both.
		expect(characterLimit.displayOptions).toBeUndefined();
	});

	test('is split by the limit that is set', async () => {
		await schedule({ text: LONG, options: { splitLongText: true, characterLimit: 100 } });
		const parts = state().posts[0]?.submissions ?? [];
		expect(parts.length).toBeGreaterThan(4);
		expect(parts.every(({ text }) => text.length <= 100)).toBe(true);
	});

	test.each([
		['a limit that no link fits into', { characterLimit: 20 }, /^Character Limit is 20/],
		['a text that would keep n8n busy', {}, /^Text has 100001 characters, which is too long to be split/],
	])('%s is refused', async (_, options, message) => {
		const text = Object.keys(options).length > 0 ? LONG : 'a'.repeat(100_001);
		const { error } = await schedule({ text, options: { splitLongText: true, ...options } });
		expect(error?.message).toMatch(message);
		expect(state().log).toEqual([]);
	});
});

describe('"Preview Only"', () => {
	test('is told in each item, so that nobody takes it for a post', async () => {
		const { items } = await schedule({ text: 'a'.repeat(281), options: { previewOnly: true } }, texts('a', 'b'));
		expect(items.map(({ json }) => json.warnings)).toEqual(
			Array(2).fill([PREVIEW, expect.stringMatching(/^Tweet 1 has \d+ characters/)]),
		);
	});

	test('gives what would be sent, and sends nothing', async () => {
		const data = await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png');
		const { items, run } = await schedule(
			{
				text: 'One\n---\nTwo',
				media: { reference: [FILE, { file: { __rl: true, mode: 'id', value: '7' } }] },
				options: { previewOnly: true, saveAsDraft: true },
			},
			[{ json: {}, binary: { data } }],
		);
		expect(run.status).toBe('success');
		expect(items[0]?.json).toEqual({
			warnings: [PREVIEW],
			success: true,
			preview: true,
			username: 'my_brand',
			postAt: POST_AT,
			publishingStatus: 'DRAFT',
			readablePostAt: expect.any(String),
			thread: [
				{ text: 'One', order: 0, media: [{ file: 'balloons.png' }, { id: '7' }] },
				{ text: 'Two', order: 1 },
			],
		});
		expect(state().log).toEqual([]);
	});

	test('shows the same item any number of times, and refuses what would be refused', async () => {
		const { items } = await schedule({ text: 'Same', options: { previewOnly: true } }, texts('a', 'b'));
		expect(items.map(({ json }) => json.preview)).toEqual([true, true]);
		const { error } = await schedule({ text: 'Late', postAt: '2020-01-01T00:00:00Z', options: { previewOnly: true } });
		expect(error?.message).toMatch(/^Post At /);
		expect(state().log).toEqual([]);
	});

	test('is not called scheduled in the error of another item', async () => {
		const batching = { batch: { batchSize: 1, batchInterval: 20 } };
		const { error } = await schedule(
			{ text: '={{ $json.text }}', options: { previewOnly: true }, requestOptions: { batching } },
			texts('a', '', 'c'),
		);
		expect(error?.description).not.toContain('Already scheduled');
		expect(error?.description).toContain('No other item was scheduled in this run.');
	});
});

test('as a tool: one call with a text schedules a thread', async () => {
	const parameters = parametersWith({ text: "={{ $fromAI('text', 'what to post') }}" });
	await callAsTool({ parameters, credential: service().credential }, [{ text: 'From an agent\n---\nand more' }]);
	expect(scheduled()).toEqual(['From an agent / and more']);
});
