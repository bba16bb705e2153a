import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
	knownType,
	SIGNATURE_BYTES,
	typeOfBytes,
	typeOfName,
	UPLOAD_TYPES,
} from '../../../nodes/SocialPostScheduling/validation/mimeTypes';

test('the seven types of the service, and no other', () => {
	expect([...UPLOAD_TYPES].sort()).toEqual([
		'image/gif',
		'image/heic',
		'image/jpeg',
		'image/png',
		'image/webp',
		'video/mp4',
		'video/quicktime',
	]);
});

test.each(UPLOAD_TYPES.map((type) => [type]))('%s is known as it is written', (type) => {
	expect(knownType(type)).toBe(type);
});

test.each([
	['IMAGE/PNG', 'image/png'],
	[' image/png ', 'image/png'],
	['image/png; charset=binary', 'image/png'],
	['image/png;name="a;b"', 'image/png'],
	['image/x-png', 'image/png'],
	['image/apng', 'image/png'],
	['image/jpg', 'image/jpeg'],
	['image/pjpeg', 'image/jpeg'],
	['image/heif', 'image/heic'],
	['image/heic-sequence', 'image/heic'],
	['video/mpeg4', 'video/mp4'],
	['video/x-m4v', 'video/mp4'],
	['video/mov', 'video/quicktime'],
	['video/x-quicktime', 'video/quicktime'],
])('the spelling "%s" stands for %s', (written, expected) => {
	expect(knownType(written)).toBe(expected);
});

test.each([
	'',
	'image',
	'image/*',
	'image/svg+xml',
	'image/avif',
	'video/webm',
	'application/octet-stream',
	'png',
	'x image/png',
])('the type "%s" is none of the seven', (written) => {
	expect(knownType(written)).toBeUndefined();
});

test('no type at all is none of the seven', () => {
	expect(knownType(undefined)).toBeUndefined();
});

test.each(['constructor', '__proto__', 'toString', 'valueOf'])('"%s" is no type and no extension', (name) => {
	expect(knownType(name)).toBeUndefined();
	expect(typeOfName(`file.${name}`)).toBeUndefined();
});

test.each([
	['a.png', 'image/png'],
	['a.jpg', 'image/jpeg'],
	['a.jpeg', 'image/jpeg'],
	['a.jfif', 'image/jpeg'],
	['a.webp', 'image/webp'],
	['a.gif', 'image/gif'],
	['a.heic', 'image/heic'],
	['a.heif', 'image/heic'],
	['a.mp4', 'video/mp4'],
	['a.m4v', 'video/mp4'],
	['a.mov', 'video/quicktime'],
	['a.qt', 'video/quicktime'],
	['IMG_0001.HEIC', 'image/heic'],
	['two.dots.mov', 'video/quicktime'],
	[' spaced name.gif ', 'image/gif'],
	['/folder.gif/a.png', 'image/png'],
])('the name "%s" stands for %s', (name, expected) => {
	expect(typeOfName(name)).toBe(expected);
});

test.each(['', 'png', 'a.', 'a.svg', 'a.png.zip', 'folder.png/file', 'folder.png\\file'])(
	'the name "%s" stands for none of the seven',
	(name) => {
		expect(typeOfName(name)).toBeUndefined();
	},
);

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** The first box of an ISO media file: its length, `ftyp`, the brand. */
const ftyp = (brand: string) => Buffer.concat([bytes('00 00 00 18'), Buffer.from(`ftyp${brand}`, 'latin1')]);

const riff = (form: string) => Buffer.concat([Buffer.from('RIFF'), bytes('24 3b 02 00'), Buffer.from(`${form}VP8 `)]);

test.each([
	['PNG', bytes('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52'), 'image/png'],
	['JPEG with JFIF', bytes('ff d8 ff e0 00 10 4a 46 49 46 00 01'), 'image/jpeg'],
	['JPEG with Exif', bytes('ff d8 ff e1 2f fe 45 78 69 66 00 00'), 'image/jpeg'],
	['GIF of 1987', Buffer.from('GIF87a\x10\x00\x10\x00\x80\x00', 'latin1'), 'image/gif'],
	['GIF of 1989', Buffer.from('GIF89a\x10\x00\x10\x00\x80\x00', 'latin1'), 'image/gif'],
	['WebP', riff('WEBP'), 'image/webp'],
	...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(
		(brand) => [`HEIC of the brand ${brand}`, ftyp(brand), 'image/heic'] as const,
	),
	...['isom', 'iso2', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash', 'MSNV'].map(
		(brand) => [`MP4 of the brand ${brand}`, ftyp(brand), 'video/mp4'] as const,
	),
	['MOV', ftyp('qt  '), 'video/quicktime'],
] as const)('the first bytes of a %s are known', (_, start, expected) => {
	expect(typeOfBytes(start)).toBe(expected);
	expect(typeOfBytes(Buffer.concat([start, Buffer.alloc(1000, 0x20)]))).toBe(expected);
});

// ISO/IEC 23008-12 names eight brands of HEVC pictures; these two are the last of them.
test.each(['hevm', 'hevs'])('a picture of the brand %s is no video', (brand) => {
	expect(typeOfBytes(ftyp(brand))).toBe('image/heic');
});

test.each([
	['nothing', Buffer.alloc(0)],
	['a text', Buffer.from('Hello, world')],
	['a page', Buffer.from('<!DOCTYPE html><html>')],
	['a WAV sound', riff('WAVE')],
	['AVIF', ftyp('avif')],
	['an M4A sound', ftyp('M4A ')],
	['JPEG 2000', bytes('00 00 00 0c 6a 50 20 20 0d 0a 87 0a 00 00 00 14 66 74 79 70')],
	['WebM', bytes('1a 45 df a3 9f 42 86 81 01 42 f7 81')],
	['half a PNG signature', bytes('89 50 4e 47')],
	['an ISO file cut before its brand', Buffer.from('\0\0\0\x18ftyp', 'latin1')],
])('the first bytes of %s are none of the seven', (_, start) => {
	expect(typeOfBytes(start)).toBeUndefined();
});

test.each([
	['balloons.png', 'image/png'],
	['take-off.mp4', 'video/mp4'],
])('the example file %s shows its type in its first bytes', (name, expected) => {
	const start = readFileSync(join(__dirname, '../../../examples/media', name)).subarray(0, SIGNATURE_BYTES);
	expect(typeOfBytes(start)).toBe(expected);
});

test('any bytes, names and spellings give one of the seven or nothing', () => {
	const possible = new Set<string | undefined>([...UPLOAD_TYPES, undefined]);
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 20 }), fc.string(), (start, text) => {
			expect(possible).toContain(typeOfBytes(start));
			expect(possible).toContain(typeOfName(text));
			expect(possible).toContain(knownType(text));
		}),
	);
});
