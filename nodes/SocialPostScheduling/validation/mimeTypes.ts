/** The types that `startMediaUpload` takes (service API, section 4). */
export const UPLOAD_TYPES = [
	'image/png',
	'image/jpeg',
	'image/webp',
	'image/gif',
	'image/heic',
	'video/mp4',
	'video/quicktime',
] as const;

export type UploadType = (typeof UPLOAD_TYPES)[number];

/** The types whose files all begin with the same bytes: a file that does not begin with them is none. */
const FIRM_TYPES: ReadonlySet<UploadType> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** How people call the types. */
const TYPE_NAMES: Readonly<Record<UploadType, string>> = {
	'image/png': 'a PNG picture',
	'image/jpeg': 'a JPEG picture',
	'image/webp': 'a WebP picture',
	'image/gif': 'a GIF picture',
	'image/heic': 'a HEIC picture',
	'video/mp4': 'an MP4 video',
	'video/quicktime': 'a MOV video',
};

/** How many bytes of a file are read to tell its type: the brand of an MP4, MOV or HEIC file ends at byte 12, a text shows itself in a line. */
export const SIGNATURE_BYTES = 64;

/** Where the brand of an ISO media file ends. */
const BRAND_END = 12;

/** What other files begin with that are taken for pictures and videos now and then, with how people call them. */
const OTHER_FILES: ReadonlyArray<readonly [(start: string) => boolean, string]> = [
	[(start) => start.startsWith('%PDF-'), 'a PDF document'],
	[(start) => start.startsWith('PK\x03\x04'), 'a ZIP file or an Office document'],
	[(start) => start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'an old Office document'],
	[(start) => start.startsWith('%!PS'), 'a PostScript document'],
	[(start) => start.startsWith('SQLite format 3\0'), 'a database'],
	[(start) => /^wOF[F2]/.test(start), 'a font'],
	[(start) => /^(?:\xff\xfe|\xfe\xff)/.test(start), 'text'],
	[(start) => start.startsWith('\x1f\x8b'), 'a gzip file'],
	[(start) => start.startsWith('II*\0') || start.startsWith('MM\0*'), 'a TIFF picture'],
	[(start) => start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0', 'a BMP picture'],
	[(start) => start.startsWith('\x1a\x45\xdf\xa3'), 'a WebM or Matroska video'],
	[(start) => start.startsWith('RIFF') && start.slice(8, BRAND_END) === 'AVI ', 'an AVI video'],
	[(start) => start.startsWith('RIFF') && start.slice(8, BRAND_END) === 'WAVE', 'a WAV sound'],
	[(start) => start.startsWith('\0\0\0\x0cjP  '), 'a JPEG 2000 picture'],
	[(start) => start.startsWith('\0\0\0\x0cJXL '), 'a JPEG XL picture'],
	[(start) => /^FORM[^]{4}AIF[FC]/.test(start), 'a sound'],
	[(start) => /^(?:ID3|OggS|fLaC|MThd|#!AMR|\xff[\xf2\xf3\xfa\xfb])/.test(start), 'a sound'],
	[(start) => start.startsWith('FLV\x01'), 'an FLV video'],
	[(start) => start.startsWith('G@\0') || start.startsWith('G@\x11'), 'an MPEG-TS video'],
	[(start) => start.startsWith('\0\0\x01\xba'), 'an MPEG video'],
	[(start) => start.startsWith('0&\xb2\x75\x8e\x66\xcf\x11'), 'a WMV video'],
	[(start) => start.startsWith('8BPS'), 'a Photoshop picture'],
	[(start) => /^(?:MZ|\x7fELF)/.test(start), 'a program'],
	[(start) => /^(?:Rar!|7z\xbc\xaf)/.test(start), 'an archive'],
	[(start) => /^\s*<(?:!doctype html|html|head|body)\b/i.test(start), 'a web page'],
	[(start) => /^\s*<(?:\?xml|svg|!--|[a-z][\w:-]*[\s>])/i.test(start), 'an XML or SVG file'],
	[(start) => /^\s*[[{]\s*(?:["'[{\]}\d-]|$)/.test(start), 'JSON text'],
];

/** Spellings in use for the seven types. n8n takes the type from the source of the file, which is often one of these. */
const OTHER_SPELLINGS: ReadonlyMap<string, UploadType> = new Map(
	Object.entries({
		'image/jpg': 'image/jpeg',
		'image/pjpeg': 'image/jpeg',
		'image/x-png': 'image/png',
		'image/apng': 'image/png',
		'image/heif': 'image/heic',
		'image/heic-sequence': 'image/heic',
		'video/mpeg4': 'video/mp4',
		'video/x-m4v': 'video/mp4',
		'video/mov': 'video/quicktime',
		'video/x-quicktime': 'video/quicktime',
	} as const),
);

const EXTENSIONS: ReadonlyMap<string, UploadType> = new Map(
	Object.entries({
		png: 'image/png',
		jpg: 'image/jpeg',
		jpeg: 'image/jpeg',
		jfif: 'image/jpeg',
		webp: 'image/webp',
		gif: 'image/gif',
		heic: 'image/heic',
		heif: 'image/heic',
		mp4: 'video/mp4',
		m4v: 'video/mp4',
		mov: 'video/quicktime',
		qt: 'video/quicktime',
	} as const),
);

/** Brands of the ISO base media file format, which MP4, MOV and HEIC share (ISO/IEC 14496-12, bytes 8 to 11). */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);
const QUICKTIME_BRAND = 'qt  ';

/** Brands of files that are none of the seven types, with how people call them. */
const FOREIGN_BRANDS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		avif: 'an AVIF picture',
		avis: 'an AVIF picture',
		'M4A ': 'a sound',
		'M4B ': 'a sound',
		'M4P ': 'a sound',
		'F4A ': 'a sound',
		'F4B ': 'a sound',
		'aax ': 'a sound',
		'crx ': 'a camera RAW picture',
	}),
);

/** The brand of an ISO media file, which its first box begins with. */
const brandOf = (start: string): string | undefined =>
	start.slice(4, 8) === 'ftyp' && start.length >= BRAND_END ? start.slice(8, BRAND_END) : undefined;

/** One of the seven types for a type as it is written somewhere, with parameters and other spellings mended. */
export function knownType(written: string | undefined): UploadType | undefined {
	const plain = written?.split(';')[0]?.trim().toLowerCase() ?? '';
	return UPLOAD_TYPES.find((type) => type === plain) ?? OTHER_SPELLINGS.get(plain);
}

/** The type that a file name's extension stands for. */
export function typeOfName(fileName: string | undefined): UploadType | undefined {
	const extension = /\.([^./\\]+)$/.exec(fileName?.trim() ?? '')?.[1];
	return extension === undefined ? undefined : EXTENSIONS.get(extension.toLowerCase());
}

/** The type that the first bytes of a file show, or undefined where they show none of the seven. */
export function typeOfBytes(bytes: Uint8Array): UploadType | undefined {
	const text = latin1(bytes);
	if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
	if (text.startsWith('RIFF') && text.slice(8, BRAND_END) === 'WEBP') return 'image/webp';
	const brand = brandOf(text);
	if (brand === undefined) return undefined;
	if (HEIC_BRANDS.has(brand)) return 'image/heic';
	if (brand === QUICKTIME_BRAND) return 'video/quicktime';
	return FOREIGN_BRANDS.has(brand) || brand.startsWith('3g') ? undefined : 'video/mp4';
}

/**
 * The type of a file that is said to be of one: as said, or as its first bytes surely show. Undefined where they surely show that
 * it is none of the seven.
 */
export function typeInFact(stated: UploadType, bytes: Uint8Array): UploadType | undefined {
	const shown = typeOfBytes(bytes);
	if (shown !== undefined && (FIRM_TYPES.has(shown) || FIRM_TYPES.has(stated))) return shown;
	return shown === undefined && (FIRM_TYPES.has(stated) || otherFile(bytes) !== undefined) ? undefined : stated;
}

/** What a file is that is none of the seven, as people call it, or undefined where its first bytes do not show it. */
export function otherFile(bytes: Uint8Array): string | undefined {
	const text = latin1(bytes);
	const known = FOREIGN_BRANDS.get(brandOf(text) ?? '') ?? OTHER_FILES.find(([matches]) => matches(text))?.[1];
	return known ?? (isText(bytes) ? 'text' : undefined);
}

export const nameOfType = (type: UploadType): string => TYPE_NAMES[type];

/** Whether bytes are text: no control characters but blanks, and valid UTF-8, of which the end may be cut. */
export function isText(bytes: Uint8Array): boolean {
	if (bytes.length === 0 || bytes.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte))) return false;
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
