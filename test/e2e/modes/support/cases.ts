/**
 * The odd ways in which a file can come, as a table: what the items hold, and what must come of them. Real n8n runs it in
 * each of its binary modes.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../../scripts/lib/json';
import { PICTURE, VIDEO } from '../../support/samples';

/** A file in a binary field of an item. What is left out, the binary does not have. */
export interface GivenFile {
	readonly bytes: Buffer;
	/** `data` where nothing is said. */
	readonly field?: string;
	readonly fileName?: string;
	readonly mimeType?: string;
}

export interface GivenItem {
	readonly json?: Readonly<Record<string, string>>;
	readonly files: readonly GivenFile[];
}

export interface FileCase {
	readonly title: string;
	readonly items: readonly GivenItem[];
	/** Parameters of Upload Binary that are not at their defaults. */
	readonly parameters?: JsonObject;
	/** For each item, what the library must hold of it. */
	readonly media?: ReadonlyArray<{ readonly bytes: Buffer; readonly name: string; readonly mimeType: string }>;
	/** How many uploads that takes, where it is not one for each item. */
	readonly uploads?: number;
	/** Part of the error, where the items are refused before anything is counted. */
	readonly refused?: string;
}

export function sha256(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}

const { name: PICTURE_NAME, mimeType: PNG } = PICTURE.asMedia;
const { name: VIDEO_NAME, mimeType: MP4 } = VIDEO.asMedia;
const UNKNOWN_TYPE = 'application/octet-stream';

const picture = (more: Partial<GivenFile> = {}): GivenFile => ({
	bytes: PICTURE.bytes,
	fileName: PICTURE_NAME,
	mimeType: PNG,
	...more,
});
const video = (more: Partial<GivenFile> = {}): GivenFile => ({
	bytes: VIDEO.bytes,
	fileName: VIDEO_NAME,
	mimeType: MP4,
	...more,
});
const asPicture = (name = PICTURE_NAME) => ({ bytes: PICTURE.bytes, name, mimeType: PNG });
const asVideo = (name = VIDEO_NAME) => ({ bytes: VIDEO.bytes, name, mimeType: MP4 });

/** Where fields are looked for. */
const FIELD_CASES: FileCase[] = [
	{ title: 'a file in the field "data"', items: [{ files: [picture()] }], media: [asPicture()] },
	{
		title: 'a file in another field',
		items: [{ files: [video({ field: 'clip' })] }],
		parameters: { binaryPropertyName: 'clip' },
		media: [asVideo()],
	},
	{
		title: 'a field that an expression names, another one in each item',
		items: [
			{ json: { field: 'still' }, files: [picture({ field: 'still' })] },
			{ json: { field: 'clip' }, files: [video({ field: 'clip' })] },
		],
		parameters: { binaryPropertyName: '={{ $json.field }}' },
		media: [asPicture(), asVideo()],
	},
	{
		title: 'an item with several files: only the one in the field',
		items: [{ files: [picture({ field: 'still' }), video({ field: 'clip' })] }],
		parameters: { binaryPropertyName: 'clip' },
		media: [asVideo()],
	},
	{
		title: 'a field that the item does not have',
		items: [{ files: [picture()] }],
		parameters: { binaryPropertyName: 'clip' },
		refused: 'is "clip", but the item has no file there',
	},
];

/** Grapheme clusters of several code points, right-to-left script, combining marks that no single character stands for. */
const UNICODE_NAME = '\u{1F388}\u{1F468}\u200D\u{1F469}\u200D\u{1F467} בלונים e\u0301q\u0323\u0307 気球.png';
/** As long as a file name may be on most systems, counted in characters; each of these takes three bytes in UTF-8. */
const LONG_NAME = `${'球'.repeat(251)}.png`;

/** Each name is the one by which a post can refer to the media: it must be in the library as n8n has it. */
const NAME_CASES: FileCase[] = [
	...[
		['emoji, right-to-left and combining marks', UNICODE_NAME],
		['255 characters', LONG_NAME],
		['path parts', '../pictures\\of/balloons.png'],
		['control characters, quotes and percent signs', 'a\tb\u0007c"d\u0027%00\\u0000.png'],
	].map(([what = '', name = '']) => ({
		title: `a name with ${what}`,
		items: [{ files: [picture({ fileName: name })] }],
		media: [asPicture(name)],
	})),
	{
		title: 'a file without a name, and none set',
		items: [{ files: [picture({ fileName: undefined })] }],
		refused: 'Name is empty, and the file has no name of its own',
	},
	{
		title: 'a file without a name, with one set',
		items: [{ json: { title: 'Six balloons' }, files: [picture({ fileName: undefined })] }],
		parameters: { additionalFields: { name: '={{ $json.title }}' } },
		media: [asPicture('Six balloons')],
	},
];

/** A type that the service takes, for bytes that are of no type. */
const PNG_OVERRIDE = { additionalFields: { mimeType: PNG } };
const ONE_BYTE = Buffer.from([0x42]);

const TYPE_CASES: FileCase[] = [
	{
		title: 'no type, and a name that tells it',
		items: [{ files: [video({ mimeType: undefined })] }],
		media: [asVideo()],
	},
	{
		title: 'no type and a name without extension: the first bytes tell',
		items: [{ files: [picture({ mimeType: undefined, fileName: 'balloons' })] }],
		media: [asPicture('balloons')],
	},
	{
		title: 'application/octet-stream: the first bytes tell',
		items: [{ files: [video({ mimeType: UNKNOWN_TYPE, fileName: 'download' })] }],
		media: [asVideo('download')],
	},
	{
		title: 'an extension of another type, and n8n does not know better: the first bytes tell',
		items: [{ files: [picture({ mimeType: UNKNOWN_TYPE, fileName: 'balloons.mp4' })] }],
		media: [asPicture('balloons.mp4')],
	},
	{
		title: 'a type that the service does not take, on a file that it does',
		items: [{ files: [picture({ mimeType: 'text/plain' })] }],
		media: [asPicture()],
	},
	{
		title: 'a type set by hand, over a wrong one',
		items: [{ files: [picture({ mimeType: 'video/mp4' })] }],
		parameters: PNG_OVERRIDE,
		media: [asPicture()],
	},
	{
		title: 'a file that is no picture and no video',
		items: [{ files: [{ bytes: Buffer.from('plain words'), fileName: 'words.txt', mimeType: 'text/plain' }] }],
		refused: 'The file "words.txt" is text, which the service does not take',
	},
];

const SAME_BYTES_CASES: FileCase[] = [
	{
		title: 'the same bytes, name and type twice: one upload',
		items: [{ files: [picture()] }, { files: [video()] }, { files: [picture()] }],
		media: [asPicture(), asVideo(), asPicture()],
		uploads: 2,
	},
	{
		title: 'the same bytes under two names: two uploads',
		items: [{ files: [picture({ fileName: 'a.png' })] }, { files: [picture({ fileName: 'b.png' })] }],
		media: [asPicture('a.png'), asPicture('b.png')],
	},
];

const SIZE_CASES: FileCase[] = [
	{
		title: 'a file of 0 bytes, with another one that is good',
		items: [{ files: [video()] }, { files: [picture({ bytes: Buffer.alloc(0) })] }],
		refused: `The file "${PICTURE_NAME}" is empty`,
	},
	{
		title: 'a file of 1 byte, with its type set by hand',
		items: [{ files: [{ bytes: ONE_BYTE, fileName: 'dot', mimeType: UNKNOWN_TYPE }] }],
		parameters: PNG_OVERRIDE,
		media: [{ bytes: ONE_BYTE, name: 'dot', mimeType: PNG }],
	},
];

export const FILE_CASES: readonly FileCase[] = [
	...FIELD_CASES,
	...NAME_CASES,
	...TYPE_CASES,
	...SAME_BYTES_CASES,
	...SIZE_CASES,
];
