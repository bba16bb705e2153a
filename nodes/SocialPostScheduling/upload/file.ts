import { createHash } from 'crypto';
import { BINARY_ENCODING, type IBinaryData, type IExecutePaginationFunctions } from 'n8n-workflow';
import { type Checked, invalid, valid } from '../shared/checked';
import { shown } from '../shared/written';
import { isRecord, type JsonRecord, textField } from '../shared/json';
import { knownType, SIGNATURE_BYTES, typeOfBytes, typeOfName, type UploadType } from '../shared/mimeTypes';

/** Bytes in a mebibyte. */
const MIB = 1024 * 1024;

/** The largest file of a direct upload, in bytes (service API, section 8, rule 5). */
export const MAX_FILE_BYTES = 500 * MIB;

/**
 * In what pieces a file is read and handed on, in bytes: 256 KiB. Smaller ones, such as n8n's own 64 KiB, are slower;
 * with larger ones n8n's memory grows more than the rate on bare loopback does (bench/results.md).
 */
export const PIECE_BYTES = 256 * 1024;

const FIELD = 'Input Data Field Name';

const GONE = invalid(
	FIELD,
	'names a file that cannot be read any more',
	'n8n no longer has it: it may belong to an older execution. Run the workflow from the node that makes the file.',
);

/** A file that is open for reading. */
export interface OpenedFile {
	readonly chunks: AsyncIterable<unknown>;
	readonly close: () => void;
}

interface Source {
	/** Bytes. */
	readonly size: number;
	/** Opens the file at its first byte, as often as needed. */
	readonly open: () => Promise<OpenedFile>;
	/** The same for the same bytes within one run: what an upload is remembered by. */
	readonly identity: () => string;
}

/** A file of the workflow, ready to be sent. */
export interface MediaFile extends Source {
	readonly mimeType: UploadType;
	readonly fileName: string;
}

/**
 * The file in a binary field of an item, checked as far as the service's rules are known, so that nothing is counted for a
 * file that would be refused.
 *
 * @param written what the field holds: the name of the binary field
 * @param typeOverride the type that the user set, or an empty text
 */
export async function checkFile(
	functions: IExecutePaginationFunctions,
	written: unknown,
	typeOverride: string,
): Promise<Checked<MediaFile>> {
	const found = findBinary(functions, written);
	if (!found.ok) return found;
	const binary = found.value;
	const read = await sourceOf(functions, binary);
	if (!read.ok) return read;
	const source = read.value;

	if (source.size === 0) return invalid(FIELD, 'holds an empty file', 'Check the node that made the file.');
	if (source.size > MAX_FILE_BYTES) {
		return invalid(
			FIELD,
			`holds a file of ${(source.size / MIB).toFixed(1)} MiB`,
			`The service takes at most ${MAX_FILE_BYTES / MIB} MiB. Make the file smaller, or use "Upload From URL".`,
		);
	}
	const mimeType = await typeOf(binary, source, typeOverride);
	return mimeType.ok
		? valid({ ...source, mimeType: mimeType.value, fileName: binary.fileName?.trim() ?? '' })
		: mimeType;
}

/**
 * The binary that the field names: by its name, or, where an expression gave it, the binary itself. n8n's own texts for a
 * missing one are good; they become the advice.
 */
function findBinary(functions: IExecutePaginationFunctions, written: unknown): Checked<IBinaryData> {
	if (isRecord(written)) return readBinary(written);
	const name = typeof written === 'string' ? written.trim() : '';
	if (name === '')
		return invalid(FIELD, 'is empty', 'Enter the name of the field that holds the file, for example data.');
	try {
		return valid(functions.helpers.assertBinaryData(name));
	} catch (error) {
		return invalid(
			FIELD,
			`is ${shown(name)}, but the item has no file there`,
			textField(error, 'description') ?? textField(error, 'message') ?? 'Check the output of the node before this one.',
		);
	}
}

/** A binary that an expression gave. n8n leaves the bytes themselves out there, so only stored files can come this way. */
function readBinary(written: JsonRecord): Checked<IBinaryData> {
	const mimeType = textField(written, 'mimeType');
	const id = textField(written, 'id');
	const data = textField(written, 'data');
	if (mimeType === null || (id === null && data === null)) {
		return invalid(
			FIELD,
			'is an expression that gives no file',
			'Enter the name of the field that holds the file, for example data.',
		);
	}
	const fileName = textField(written, 'fileName');
	return valid({ mimeType, data: data ?? '', ...(id !== null && { id }), ...(fileName !== null && { fileName }) });
}

/** Stored files have an id and are read as a stream; the others are in memory already. */
async function sourceOf({ helpers }: IExecutePaginationFunctions, { id, data }: IBinaryData): Promise<Checked<Source>> {
	if (id === undefined) return valid(inMemory(data));
	try {
		const { fileSize } = await helpers.getBinaryMetadata(id);
		return valid({ size: fileSize, open: async () => await openStored(helpers, id), identity: () => id });
	} catch {
		return GONE;
	}
}

async function openStored(helpers: IExecutePaginationFunctions['helpers'], id: string): Promise<OpenedFile> {
	const stream = await helpers.getBinaryStream(id, PIECE_BYTES);
	return { chunks: stream, close: () => stream.destroy() };
}

/** A file that n8n keeps in the item, encoded as text. It is decoded when it is wanted, so that waiting items take no room. */
function inMemory(data: string): Source {
	const decode = () => Buffer.from(data, BINARY_ENCODING);
	async function* chunks() {
		yield await Promise.resolve(decode());
	}
	return {
		size: Buffer.byteLength(data, BINARY_ENCODING),
		open: async () => await Promise.resolve({ chunks: chunks(), close: () => {} }),
		identity: () => createHash('sha256').update(data).digest('hex'),
	};
}

/** The type: what the user set, else what n8n knows of the file, else what its first bytes or its name show. */
async function typeOf(binary: IBinaryData, source: Source, typeOverride: string): Promise<Checked<UploadType>> {
	if (typeOverride !== '') {
		const type = knownType(typeOverride);
		return type === undefined ? unusable('MIME Type', `is ${shown(typeOverride)}`) : valid(type);
	}
	const stated = knownType(binary.mimeType);
	if (stated !== undefined) return valid(stated);
	const start = await firstBytes(source);
	if (start === null) return GONE;
	const type = typeOfBytes(start) ?? typeOfName(binary.fileName);
	return type === undefined
		? unusable(FIELD, `holds "${binary.fileName ?? 'a file'}" of the type ${binary.mimeType || 'unknown'}`)
		: valid(type);
}

const unusable = (field: string, problem: string) =>
	invalid(
		field,
		`${problem}, which the service does not take`,
		'It takes PNG, JPEG, WebP, GIF and HEIC pictures, and MP4 and MOV videos. If the file is one of these, set "MIME Type" under Additional Fields.',
	);

/** The beginning of the file, or null where it cannot be read. */
async function firstBytes(source: Source): Promise<Uint8Array | null> {
	let opened: OpenedFile | null = null;
	let start = Buffer.alloc(0);
	try {
		opened = await source.open();
		for await (const chunk of opened.chunks) {
			if (chunk instanceof Uint8Array) start = Buffer.concat([start, chunk.subarray(0, SIGNATURE_BYTES)]);
			if (start.length >= SIGNATURE_BYTES) break;
		}
		return start.subarray(0, SIGNATURE_BYTES);
	} catch {
		return null;
	} finally {
		opened?.close();
	}
}
