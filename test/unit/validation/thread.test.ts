import fc from 'fast-check';
import { checkThread } from '../../../nodes/SocialPostScheduling/validation/thread';
import { anything } from '../arbitraries';
import { problemOf } from '../builders';

const thread = (...tweet: unknown[]) => ({ tweet });
const by = (mode: string, value?: unknown) => ({ file: { __rl: true, mode, value } });
const withMedia = (...reference: unknown[]) => ({ text: 'Hello', media: { reference } });

const placesOf = (number: number) => ({
	tweet: `Thread, tweet ${number}`,
	text: `Thread, tweet ${number}, Text`,
	media: `Thread, tweet ${number}, Media`,
});

test('the order of the rows is the order of the tweets', () => {
	expect(checkThread(thread({ text: 'b' }, { text: 'a' }, { text: 'c' }))).toEqual({
		ok: true,
		value: [
			{ text: 'b', files: [], places: placesOf(1) },
			{ text: 'a', files: [], places: placesOf(2) },
			{ text: 'c', files: [], places: placesOf(3) },
		],
	});
});

test('files in the order of their rows, each with its place', () => {
	const row = withMedia(
		by('name', ' Launch teaser '),
		by('id', '4711'),
		by('id', 12),
		by('list', '13'),
		by('binary', 'data'),
		by('url', 'https://example.com/a.png'),
	);
	const place = (at: number) => `Thread, tweet 1, media ${at}`;
	expect(checkThread(thread(row))).toEqual({
		ok: true,
		value: [
			{
				text: 'Hello',
				files: [
					{ place: place(1), media: { name: 'Launch teaser' } },
					{ place: place(2), media: { id: '4711' } },
					{ place: place(3), media: { id: '12' } },
					{ place: place(4), media: { id: '13' } },
					{ place: place(5), binary: 'data' },
					{ place: place(6), url: 'https://example.com/a.png' },
				],
				places: placesOf(1),
			},
		],
	});
});

test.each([
	[
		'a value without a mode is an id',
		thread(withMedia({ file: '4711' })),
		{
			text: 'Hello',
			files: [{ place: 'Thread, tweet 1, media 1', media: { id: '4711' } }],
			places: placesOf(1),
		},
	],
	[
		'the text is sent as it is written',
		thread({ text: ' a\n b ' }),
		{ text: ' a\n b ', files: [], places: placesOf(1) },
	],
	['a number is taken as text', thread({ text: 2030 }), { text: '2030', files: [], places: placesOf(1) }],
	[
		'media need no text',
		thread({ media: { reference: [by('id', '1')] } }),
		{ text: '', files: [{ place: 'Thread, tweet 1, media 1', media: { id: '1' } }], places: placesOf(1) },
	],
	[
		'an empty collection of media is none',
		thread({ text: 'a', media: {} }),
		{ text: 'a', files: [], places: placesOf(1) },
	],
	[
		'an empty list of references is none',
		thread({ text: 'a', media: { reference: [] } }),
		{ text: 'a', files: [], places: placesOf(1) },
	],
	['a single row need not be a list', { tweet: { text: 'a' } }, { text: 'a', files: [], places: placesOf(1) }],
	[
		'a single reference need not be a list',
		thread({ text: 'a', media: { reference: by('id', '1') } }),
		{ text: 'a', files: [{ place: 'Thread, tweet 1, media 1', media: { id: '1' } }], places: placesOf(1) },
	],
])('%s', (_, written, tweet) => {
	expect(checkThread(written)).toEqual({ ok: true, value: [tweet] });
});

test.each([
	['no rows', thread(), 'Thread', 'is empty'],
	['no collection', {}, 'Thread', 'is empty'],
	['nothing', undefined, 'Thread', 'is empty'],
	['a text', 'Hello', 'Thread', 'is "Hello", which n8n cannot read as rows'],
	['a list of texts', ['Hello'], 'Thread', 'which n8n cannot read as rows'],
	['the one blank row that n8n gives for none', thread({ text: '' }), 'Thread', 'is empty'],
	['the same with its media', thread({ text: '', media: {} }), 'Thread', 'is empty'],
	['two blank rows', thread({ text: '' }, { text: '' }), 'Thread, tweet 1', 'neither text nor media'],
	['a list of media', thread({ text: 'a', media: ['1'] }), 'Thread, tweet 1, Media', 'which n8n cannot read as rows'],
	['a text as media', thread({ text: 'a', media: '1' }), 'Thread, tweet 1, Media', 'which n8n cannot read as rows'],
	['a reference that is a text', thread(withMedia('1')), 'Thread, tweet 1, media 1', 'which is not a file'],
	['a row without text and media', thread({ text: 'a' }, { text: '' }), 'Thread, tweet 2', 'neither text nor media'],
	['a text of blanks', thread({ text: 'a' }, { text: ' \n' }), 'Thread, tweet 2, Text', 'has only blanks'],
	['a row that is a text', thread('Hello'), 'Thread, tweet 1', 'is "Hello", which is not a tweet'],
	['an object as text', thread({ text: { a: 1 } }), 'Thread, tweet 1, Text', 'which is not text'],
	[
		'a number that is rounded',
		thread({ text: 2 ** 53 }),
		'Thread, tweet 1, Text',
		'which may not be the one that was written',
	],
	['a list as text', thread({ text: ['a'] }), 'Thread, tweet 1, Text', 'which is not text'],
	['a reference without a value', thread(withMedia(by('id'))), 'Thread, tweet 1, media 1', 'has no ID'],
	['no address', thread(withMedia(by('url', ''))), 'Thread, tweet 1, media 1', 'is empty'],
	['what is no address', thread(withMedia(by('url', 'a.png'))), 'Thread, tweet 1, media 1', 'not a web address'],
	['a blank name', thread(withMedia(by('name', ' '))), 'Thread, tweet 1, media 1', 'has no name'],
	[
		'a reference to several files',
		thread(withMedia(by('id', '1'), by('id', ['2', '3']))),
		'Thread, tweet 1, media 2',
		'not one ID',
	],
	['an unknown way to refer', thread({ text: 'a' }, withMedia(by('path', 'x'))), 'Thread, tweet 2, media 1', '"path"'],
])('%s is refused, with its place', (_, written, field, says) => {
	const problem = problemOf(checkThread(written));
	expect(problem.field).toBe(field);
	expect(problem.problem).toContain(says);
	expect(problem.advice).not.toBe('');
});

test.each([
	['text', thread({ text: Number.NaN })],
	['reference', thread(withMedia(by('id', Number.NaN)))],
])('NaN, as a calculation in an expression may give it, is no %s', (_, written) => {
	expect(checkThread(written).ok).toBe(false);
});

test.each([
	['a big integer as text', thread({ text: 10n })],
	['a big integer as reference', thread(withMedia(by('id', 10n)))],
	// A list with a hole, as `new Array(2)` gives it.
	['a list with a hole', { tweet: Object.assign(new Array(2), { 0: { text: 'a' } }) }],
])('%s does not throw', (_, written) => {
	expect(() => checkThread(written)).not.toThrow();
});

test('any value gives a thread that the service can take, or a problem', () => {
	const locator = fc.record(
		{ mode: fc.oneof(fc.constantFrom('list', 'id', 'name', 'binary', 'url'), anything()), value: anything() },
		{ requiredKeys: [] },
	);
	const reference = fc.record({ file: fc.oneof(anything(), locator) }, { requiredKeys: [] });
	const row = fc.record(
		{
			text: anything(),
			media: fc.oneof(anything(), fc.record({ reference: fc.oneof(anything(), fc.array(reference)) })),
		},
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(fc.oneof(anything(), fc.record({ tweet: fc.oneof(anything(), fc.array(row)) })), (written) => {
			const checked = checkThread(written);
			if (!checked.ok) return expect(checked.error.field).toMatch(/^Thread/);
			expect(checked.value.map(({ places }) => places.tweet)).toEqual(
				checked.value.map((_, at) => `Thread, tweet ${at + 1}`),
			);
			for (const { text, files } of checked.value) expect(text.trim() !== '' || files.length > 0).toBe(true);
		}),
	);
});
