import * as waiting from '../../../nodes/SocialPostScheduling/transport/delay';
import { AHEAD_MS, FileBody } from '../../../nodes/SocialPostScheduling/upload/body';
import type { MediaFile } from '../../../nodes/SocialPostScheduling/upload/file';
import { type OpenedFile, CHUNK_BYTES } from '../../../nodes/SocialPostScheduling/upload/source';
import { turn } from '../builders';

/** A file whose openings and closings are counted. */
class TestFile {
	opened = 0;
	closed = 0;
	readonly media: MediaFile;

	constructor(
		size: number,
		chunks: () => AsyncIterable<unknown>,
		open: (file: OpenedFile) => Promise<OpenedFile> = async (file) => await Promise.resolve(file),
	) {
		this.media = {
			size,
			isReadWhole: false,
			mimeType: 'image/png',
			fileName: 'a.png',
			fingerprint: () => 'a',
			digest: async () => await Promise.resolve('a'),
			open: async () => {
				const file = await open({ chunks: chunks(), close: () => this.closed++ });
				this.opened++;
				return file;
			},
		};
	}
}

async function* pieces(...sizes: number[]) {
	for (const size of sizes) yield await Promise.resolve(Buffer.alloc(size, size));
}

/** Reads a body to its end. */
async function readAll(body: FileBody): Promise<Buffer[]> {
	const read: Buffer[] = [];
	for await (const piece of body.blob.stream()) read.push(Buffer.from(piece));
	return read;
}

const sizes = (read: readonly Buffer[]) => read.map(({ length }) => length);

const PATH = '/home/node/.n8n/binaryData/secret-place';
const missing = () => Object.assign(new Error(`ENOENT: no such file or directory, open '${PATH}'`), { code: 'ENOENT' });

test('it is told by its exact size and its type', () => {
	const { blob } = new FileBody(new TestFile(7, () => pieces(7)).media);
	expect({ ...blob, tag: Object.prototype.toString.call(blob) }).toMatchObject({
		size: 7,
		type: 'image/png',
		tag: '[object Blob]',
	});
});

test('the file is not opened before its first byte is wanted', async () => {
	const file = new TestFile(7, () => pieces(3, 4));
	const body = new FileBody(file.media);
	const stream = body.blob.stream();
	await turn();
	expect(file.opened).toBe(0);
	await stream.next();
	expect(file.opened).toBe(1);
});

test('all bytes come, in their order, and nothing is amiss', async () => {
	const body = new FileBody(new TestFile(12, () => pieces(3, 4, 5)).media);
	expect(Buffer.concat(await readAll(body))).toEqual(Buffer.concat([3, 4, 5].map((size) => Buffer.alloc(size, size))));
	expect(body.failure).toBeNull();
});

test('a file that comes in one piece is handed on in small ones', async () => {
	const body = new FileBody(new TestFile(2 * CHUNK_BYTES + 5, () => pieces(2 * CHUNK_BYTES + 5)).media);
	expect(sizes(await readAll(body))).toEqual([CHUNK_BYTES, CHUNK_BYTES, 5]);
});

test('a text chunk is counted in bytes', async () => {
	async function* texts() {
		yield await Promise.resolve('aä');
	}
	const body = new FileBody(new TestFile(3, texts).media);
	expect(Buffer.concat(await readAll(body)).toString()).toBe('aä');
});

describe('a file that is not as it was declared breaks the request off', () => {
	test.each([
		['too short', 8, [3, 4], 'It has 7 bytes, not the declared 8.'],
		['empty', 8, [], 'It has 0 bytes, not the declared 8.'],
		['too long', 5, [3, 4], 'It has more than the declared 5 bytes.'],
		['too long by one byte', 6, [3, 4], 'It has more than the declared 6 bytes.'],
	])('%s', async (_, size, chunks, words) => {
		const body = new FileBody(new TestFile(size, () => pieces(...chunks)).media);
		await expect(readAll(body)).rejects.toThrow(words);
		expect(body.failure).toEqual({ kind: 'fileChanged', words });
	});

	test('not one byte more than declared is handed on', async () => {
		const body = new FileBody(new TestFile(5, () => pieces(3, 4)).media);
		let handedOn = 0;
		const read = async () => {
			for await (const piece of body.blob.stream()) handedOn += piece.length;
		};
		await expect(read()).rejects.toThrow();
		expect(handedOn).toBe(3);
	});
});

describe('a file that cannot be read tells the code of the reason, never the place of the file', () => {
	test('when it is opened', async () => {
		const body = new FileBody(
			new TestFile(
				5,
				() => pieces(5),
				async () => await Promise.reject(missing()),
			).media,
		);
		await expect(readAll(body)).rejects.not.toThrow(PATH);
		expect(body.failure).toEqual({ kind: 'fileChanged', words: 'It cannot be opened (ENOENT).' });
	});

	test('while it is read', async () => {
		async function* breaking() {
			yield await Promise.resolve(Buffer.alloc(3));
			throw missing();
		}
		const body = new FileBody(new TestFile(5, breaking).media);
		await expect(readAll(body)).rejects.not.toThrow(PATH);
		expect(body.failure).toEqual({ kind: 'fileChanged', words: 'It cannot be read any further (ENOENT).' });
	});

	test('where there is no code', async () => {
		const body = new FileBody(
			new TestFile(
				5,
				() => pieces(5),
				async () => await Promise.reject(new Error(PATH)),
			).media,
		);
		await expect(readAll(body)).rejects.not.toThrow(PATH);
		expect(JSON.stringify(body.failure)).not.toContain(PATH);
	});
});

describe('whatever becomes of the request, the file is closed', () => {
	test('one that was never opened needs no closing', () => {
		const file = new TestFile(5, () => pieces(5));
		new FileBody(file.media).close();
		expect(file.closed).toBe(0);
	});

	test('after it was read, and in the midst of it', async () => {
		const file = new TestFile(5, () => pieces(2, 3));
		const read = new FileBody(file.media);
		await readAll(read);
		read.close();
		expect(file.closed).toBe(1);

		const left = new FileBody(file.media);
		await left.blob.stream().next();
		left.close();
		expect(file.closed).toBe(2);
	});

	test('also where the request ended while the file was still being opened', async () => {
		let goOn = () => {};
		const slow = new Promise<void>((resolve) => (goOn = resolve));
		const file = new TestFile(
			5,
			() => pieces(5),
			async (opened) => await slow.then(() => opened),
		);
		const body = new FileBody(file.media);
		const stream = body.blob.stream();
		const first = stream.next().catch(() => {});
		await turn();
		// What the HTTP helper does with a request that is stopped.
		const ended = stream.return().catch(() => {});
		body.close();
		goOn();
		await Promise.all([first, ended]);
		expect(file.opened).toBe(1);
		expect(file.closed).toBeGreaterThan(0);
	});
});

describe('progress', () => {
	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	test('is when the next piece was asked for', async () => {
		const begun = Date.now();
		const body = new FileBody(new TestFile(5, () => pieces(2, 3)).media);
		const stream = body.blob.stream();
		await stream.next();
		jest.setSystemTime(begun + 7_000);
		expect(body.lastProgressAt).toBe(begun);
		await stream.next();
		expect(body.lastProgressAt).toBe(begun + 7_000);
	});
});

describe('a repeated transfer', () => {
	afterEach(() => jest.restoreAllMocks());

	test('sends little ahead, waits for an early answer, and then sends the rest', async () => {
		const waited = jest.spyOn(waiting, 'delay').mockResolvedValue(true);
		const body = new FileBody(new TestFile(5000, () => pieces(3000, 2000)).media, true);
		expect(sizes(await readAll(body))).toEqual([1024, 1976, 2000]);
		expect(waited.mock.calls.map(([ms]) => ms)).toEqual([AHEAD_MS]);
	});

	test('sends no more of the file once the answer is there', async () => {
		const file = new TestFile(5000, () => pieces(3000, 2000));
		const body = new FileBody(file.media, true);
		const reading = readAll(body);
		await turn();
		body.close();
		expect(sizes(await reading)).toEqual([1024]);
		expect(body.failure).toBeNull();
	});

	test('of a file smaller than what goes ahead is the file', async () => {
		jest.spyOn(waiting, 'delay').mockResolvedValue(true);
		expect(sizes(await readAll(new FileBody(new TestFile(7, () => pieces(7)).media, true)))).toEqual([7]);
	});
});
