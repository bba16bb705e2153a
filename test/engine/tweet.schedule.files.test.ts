/** Files that Tweet: Schedule uploads first: from the item, and from a public address. */
import { omit } from 'lodash';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { callAsTool, retryExecution, runNode, type RunOptions } from '../harness/engine';
import { type FileServer, serveFiles } from '../harness/fileServer';
import { scheduledTexts, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

const PICTURE = exampleFile('balloons.png');
const VIDEO = exampleFile('take-off.mp4');

let files: FileServer;
beforeAll(async () => {
	await useBinaryMode('filesystem');
	files = await serveFiles({ '/balloons.png': { type: 'image/png', bytes: PICTURE } });
});
afterAll(async () => await files.close());

const file = (mode: string, value: string) => ({ file: { __rl: true, mode, value } });
const tweet = (text: string, ...reference: object[]) => ({ text, media: { reference } });
const FROM_INPUT = file('binary', 'data');
/** What the button of a field in n8n's editor writes that leaves it to the model. */
const OVERRIDE = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('picture', ``, 'string') }}";
const fromUrl = () => file('url', `${files.origin}/balloons.png`);

const picture = async (name = 'balloons.png', bytes = PICTURE) => await storeBinary(bytes, name, 'image/png');
const video = async () => await storeBinary(VIDEO, 'take-off.mp4', 'video/mp4');

/** An item for each text, with a picture of its own. */
const withPictures = async (...words: string[]): Promise<INodeExecutionData[]> =>
	await Promise.all(
		words.map(async (text) => ({
			json: { text },
			binary: { data: await picture(`${text}.png`, Buffer.concat([PICTURE, Buffer.from(text)])) },
		})),
	);

const optionsFor = (tweets: object[], items: INodeExecutionData[], node: Partial<INode> = {}): RunOptions => ({
	parameters: { ...scheduleParameters(), thread: { tweet: tweets as INode['parameters'][] } },
	items,
	credential: service().credential,
	node,
});

const schedule = async (tweets: object[], items: INodeExecutionData[], node: Partial<INode> = {}) =>
	await runNode(optionsFor(tweets, items, node));

const TEXT = '={{ $json.text }}';
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

const state = () => service().sandbox.state();
const callsOf = () => state().log.map(({ kind }) => kind);
const scheduled = () => scheduledTexts(service().sandbox);

test('one file and one post: four requests, one upload', async () => {
	const { items, run } = await schedule([tweet(TEXT, FROM_INPUT)], await withPictures('a'));
	expect(run.status).toBe('success');
	expect(callsOf()).toEqual(['startMediaUpload', 'put', 'completeMediaUpload', 'scheduleTweet']);
	const [media] = state().media;
	expect(state().uploadsCounted).toBe(1);
	expect(media).toMatchObject({ name: 'a.png', mimeType: 'image/png' });
	expect(items[0]?.json).toMatchObject({ thread: [{ text: 'a', order: 0, media: [{ id: media?.id }] }] });
	expect(state().posts[0]?.submissions[0]?.mediaIds).toEqual([media?.id]);
});

describe('a look finds a post', () => {
	const WARNING = expect.stringContaining('did not compare its media');
	const other = async () => await schedule([tweet(TEXT, FROM_INPUT)], await withPictures('a'));
	const lose = () =>
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });

	test('of another execution, as the own one was refused: a warning says that the media may be others', async () => {
		service().sandbox.control.addFault({ on: 'startMediaUpload', fault: { kind: 'status', status: 400 } });
		const options = optionsFor([tweet(TEXT, FROM_INPUT)], await withPictures('a'));
		const failed = await runNode(options);
		expect(failed.error?.message).toMatch(/^The thread was not scheduled|^The upload was not started/);
		await other();
		const { items } = await retryExecution(options, failed);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, warnings: [WARNING] });
		expect(scheduled()).toEqual(['a']);
	});

	test('with "always" in a first execution, which is meant to find it: no warning', async () => {
		await other();
		const options = optionsFor([tweet(TEXT, FROM_INPUT)], await withPictures('a'));
		const always = { ...options.parameters, options: { duplicateCheck: 'always' } };
		const { items } = await runNode({ ...options, parameters: always });
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(items[0]?.json).not.toHaveProperty('warnings');
	});

	test('without files: there is nothing to compare', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 400 } });
		const options = optionsFor([tweet('a')], [{ json: {} }]);
		const failed = await runNode(options);
		await runNode(options);
		const { items } = await retryExecution(options, failed);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(items[0]?.json).not.toHaveProperty('warnings');
	});

	test('that was in doubt: it may be of another execution all the same', async () => {
		lose();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 403 } });
		const options = optionsFor([tweet(TEXT, FROM_INPUT)], await withPictures('a'));
		const failed = await runNode(options);
		expect(failed.error?.message).toMatch(/^The thread may have been scheduled/);
		const { items } = await retryExecution(options, failed);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, warnings: [WARNING] });
	});

	test('where a response was lost just now: it may be of another execution', async () => {
		await other();
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
		const { items } = await schedule([tweet(TEXT, FROM_INPUT)], await withPictures('a'));
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, warnings: [WARNING] });
		expect(scheduled()).toEqual(['a']);
	});
});

test.each([
	['several names', 'second, first', ['take-off.mp4', 'balloons.png']],
	['all files of the item', '*', ['balloons.png', 'take-off.mp4']],
	['a name with a comma in it', 'a, b', ['third.png']],
])('%s, in their order', async (_, value, names) => {
	const binary = { first: await picture(), second: await video() };
	const item = { json: {}, binary: value === 'a, b' ? { ...binary, 'a, b': await picture('third.png') } : binary };
	await schedule([tweet('', file('binary', value))], [item]);
	const { media, posts } = state();
	const nameOf = new Map(media.map(({ id, name }) => [id, name]));
	expect(posts[0]?.submissions[0]?.mediaIds.map((id) => nameOf.get(id))).toEqual(names);
});

test('files of all kinds in one thread, each in its place', async () => {
	const [item] = await withPictures('a');
	await schedule([tweet('One', FROM_INPUT)], [item ?? { json: {} }]);
	const [known] = state().media;
	const tweets = [
		tweet('Two', file('id', known?.id ?? ''), fromUrl()),
		tweet('Three', file('binary', 'video'), file('name', 'A.PNG')),
	];
	const { items } = await schedule(tweets, [{ json: {}, binary: { video: await video() } }]);
	const [, byUrl, fromItem] = state().media;
	expect(items[0]?.json.thread).toEqual([
		{ text: 'Two', order: 0, media: [{ id: known?.id }, { id: byUrl?.id }] },
		{ text: 'Three', order: 1, media: [{ id: fromItem?.id }, { name: 'A.PNG' }] },
	]);
	expect(byUrl).toMatchObject({ name: 'balloons.png' });
	expect(fromItem).toMatchObject({ name: 'take-off.mp4' });
});

test('the same bytes, and the same address, are uploaded once for all posts of a run', async () => {
	const items = [{ json: { text: 'a' } }, { json: { text: 'b' } }];
	const same = await Promise.all(items.map(async (item) => ({ ...item, binary: { data: await picture() } })));
	await schedule([tweet(TEXT, FROM_INPUT, fromUrl()), tweet('and', FROM_INPUT, fromUrl())], same);
	expect(state().uploadsCounted).toBe(2);
	expect(scheduled()).toEqual(['a / and', 'b / and']);
	const shown = state().posts.flatMap(({ submissions }) => submissions.map(({ mediaIds }) => mediaIds.join()));
	expect(new Set(shown).size).toBe(1);
});

describe('what is wrong with a file is said before anything is sent', () => {
	const text = async () => await storeBinary(Buffer.from('Only words'), 'notes.txt', 'text/plain');

	test.each([
		[
			'a file that the service does not take',
			'data',
			/^Thread, tweet 2, media 1: The file "notes.txt" is .*does not take/,
		],
		['no file of that name', 'picture', /^Thread, tweet 2, media 1 is "picture", but the item has no file there/],
		['no name', '', /^Thread, tweet 2, media 1 is empty/],
	])('%s', async (_, value, message) => {
		const items = [...(await withPictures('a')), { json: { text: 'b' }, binary: { data: await text() } }];
		const { error } = await schedule([tweet(TEXT), tweet('with', file('binary', value))], items);
		expect(error?.message).toMatch(message);
		expect(state().log).toEqual([]);
	});

	test.each([
		['a name, where the item has no file at all', 'data', true],
		['an object that is no file', '={{ { a: 1 } }}', false],
	])('%s: null for the items without a file is advised: %j, %s', async (_, value, isAdvised) => {
		const { error } = await schedule([tweet('a', file('binary', value))], [{ json: {} }]);
		expect(error?.message).toMatch(/^Thread, tweet 1, media 1/);
		expect(error?.description?.includes('{{ $json.picture === "no" ? null : "data" }}')).toBe(isAdvised);
	});

	test.each([
		['all files', '*', /is "\*", but the item has no file$/],
		['two of the files', 'a,b', /is "a", but the item has no file there$/],
	])('%s of an item that has none', async (_, value, message) => {
		const { error } = await schedule([tweet('a', file('binary', value))], [{ json: {} }]);
		expect(error?.message).toMatch(/^Thread, tweet 1, media 1/);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain(`{{ $json.picture === "no" ? null : "${value}" }}`);
		expect(state().log).toEqual([]);
	});

	test.each([
		['text', 'No file(s) found'],
		['object', { message: 'No file(s) found' }],
	])('an item that has failed in an earlier node, with its error as %s', async (_, problem) => {
		const { error } = await schedule([tweet('a', file('binary', 'data'))], [{ json: { error: problem } }]);
		expect(error?.description).toContain(
			'The item comes with an error: "No file(s) found." If an earlier node failed for it, correct that node: "Retry" does not run it again.',
		);
		expect(error?.description).not.toContain('null');
	});

	test.each(['none', 'no', '0', '', null, 7, ['No file found']])(
		'a column named "error" with %j is no such error',
		async (problem) => {
			const { error } = await schedule([tweet('a', file('binary', 'data'))], [{ json: { error: problem } }]);
			expect(error?.description).not.toContain('comes with an error');
		},
	);

	test('an error of an earlier node is shown without the key', async () => {
		const { apiKey } = service().credential;
		const problem = `${'A long text. '.repeat(38)}The key is ${apiKey}`;
		const { error, stored } = await schedule([tweet('a', file('binary', 'data'))], [{ json: { error: problem } }]);
		expect(error?.description).toContain('A long text.');
		expect(error?.description).not.toContain(apiKey.slice(0, 8));
		expect(stored).toContain(apiKey);
	});

	test('an address where a name is wanted', async () => {
		const { error } = await schedule([tweet('a', file('binary', 'https://a.example/a.png'))], [{ json: {} }]);
		expect(error?.description).toBe('For a web address, choose "By URL" in "File".');
	});

	test('also where the item has another file: that is none to be posted in its place', async () => {
		const [one] = await withPictures('a');
		const { error } = await schedule([tweet('a', file('binary', 'https://a.example/a.png'))], [one!]);
		expect(error?.description).toBe('For a web address, choose "By URL" in "File".');
	});

	test.each(['', null, {}, 4])('%j as the error of an item is none', async (problem) => {
		const { error } = await schedule([tweet('a', file('binary', 'data'))], [{ json: { error: problem } }]);
		expect(error?.description).not.toContain('The item comes with');
	});

	test('where the item has an ID, it may be that of a file of the library', async () => {
		const { error } = await schedule([tweet('a', file('binary', 'data'))], [{ json: { id: '1001' } }]);
		expect(error?.description).toContain('If {{ $json.id }} is a file of the content library, choose "By ID"');
	});

	test('of several files of the item, the names of all and * are advised', async () => {
		const [one] = await withPictures('a');
		const binary = { one: one!.binary!.data!, two: one!.binary!.data! };
		const { error } = await schedule([tweet('a', file('binary', 'data'))], [{ json: {}, binary }]);
		expect(error?.description).toBe(
			'The item has a file in "one", "two". Enter one of these names, or several of them with commas. If it is another one in each item, enter * for all files of the item.',
		);
	});
});

test.each([
	[
		'as one text',
		{ specifyThread: 'text', text: 'a\n---\nb', media: { reference: [file('binary', '*')] } },
		'Media 1',
		'Text, tweet 2',
	],
	['tweet by tweet', {}, 'Thread, tweet 1, media 1', 'Thread, tweet 2, Text'],
])(
	'what the service says of a file and of a text is said of the row in the panel, %s',
	async (_, parameters, row, words) => {
		const reason = (field: string) => ({ field, code: null, message: 'Odd' });
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: false, errors: [reason('thread.0.media.1'), reason('thread.1.text')] },
		});
		const binary = { data: await picture(), video: await video() };
		const options = optionsFor([tweet('a', file('binary', '*')), tweet('b')], [{ json: {}, binary }]);
		const { error } = await runNode({ ...options, parameters: { ...options.parameters, ...parameters } });
		expect(error?.message).toBe(`The thread was not scheduled: ${row}: Odd`);
		expect(error?.description).toContain(`The service also says: ${words}: Odd`);
	},
);

describe('an upload that fails', () => {
	test('schedules nothing, and says which tweet and which file, and what is in the library already', async () => {
		service().sandbox.control.leaveBudget('uploads', 1);
		const binary = { data: await picture(), video: await video() };
		const tweets = [tweet('One', FROM_INPUT), tweet('Two', file('binary', 'video'))];
		const { error } = await schedule(tweets, [{ json: {}, binary }]);
		const [media] = state().media;
		expect(error?.message).toBe('The upload was not started: the upload limit of the account is used up');
		expect(error?.description).toContain(
			'The file is "take-off.mp4", in Thread, tweet 2, media 1. The thread was not scheduled.',
		);
		expect(error?.description).toContain(`"balloons.png" with the ID ${media?.id}`);
		expect(error?.context).toMatchObject({ place: 'Thread, tweet 2, media 1', mediaIds: media?.id });
		expect(scheduled()).toEqual([]);
	});

	test('is tried again with "Retry On Fail"; what is uploaded is used', async () => {
		service().sandbox.control.addFault({ on: 'startMediaUpload', nth: 2, fault: { kind: 'status', status: 400 } });
		const binary = { data: await picture(), video: await video() };
		const { run } = await schedule([tweet('One', file('binary', '*'))], [{ json: {}, binary }], RETRY);
		expect(run.status).toBe('success');
		expect(scheduled()).toEqual(['One']);
		expect(state().media).toHaveLength(2);
		expect(state().uploadsCounted).toBe(2);
	});

	test('does not keep the other posts from being scheduled where the node continues', async () => {
		service().sandbox.control.addFault({ on: 'startMediaUpload', nth: 1, fault: { kind: 'status', status: 400 } });
		const { items } = await schedule([tweet(TEXT, FROM_INPUT)], await withPictures('a', 'b'), {
			onError: 'continueRegularOutput',
		});
		expect(scheduled()).toEqual(['b']);
		expect(items[0]?.json).toHaveProperty('error');
	});
});

describe('an upload from an address whose response is lost', () => {
	const lost = () =>
		service().sandbox.control.addFault({ on: 'uploadMediaFromUrl', fault: { kind: 'reset', when: 'after' } });

	test('may have been made, and is not made again; the post was not scheduled, and the error says so', async () => {
		lost();
		const { error } = await schedule([tweet('One', fromUrl())], [{ json: {} }], RETRY);
		expect(error?.message).toContain('The file may have been uploaded from its URL');
		expect(error?.description).toContain('The thread was not scheduled.');
		expect(state().uploadsCounted).toBe(1);
		expect(scheduled()).toEqual([]);
	});

	test('is no reason to call the post scheduled in the summary of another item', async () => {
		lost();
		const items = [{ json: { text: 'a' } }, { json: { text: 'b' } }];
		const { error } = await schedule([tweet(TEXT, fromUrl())], items);
		expect(error?.description).not.toContain('May have been scheduled');
		expect(scheduled()).toEqual([]);
	});
});

test('a file that was fetched for a post that is refused is nothing that a new execution would do again', async () => {
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
	});
	const { error } = await schedule([tweet('One', fromUrl())], [{ json: {} }]);
	expect(error?.message).toBe('The thread was not scheduled: Not today');
	expect(error?.description).not.toContain('To go on, use "Retry"');
});

test('posts with one text, and files that differ in their last byte alone, are two', async () => {
	const withLast = async (byte: number) => ({
		json: {},
		binary: {
			data: await storeBinary(Buffer.concat([PICTURE.subarray(0, -1), Buffer.of(byte)]), 'a.png', 'image/png'),
		},
	});
	const { items } = await schedule([tweet('Same', file('binary', 'data'))], [await withLast(1), await withLast(2)]);
	expect(items).toHaveLength(2);
	expect(state().posts).toHaveLength(2);
});

describe('a post that fails after its files are uploaded', () => {
	test('names them, and uses them in the next try', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
		});
		const items = await withPictures('a');
		const { error } = await schedule([tweet(TEXT, FROM_INPUT, fromUrl())], items);
		const [first, second] = state().media;
		expect(error?.message).toBe('The thread was not scheduled: Not today');
		expect(error?.description).toContain(
			`"a.png" with the ID ${first?.id}. Another run uploads it again, unless "If File Exists" is "Use Existing".`,
		);
		expect(error?.description).toMatch(
			new RegExp(
				`with the ID ${second?.id}\\. Keep it there: a retry of this execution uses it, and fails without it\\. A new execution fetches it again\\.$`,
			),
		);
		expect(error?.context.mediaIds).toBe(`${first?.id},${second?.id}`);
	});

	test('"Retry On Fail" uploads nothing again', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
		});
		const { run } = await schedule([tweet(TEXT, FROM_INPUT, fromUrl())], await withPictures('a'), RETRY);
		expect(run.status).toBe('success');
		expect(state().uploadsCounted).toBe(2);
		expect(scheduled()).toEqual(['a']);
	});

	test('a lost response: the post is looked up, and given with its files', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
		const { items } = await schedule([tweet(TEXT, FROM_INPUT)], await withPictures('a'), RETRY);
		const [media] = state().media;
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, thread: [{ media: [{ id: media?.id }] }] });
		expect(scheduled()).toEqual(['a']);
		expect(state().uploadsCounted).toBe(1);
	});

	test('a lost response of a post that is not there: a doubt, which is not sent again, with its files', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
		const { error } = await schedule([tweet(TEXT, FROM_INPUT)], await withPictures('a'), RETRY);
		expect(error?.message).toContain('The thread may have been scheduled');
		expect(error?.description).toContain(`"a.png" with the ID ${state().media[0]?.id}`);
		expect(scheduled()).toEqual([]);
		expect(state().uploadsCounted).toBe(1);
	});
});

test('what was scheduled before in the execution is given again with its files, and uploads nothing', async () => {
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
	const options = optionsFor([tweet(TEXT, FROM_INPUT, fromUrl())], await withPictures('a', 'b'));
	const first = await runNode(options);
	expect(first.run.status).toBe('error');
	const uploads = state().uploadsCounted;
	const { items } = await retryExecution(options, first);
	const idOf = (name: string) => state().media.find((media) => media.name === name)?.id;
	expect(items[0]?.json).toMatchObject({
		alreadyScheduled: true,
		thread: [{ media: [{ id: idOf('a.png') }, { id: idOf('balloons.png') }] }],
	});
	expect(scheduled()).toEqual(['a', 'b']);
	expect(state().uploadsCounted).toBe(uploads + 1);
});

describe('as a tool', () => {
	const BY_MODEL = file('url', "={{ $fromAI('picture', 'Address of a picture', 'string', '') }}");
	const post = (text: string, more: IDataObject = {}): IDataObject => ({ text, ...more });
	const call = async (calls: IDataObject[], ...reference: object[]) => {
		const options = optionsFor([tweet("={{ $fromAI('text') }}", ...reference)], [{ json: {} }]);
		const { items } = await callAsTool(options, calls);
		return items.map(({ json }) => json.answer);
	};

	test('a text, and the address of a picture', async () => {
		await call([post('From an agent', { picture: `${files.origin}/balloons.png` })], BY_MODEL);
		expect(scheduled()).toEqual(['From an agent']);
		expect(state().posts[0]?.submissions[0]?.mediaIds).toEqual([state().media[0]?.id]);
	});

	test.each([
		['an empty address', BY_MODEL, { picture: '' }],
		['an address of spaces', BY_MODEL, { picture: ' ' }],
		['an address that is left out', BY_MODEL, {}],
		['an empty name', file('name', "={{ $fromAI('picture') }}"), { picture: '' }],
		['an empty ID, as the button of the field has it', file('id', OVERRIDE), { picture: '' }],
		['an empty value in place of the whole locator', { file: "={{ $fromAI('picture') }}" }, { picture: '' }],
	])('%s from the model is no file', async (_, row, given) => {
		await call([post('Words alone', given)], row);
		expect(state().posts[0]?.submissions).toMatchObject([{ text: 'Words alone', mediaIds: [] }]);
		expect(state().uploadsCounted).toBe(0);
	});

	test('of two rows, the one that the model fills in is used', async () => {
		const second = file('url', "={{ $fromAI('second', '', 'string', '') }}");
		const [answer] = await call([post('One', { second: 'none' }), post('One', { second: '' })], BY_MODEL, second);
		expect(answer).toContain('Thread, tweet 1, media 2 is "none", which is not a web address');
		expect(scheduled()).toEqual(['One']);
	});

	test('one text with files: the same', async () => {
		const parameters = {
			...omit(scheduleParameters(), 'specifyThread', 'thread'),
			text: "={{ $fromAI('text') }}",
			media: { reference: [BY_MODEL] },
		};
		const options = { parameters, credential: service().credential };
		const { items } = await callAsTool(options, [post('Words alone'), post('')]);
		expect(scheduled()).toEqual(['Words alone']);
		expect(items[1]?.json.answer).toContain('Text is empty');
	});

	test('a post with neither is refused', async () => {
		const [answer] = await call([post('')], BY_MODEL);
		expect(answer).toContain('Thread, tweet 1 has neither text nor media');
		expect(state().log).toEqual([]);
	});

	test.each([
		['an expression that finds nothing', file('url', "={{ $('Start').item.json.picture }}"), /media 1 is empty/],
		['a row that is left blank', file('url', ''), /media 1 is empty/],
		['a row that is left as it was added', file('list', ''), /media 1 has no file/],
	])('%s is no value of the model, and is refused', async (_, row, message) => {
		const [answer] = await call([post('a')], row);
		expect(answer).toMatch(message);
		expect(state().log).toEqual([]);
	});

	test('what is no address is refused in words that the model can act on', async () => {
		const [answer] = await call([post('a', { picture: 'none' })], BY_MODEL);
		expect(answer).toContain('Thread, tweet 1, media 1 is "none", which is not a web address.');
		expect(answer).toContain('leave it empty');
		expect(answer).not.toContain('Upload Binary');
		expect(state().log).toEqual([]);
	});
});

describe('in a workflow, a row of Media whose expression returns', () => {
	const MODES = ['id', 'name', 'binary', 'url'];
	const withoutFile = { json: { text: 'b', picture: null } };

	test.each(MODES)('null is no file where the expression itself says so, %s', async (mode) => {
		const { items, error } = await schedule([tweet('a', file(mode, '={{ $json.picture || null }}'))], [withoutFile]);
		expect(error).toBeUndefined();
		expect(items[0]?.json.thread).toEqual([{ text: 'a', order: 0 }]);
		expect(scheduled()).toEqual(['a']);
	});

	// n8n's Edit Fields makes null of an expression with a mistyped name.
	test.each(MODES.flatMap((mode) => ['pictrue', 'picture'].map((name) => [mode, name] as const)))(
		'nothing, as for a column with another name, or null, is refused before anything is sent, %s: %s',
		async (mode, name) => {
			const { error } = await schedule([tweet('a', file(mode, `={{ $json.${name} }}`))], [withoutFile]);
			expect(error?.message).toMatch(/^Thread, tweet 1, media 1 (is empty|has no (ID|name))/);
			expect(error?.description).toMatch(/\{\{.*null.*\}\}/);
			expect(state().log).toEqual([]);
		},
	);

	test('nothing, for a file that the item has: the error says where it is, and not how to post without it', async () => {
		const [withFile] = await withPictures('a');
		const { error } = await schedule([tweet('a', file('binary', '={{ $json.data }}'))], [withFile!]);
		expect(error?.message).toBe('Thread, tweet 1, media 1 is empty');
		expect(error?.description).toBe(
			'If an expression gives it, correct that. The item itself has a file in "data": if you mean that file, enter that name.',
		);
		expect(state().log).toEqual([]);
	});

	test('an empty text is refused: the picture would be missing in the post, without a word', async () => {
		const { error } = await schedule([tweet('a', file('url', '={{ $json.picture }}'))], [{ json: { picture: '' } }]);
		expect(error?.message).toMatch(/^Thread, tweet 1, media 1 is empty/);
		expect(state().log).toEqual([]);
	});

	test('a file for one item and null for another: each has its own', async () => {
		const [first] = await withPictures('a');
		const byColumn = file('binary', "={{ $binary.data ? 'data' : null }}");
		const { items } = await schedule([tweet(TEXT, byColumn)], [first!, withoutFile]);
		expect(items.map(({ json: { thread } }) => thread)).toEqual([
			[expect.objectContaining({ text: 'a', media: [{ id: expect.any(String) }] })],
			[{ text: 'b', order: 0 }],
		]);
	});

	test('null beside another row: the other file is used', async () => {
		const [item] = await withPictures('a');
		const { items } = await schedule([tweet('a', file('id', '={{ null }}'), FROM_INPUT)], [item!]);
		expect(items[0]?.json.thread).toEqual([expect.objectContaining({ media: [{ id: expect.any(String) }] })]);
	});
});

test('null that is no expression is refused', async () => {
	const row = { file: { __rl: true, mode: 'id', value: null } };
	const { error } = await schedule([tweet('a', row)], [{ json: {} }]);
	expect(error?.message).toMatch(/^Thread, tweet 1, media 1 has no ID/);
});
