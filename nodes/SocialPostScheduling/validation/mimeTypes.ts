/** The types that `startMediaUpload` takes (service API, section 4), with the extension people know them by. */
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

/** How many bytes of a file are enough to tell its type: the brand of an MP4, MOV or HEIC file ends at byte 12. */
export const SIGNATURE_BYTES = 12;

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
const FOREIGN_BRANDS = new Set(['avif', 'avis', 'M4A ', 'M4B ', 'crx ', 'jp2 ', 'jpm ', 'jpx ']);

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
	const text = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
	if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
	if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
	if (text.slice(4, 8) !== 'ftyp' || text.length < SIGNATURE_BYTES) return undefined;
	const brand = text.slice(8, 12);
	if (HEIC_BRANDS.has(brand)) return 'image/heic';
	if (brand === QUICKTIME_BRAND) return 'video/quicktime';
	return FOREIGN_BRANDS.has(brand) || brand.startsWith('3g') ? undefined : 'video/mp4';
}
