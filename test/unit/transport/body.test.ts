import { Readable } from 'node:stream';
import { readBody } from '../../../nodes/SocialPostScheduling/transport/body';

/** A body that comes in these pieces. */
const streamOf = (...pieces: Array<string | Buffer>) => Readable.from(pieces.map((piece) => Buffer.from(piece)));

test.each([
	['an object', '{"a":[1]}', { a: [1] }],
	['a text', '"a"', 'a'],
	['null', 'null', null],
	['an object after a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
	['what is cut off', '{"a":', '{"a":'],
	['a page', '<html></html>', '<html></html>'],
	['nothing', '', ''],
])('JSON is parsed, and all else is its text: %s', async (_, written, body) => {
	expect(await readBody(streamOf(written))).toEqual({ body });
});

test('a character may come in two pieces', async () => {
	const bytes = Buffer.from('{"a":"é"}');
	const within = bytes.indexOf(0xc3) + 1;
	expect(await readBody(streamOf(bytes.subarray(0, within), bytes.subarray(within)))).toEqual({ body: { a: 'é' } });
});

test('what is as long as the limit is read, and what is longer is left', async () => {
	expect(await readBody(streamOf('123', '45'), 5)).toEqual({ body: 12345 });
	const longer = streamOf('123', '456', '789');
	expect(await readBody(longer, 5)).toEqual({ body: undefined, isTooLong: true });
	expect(longer.destroyed).toBe(true);
});

test('the error of its connection is thrown', async () => {
	const broken = new Readable({ read: () => {} });
	const reading = readBody(broken);
	broken.destroy(new Error('read ECONNRESET'));
	await expect(reading).rejects.toThrow('read ECONNRESET');
});

test.each([[{ data: {} }], ['text'], [undefined]])('what is no stream is given as it is: %j', async (body) => {
	expect(await readBody(body)).toEqual({ body });
});
