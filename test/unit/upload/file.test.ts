import { Readable } from 'node:stream';
import { type IBinaryData, type IExecutePaginationFunctions, type INodeExecutionData, sleep } from 'n8n-workflow';
import { checkFile, MAX_FILE_BYTES } from '../../../nodes/SocialPostScheduling/upload/file';
import { digestOf, OPEN_LIMIT_MS, sourceOf } from '../../../nodes/SocialPostScheduling/upload/source';
import { problemOf } from '../builders';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const MP4 = Buffer.from('00000020667479706d703432000000006d703432', 'hex');
const GIF = Buffer.from('GIF89a\x10\x00\x10\x00', 'latin1');
const TEXT = Buffer.from('Nothing that anyone would want to post');
/** The beginning of a MOV file of an old camera: no signature of any kind. */
/** First bytes, written as characters. */
const start = (characters: string) => Buffer.from(characters, 'latin1');
const OLD_MOV = Buffer.from('00000008776964650000a1b26d646174', 'hex');

/** The parts of n8n that a file comes from: items in memory, and files that n8n has stored. */
class Binaries {
	readonly streams: Readable[] = [];
	items: Record<string, IBinaryData> = {};
	/** Where the workflow keeps its files; older n8n does not say. */
	binaryMode: 'combined' | undefined;
	/** The item as it came, apart from what `assertBinaryData` finds. */
	input: INodeExecutionData = { json: {} };
	stored: Record<string, { size?: number; bytes?: Buffer; chunkSize?: number }> = {};

	inMemory(name: string, bytes: Buffer, more: Partial<IBinaryData> = {}): this {
		this.items[name] = { data: bytes.toString('base64'), mimeType: 'application/octet-stream', ...more };
		return this;
	}

	inStore(name: string, bytes: Buffer | undefined, more: Partial<IBinaryData> = {}, size = bytes?.length ?? 9): this {
		this.items[name] = {
			data: 'filesystem-v2',
			id: `filesystem-v2:${name}`,
			mimeType: 'application/octet-stream',
			...more,
		};
		this.stored[`filesystem-v2:${name}`] = { bytes, size };
		return this;
	}

	get functions(): IExecutePaginationFunctions {
		const helpers = {
			assertBinaryData: (name: string) => {
				const found = this.items[name];
				if (found === undefined)
					throw Object.assign(new Error('No binary'), { description: 'Make sure that it is there' });
				return found;
			},
			getBinaryMetadata: async (id: string) => {
				const found = this.stored[id];
				if (found === undefined) throw new Error(`ENOENT: /place/of/${id}`);
				return await Promise.resolve({ fileSize: found.size });
			},
			getBinaryStream: async (id: string) => {
				const bytes = this.stored[id]?.bytes;
				if (bytes === undefined) throw Object.assign(new Error(`ENOENT: /place/of/${id}`), { code: 'ENOENT' });
				// One byte at a time: the first chunk need not hold the whole signature.
				const stream = Readable.from(Array.from(bytes, (byte) => Buffer.of(byte)));
				this.streams.push(stream);
				return await Promise.resolve(stream);
			},
		};
		const getWorkflowSettings = () => ({ binaryMode: this.binaryMode });
		return { helpers, getInputData: () => this.input, getWorkflowSettings } as unknown as IExecutePaginationFunctions;
	}
}

const PLACE = {
	field: 'Input Data Field Name',
	setType: 'If the file is one of these, set "MIME Type" under Additional Fields.',
	ifNamesDiffer: 'If it is another one in each item, write an expression.',
	ifAddress: 'use Upload From URL',
};

const check = async (binaries: Binaries, written: unknown = 'data', typeOverride = '') =>
	await checkFile(binaries.functions, written, typeOverride, PLACE);

async function bytesOf(chunks: AsyncIterable<unknown>): Promise<Buffer> {
	const read: Uint8Array[] = [];
	for await (const chunk of chunks) if (chunk instanceof Uint8Array) read.push(chunk);
	return Buffer.concat(read);
}

describe.each(['inMemory', 'inStore'] as const)('%s', (where) => {
	const file = (bytes: Buffer, more: Partial<IBinaryData> = {}) => new Binaries()[where]('data', bytes, more);

	test('a file is its exact size, its type, its name and its bytes', async () => {
		const checked = await check(file(PNG, { mimeType: 'image/png', fileName: ' a.png ' }));
		if (!checked.ok) throw new Error(checked.error.problem);
		expect(checked.value).toMatchObject({ size: PNG.length, mimeType: 'image/png', fileName: 'a.png' });
		// As often as needed.
		for (let again = 0; again < 2; again++) {
			const { chunks, close } = await checked.value.open();
			expect(await bytesOf(chunks)).toEqual(PNG);
			close();
		}
	});

	test('a file without a name has an empty one', async () => {
		expect(await check(file(PNG))).toMatchObject({ value: { fileName: '' } });
	});

	test.each([
		['what the user set', 'video/mp4', { mimeType: 'image/gif', fileName: 'a.mov' }, PNG, 'video/mp4'],
		['what the user set, in another spelling', 'image/jpg', { mimeType: 'image/gif' }, PNG, 'image/jpeg'],
		['what n8n knows', '', { mimeType: 'image/gif', fileName: 'a.mov' }, GIF, 'image/gif'],
		['what n8n knows, in another spelling', '', { mimeType: 'video/mov' }, OLD_MOV, 'video/quicktime'],
		['what the first bytes surely show, whatever n8n says', '', { mimeType: 'image/gif' }, PNG, 'image/png'],
		['the first bytes', '', { fileName: 'a.mov' }, PNG, 'image/png'],
		['the first bytes of a video', '', {}, MP4, 'video/mp4'],
		['the name', '', { fileName: 'a.mov' }, OLD_MOV, 'video/quicktime'],
	])('its type is %s', async (_, override, more, bytes, mimeType) => {
		expect(await check(file(bytes, more), 'data', override)).toMatchObject({ value: { mimeType } });
	});

	test('a file of none of the seven types is refused, with its name and its type', async () => {
		const refused = problemOf(await check(file(TEXT, { mimeType: 'text/plain', fileName: 'a.txt' })));
		expect(refused).toMatchObject({ field: 'The file "a.txt"', problem: 'is text, which the service does not take' });
		// A type that is set would only make it a broken picture.
		expect(refused.advice).not.toContain('MIME Type');
		expect(refused.advice).toContain('Check the node that made the file');
	});

	test.each([
		['photo.png', 'image/png', TEXT, 'is not a PNG picture, but text'],
		['photo.jpg', 'image/jpeg', Buffer.from('\n<!DOCTYPE html><html>'), 'is not a JPEG picture, but a web page'],
		['clip.mp4', 'video/mp4', Buffer.from('{"error":"not found"}'), 'is not an MP4 video, but JSON text'],
		['photo.heic', 'image/heic', Buffer.from('%PDF-1.7'), 'is not a HEIC picture, but a PDF document'],
		['clip.mp4', 'video/mp4', start('FLV\x01\x05'), 'is not an MP4 video, but an FLV video'],
		['clip.mp4', 'video/mp4', start('G@\x11\x10'), 'is not an MP4 video, but an MPEG-TS video'],
		['clip.mov', 'video/quicktime', start('\0\0\x01\xba\x44'), 'is not a MOV video, but an MPEG video'],
		['clip.mp4', 'video/mp4', start('0&\xb2\x75\x8e\x66\xcf\x11'), 'is not an MP4 video, but a WMV video'],
		['photo.heic', 'image/heic', start('8BPS\0\x01'), 'is not a HEIC picture, but a Photoshop picture'],
		['clip.mp4', 'video/mp4', start('MZ\x90\0'), 'is not an MP4 video, but a program'],
		['clip.mp4', 'video/mp4', start('\x7fELF\x02'), 'is not an MP4 video, but a program'],
		['clip.mp4', 'video/mp4', start('G@\0\x10'), 'is not an MP4 video, but an MPEG-TS video'],
		['clip.mp4', 'video/mp4', start('7z\xbc\xaf\x27\x1c'), 'is not an MP4 video, but an archive'],
		[
			'clip.mp4',
			'video/mp4',
			start('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0'),
			'is not an MP4 video, but an old Office document',
		],
		['clip.mp4', 'video/mp4', start('%!PS-Adobe-3.0\0'), 'is not an MP4 video, but a PostScript document'],
		['clip.mp4', 'video/mp4', start('SQLite format 3\0'), 'is not an MP4 video, but a database'],
		['clip.mp4', 'video/mp4', start('wOF2\0\x01'), 'is not an MP4 video, but a font'],
		['clip.mp4', 'video/mp4', start('\xff\xfeH\0i\0'), 'is not an MP4 video, but text'],
		['clip.mp4', 'video/mp4', start('\xfe\xff\0H\0i'), 'is not an MP4 video, but text'],
		['clip.mp4', 'video/mp4', start('\xff\xfb\x90\x64\0'), 'is not an MP4 video, but a sound'],
		['clip.mp4', 'video/mp4', start('\0\0\0\x20ftypM4A '), 'is not an MP4 video, but a sound'],
		['clip.mp4', 'video/mp4', start('FORM\0\x01\x02\x03AIFF'), 'is not an MP4 video, but a sound'],
		['clip.mp4', 'video/mp4', start('\0\0\0\x0cjP  \r\n\x87\n'), 'is not an MP4 video, but a JPEG 2000 picture'],
		['clip.mp4', 'video/mp4', start('\0\0\0\x20ftypM4P '), 'is not an MP4 video, but a sound'],
		['clip.mp4', 'video/mp4', start('\0\0\0\x20ftypcrx '), 'is not an MP4 video, but a camera RAW picture'],
		['clip.mp4', 'video/mp4', start('Rar!\x1a\x07'), 'is not an MP4 video, but an archive'],
		['photo.gif', 'image/gif', OLD_MOV, 'is not a GIF picture, but something else'],
		['photo.png', 'application/octet-stream', TEXT, 'is not a PNG picture, but text'],
	])(
		'%s of the type %s that is none is refused, and it is said what it is',
		async (fileName, mimeType, bytes, says) => {
			expect(problemOf(await check(file(bytes, { mimeType, fileName })))).toMatchObject({
				field: `The file "${fileName}"`,
				problem: says,
			});
			expect(await check(file(bytes, { mimeType, fileName }), 'data', 'image/png')).toMatchObject({ ok: true });
		},
	);

	test('a type that the user set and the service does not take is refused in its own field', async () => {
		const { field, problem } = problemOf(await check(file(PNG), 'data', 'image/svg+xml'));
		expect(field).toBe('MIME Type');
		expect(problem).toContain('"image/svg+xml"');
	});

	test('an empty file is refused', async () => {
		expect(problemOf(await check(file(Buffer.alloc(0), { mimeType: 'image/png' })))).toMatchObject({
			field: 'The file in "Input Data Field Name"',
			problem: 'is empty',
		});
	});

	test('the same bytes have the same identity', async () => {
		const identity = async (binaries: Binaries) => {
			const checked = await check(binaries);
			return checked.ok ? checked.value.fingerprint() : checked.error.problem;
		};
		expect(await identity(file(PNG))).toBe(await identity(file(PNG)));
		if (where === 'inMemory') expect(await identity(file(PNG))).not.toBe(await identity(file(MP4)));
	});
});

test('a digest of the start of a file looks at that alone, and closes the file', async () => {
	const change = (end: number) => Buffer.concat([PNG, Buffer.of(end)]);
	const binaries = new Binaries().inStore('a', change(1)).inStore('b', change(2)).inStore('c', MP4);
	const digests = async (count?: number) =>
		await Promise.all(
			['a', 'b', 'c'].map(async (name) => {
				const file = await check(binaries, name);
				return file.ok ? await digestOf(file.value, count) : undefined;
			}),
		);
	const [one, another, other] = await digests(PNG.length);
	expect(one).toBe(another);
	expect(other).not.toBe(one);
	expect(new Set(await digests()).size).toBe(3);
	expect(binaries.streams.every(({ destroyed }) => destroyed)).toBe(true);
});

test('files that are stored apart have the same digest where they have the same bytes', async () => {
	const binaries = new Binaries().inStore('a', PNG).inStore('b', PNG).inStore('c', MP4);
	const files = await Promise.all(['a', 'b', 'c'].map(async (name) => await check(binaries, name)));
	const digests = await Promise.all(files.map(async (file) => (file.ok ? await file.value.digest() : undefined)));
	expect(new Set(files.map((file) => file.ok && file.value.fingerprint())).size).toBe(3);
	expect(digests[0]).toBe(digests[1]);
	expect(digests[2]).not.toBe(digests[0]);
	expect(binaries.streams.map(({ destroyed }) => destroyed)).not.toContain(false);
});

test('a stored file that is gone has no digest', async () => {
	const binaries = new Binaries().inStore('data', PNG, { mimeType: 'image/png' });
	const checked = await check(binaries);
	binaries.stored = {};
	expect(checked.ok && (await checked.value.digest())).toBeNull();
});

test.each([
	[MAX_FILE_BYTES, true],
	[MAX_FILE_BYTES + 1, false],
])('a file of %i bytes is small enough: %s', async (size, expected) => {
	const checked = await check(new Binaries().inStore('data', PNG, { mimeType: 'image/png' }, size));
	expect(checked.ok).toBe(expected);
	if (!checked.ok) expect(checked.error.advice).toContain('500 MiB');
});

test('500 MiB are the most', () => {
	expect(MAX_FILE_BYTES).toBe(524_288_000);
});

describe('looking at the first bytes of a stored file', () => {
	test('closes it again', async () => {
		const binaries = new Binaries().inStore('data', Buffer.concat([PNG, Buffer.alloc(5_000)]));
		expect((await check(binaries)).ok).toBe(true);
		expect(binaries.streams.map(({ destroyed }) => destroyed)).toEqual([true]);
	});

	test('is done where the user set its type as well: what cannot be read must not begin an upload', async () => {
		const binaries = new Binaries().inStore('data', undefined);
		const { problem } = problemOf(await check(binaries, 'data', 'image/png'));
		expect(problem).toBe('is no longer available');
	});

	test('finds out that it is gone, and says so without the place where it was', async () => {
		const { problem, advice } = problemOf(await check(new Binaries().inStore('data', undefined)));
		expect(`${problem} ${advice}`).not.toContain('/place/of/');
		expect(problem).toBe('is no longer available');
	});
});

test('a stored file that n8n no longer knows is refused, without the place where it was', async () => {
	const binaries = new Binaries().inStore('data', PNG);
	binaries.stored = {};
	const { problem, advice } = problemOf(await check(binaries));
	expect(problem).toBe('is no longer available');
	expect(`${problem} ${advice}`).not.toContain('/place/of/');
});

describe('the field that names the file', () => {
	test.each([
		['empty', '', 'is empty'],
		['blanks', '  ', 'is empty'],
		['nothing', null, 'is empty'],
		['a name without a file', 'picture', 'the item has no file there'],
		['an object that is no file', { json: {} }, 'returns no file'],
		['a file without bytes and without an id', { mimeType: 'image/png' }, 'returns a file without its data'],
	])('%s', async (_, written, says) => {
		const { field, problem, advice } = problemOf(await check(new Binaries().inMemory('data', PNG), written));
		expect(field).toBe('Input Data Field Name');
		expect(problem).toContain(says);
		expect(advice).not.toBe('');
	});

	test('blanks around the name do no harm', async () => {
		expect((await check(new Binaries().inMemory('data', PNG), ' data ')).ok).toBe(true);
	});

	test.each(['https://a.example/b.png', 'HTTP://a.example', ' www.a.example/b.png'])(
		'a web address: %s',
		async (written) => {
			const { advice } = problemOf(await check(new Binaries().inMemory('data', PNG), written));
			expect(advice).toMatch(/^For a web address, use /);
		},
	);

	test("n8n's own words for a missing file are kept in the advice", async () => {
		expect(problemOf(await check(new Binaries(), 'picture')).advice).toMatch(
			/^Make sure that it is there\. An error output has no files, /,
		);
	});

	test.each<[string, (file: IBinaryData) => INodeExecutionData]>([
		['within the JSON', (file) => ({ json: { _files: { clip: { ...file } } } })],
		['beside it', (file) => ({ json: {}, binary: { clip: file } })],
	])('the name alone is enough where n8n wants a path, and has the file %s', async (_, itemWith) => {
		const binaries = new Binaries().inStore('data', PNG, { mimeType: 'image/png', fileName: 'a.png' });
		binaries.binaryMode = 'combined';
		if (binaries.items.data !== undefined) binaries.input = itemWith(binaries.items.data);
		expect(await check(binaries, 'clip')).toMatchObject({ value: { size: PNG.length, fileName: 'a.png' } });
		expect(problemOf(await check(binaries, 'still')).problem).toContain('the item has no file there');
	});

	test('in all other workflows the JSON is only data: it may name a file of another workflow', async () => {
		const binaries = new Binaries().inStore('data', PNG, { mimeType: 'image/png' });
		binaries.input = { json: { _files: { clip: { ...binaries.items.data } } } };
		expect(problemOf(await check(binaries, 'clip')).problem).toContain('the item has no file there');
	});

	test('where the name is wrong, the fields that have a file are listed', async () => {
		const binaries = new Binaries();
		binaries.input = { json: {}, binary: { still: { data: '', mimeType: '' }, clip: { data: '', mimeType: '' } } };
		expect(problemOf(await check(binaries, 'data')).advice).toBe(
			'The item has a file in "still", "clip". Enter one of these names. If it is another one in each item, write an expression.',
		);
	});

	test('an expression may give the file itself', async () => {
		const binaries = new Binaries().inStore('data', PNG, { mimeType: 'image/png', fileName: 'a.png' });
		expect(await check(binaries, binaries.items.data)).toMatchObject({
			value: { size: PNG.length, fileName: 'a.png' },
		});
	});
});

test('base64 with a character too many is no file', async () => {
	const binaries = new Binaries();
	binaries.items.data = { data: `${PNG.toString('base64').replace(/=+$/, '').slice(0, 16)}A`, mimeType: 'image/png' };
	expect(await check(binaries)).toMatchObject({ ok: false, error: { problem: 'is no longer available' } });
});

test('base64 that goes on after its end is no file: what follows would be left out', async () => {
	const part = PNG.subarray(0, 10).toString('base64');
	expect(part).toMatch(/==$/);
	const binaries = new Binaries();
	binaries.items.data = { data: part + part, mimeType: 'image/png' };
	expect(await check(binaries)).toMatchObject({ ok: false, error: { problem: 'is no longer available' } });
});

test.each([
	['line breaks', (text: string) => text.replace(/.{8}/g, '$&\r\n')],
	['a line break at the end', (text: string) => `${text}\n`],
	['spaces around it', (text: string) => ` ${text} `],
	['no padding', (text: string) => text.replace(/=+$/, '')],
])('base64 with %s has the size of its bytes', async (_, change) => {
	const bytes = Buffer.concat([PNG, Buffer.from([1])]);
	const binaries = new Binaries();
	binaries.items.data = { data: change(bytes.toString('base64')), mimeType: 'image/png' };
	const checked = await check(binaries);
	if (!checked.ok) throw new Error(checked.error.problem);
	expect(checked.value.size).toBe(bytes.length);
	const { chunks } = await checked.value.open();
	expect(await bytesOf(chunks)).toEqual(bytes);
});

describe('a stored file that n8n does not open', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	/** What becomes of a file that n8n gives after so many milliseconds. */
	async function opened(ms: number) {
		const binaries = new Binaries().inStore('data', PNG, { fileName: 'teaser.mp4' });
		const { functions } = binaries;
		const { helpers } = functions;
		const getBinaryStream = async (id: string) => {
			await sleep(ms);
			return await helpers.getBinaryStream(id);
		};
		Object.assign(functions, { helpers: { ...helpers, getBinaryStream } });
		const checking = checkFile(functions, 'data', '', PLACE);
		await jest.advanceTimersByTimeAsync(OPEN_LIMIT_MS + 2_000);
		const checked = await checking;
		await jest.advanceTimersByTimeAsync(ms);
		return { checked, streams: binaries.streams };
	}

	test('is given up after five minutes, and closed where it comes later', async () => {
		const { checked, streams } = await opened(OPEN_LIMIT_MS + 60_000);
		expect(checked).toMatchObject({
			error: { field: 'The file "teaser.mp4"', problem: 'was not opened within 5 minutes' },
		});
		expect(streams.map(({ destroyed }) => destroyed)).toEqual([true]);
	});

	test('is not waited for, nor opened, once the execution is stopped', async () => {
		const binaries = new Binaries().inStore('data', PNG);
		const controller = new AbortController();
		const functions = Object.assign(binaries.functions, { getExecutionCancelSignal: () => controller.signal });
		const open = jest.fn(async () => await new Promise(() => {}));
		Object.assign(functions.helpers, { getBinaryStream: open });
		const checking = checkFile(functions, 'data', '', PLACE);
		await jest.advanceTimersByTimeAsync(1_000);
		controller.abort();
		expect((await checking).ok).toBe(false);
		expect((await checkFile(functions, 'data', '', PLACE)).ok).toBe(false);
		expect(open).toHaveBeenCalledTimes(1);
	});

	test('is waited for until then', async () => {
		const { checked } = await opened(OPEN_LIMIT_MS - 60_000);
		expect(checked).toMatchObject({ ok: true, value: { mimeType: 'image/png' } });
	});
});

describe('a binary that a Code node made', () => {
	const made = async (binary: unknown, name = 'data') => {
		const binaries = new Binaries();
		Object.assign(binaries.items, { data: binary });
		return await check(binaries, name);
	};
	const data = PNG.toString('base64');

	test.each([
		['a number as name', { data, mimeType: 'image/png', fileName: 12345 }, { fileName: '12345' }],
		['a number as type', { data, mimeType: 5 }, { mimeType: 'image/png' }],
		['no type', { data }, { mimeType: 'image/png' }],
		['null as id', { data, mimeType: 'image/png', id: null }, { size: PNG.length }],
		['an empty id', { data, mimeType: 'image/png', id: '' }, { size: PNG.length }],
	])('may have %s', async (_, binary, value) => {
		expect(await made(binary)).toMatchObject({ ok: true, value });
	});

	test('without data is empty', async () => {
		expect(await made({ data: null, mimeType: 'image/png' })).toMatchObject({ error: { problem: 'is empty' } });
	});

	test.each(['__proto__', 'constructor', 'toString'])('is not found by the name "%s"', async (name) => {
		expect(await made({ data, mimeType: 'image/png' }, name)).toMatchObject({
			error: { problem: `is "${name}", but the item has no file there` },
		});
	});
});

test.each([
	['database', true],
	['filesystem-v2', false],
])('n8n reads a file of "%s" as a whole: %s', async (mode, isReadWhole) => {
	const helpers = { getBinaryMetadata: async () => await Promise.resolve({ fileSize: 9 }) };
	const functions = { helpers, getExecutionCancelSignal: () => undefined } as unknown as IExecutePaginationFunctions;
	const source = await sourceOf(functions, { id: `${mode}:1`, data: mode, mimeType: 'video/mp4' });
	expect(source?.isReadWhole).toBe(isReadWhole);
});
