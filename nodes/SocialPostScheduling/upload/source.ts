import { createHash } from 'crypto';
import { BINARY_ENCODING, type IBinaryData, type IExecutePaginationFunctions } from 'n8n-workflow';
import { cancelSignalOf } from '../transport/connection';
import { untilStopped } from '../transport/delay';
import { watchForStall } from '../transport/stall';
import { memoize } from '../utils/memoize';
import { err, ok, type Result } from '../utils/result';

/** Bytes in a mebibyte. */
export const MIB = 1024 * 1024;

/**
 * In what pieces a file is read and handed on, in bytes: 256 KiB. They fill a line of 1 Gbit/s, and cost little memory. Larger
 * ones gain only on bare loopback: up to a half of the rate, for two and a half times the memory (bench/README.md).
 */
export const CHUNK_BYTES = 256 * 1024;

/**
 * How long n8n may take to open a stored file, in milliseconds: as long as a transfer may stand still, by default. Where it keeps files in
 * its database, it reads the whole file first: 45 s for 248 MiB in PostgreSQL. With more than 256 MiB there, n8n 2.40.7 never comes to an
 * end, and gives no error.
 */
export const OPEN_LIMIT_MS = 5 * 60_000;

/** Why a file was not read: n8n does not have it any more, or did not open it within {@link OPEN_LIMIT_MS}, or before the execution was stopped. */
type Unread = 'gone' | 'notOpened';

class NotOpenedError extends Error {}

/** A file that is open for reading. */
export interface OpenedFile {
	readonly chunks: AsyncIterable<unknown>;
	readonly close: () => void;
}

export interface Source {
	/** Bytes. */
	readonly size: number;
	/** Whether n8n reads it as a whole into memory, each time it is opened: it keeps its files in its database. */
	readonly isReadWhole: boolean;
	/** Opens the file at its first byte, as often as needed. The pieces of a stored one have so many bytes, {@link CHUNK_BYTES} if nothing is said. */
	readonly open: (chunkBytes?: number) => Promise<OpenedFile>;
	/** What n8n calls the file, or a digest of its bytes where it is in memory: who has the same one has the same bytes. */
	readonly fingerprint: () => string;
	/** A digest of the bytes; null where they cannot be read. A stored file is read for it from end to end. */
	readonly digest: () => Promise<string | null>;
}

/**
 * Where the bytes of a binary come from, or null where n8n no longer has them, or what it has is not a file. Stored files have an id
 * and are read as a stream; the others are in memory already, as base64.
 */
export async function sourceOf(
	functions: IExecutePaginationFunctions,
	{ id, data }: IBinaryData,
): Promise<Source | null> {
	if (id === undefined) return isBase64(data) ? inMemory(data) : null;
	const { helpers } = functions;
	const stop = cancelSignalOf(functions);
	try {
		const { fileSize } = await helpers.getBinaryMetadata(id);
		const open = async (chunkBytes?: number) => await openStored(helpers, stop, id, chunkBytes);
		return {
			size: fileSize,
			isReadWhole: id.startsWith('database:'),
			open,
			fingerprint: () => nameOfStored(id),
			digest: memoize(async () => await digestOf({ open })),
		};
	} catch {
		return null;
	}
}

/**
 * The last part of the id of a stored file, which no other file has. Where a webhook has started an execution, n8n changes what stands before
 * it when that is over, from `executions/temp` to `executions/5`: a retry would take the file for another one.
 */
const nameOfStored = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

async function openStored(
	helpers: IExecutePaginationFunctions['helpers'],
	stop: AbortSignal | undefined,
	id: string,
	chunkBytes = CHUNK_BYTES,
): Promise<OpenedFile> {
	if (stop?.aborted) throw new NotOpenedError();
	const opening = helpers.getBinaryStream(id, chunkBytes);
	const begunAt = Date.now();
	const watch = watchForStall(stop, OPEN_LIMIT_MS, () => begunAt);
	try {
		const stream = await untilStopped(opening, watch.signal);
		if (stream !== undefined) return { chunks: stream, close: () => stream.destroy() };
	} finally {
		watch.end();
	}
	// It may still come.
	opening.then(
		(stream) => stream.destroy(),
		() => {},
	);
	throw new NotOpenedError();
}

/** What stands in the place of the bytes where a file is stored elsewhere: without its id, nothing can be read. */
const STORED = /^(?:filesystem(?:-v2)?|database|s3|azure|default)$/;

/** Characters that base64 does not have. Others would be left out without a word, and the file would be another one. */
const NOT_BASE64 = /[^A-Za-z0-9+/=_\-\s]/;

function isBase64(data: string): boolean {
	if (STORED.test(data) || NOT_BASE64.test(data)) return false;
	const padding = data.indexOf('=');
	if (padding !== -1 && !/^[=\s]*$/.test(data.slice(padding))) return false;
	// Four characters are three bytes; one that is left over would be dropped.
	return data.replace(/[=\s]/g, '').length % 4 !== 1;
}

/** A file that n8n keeps in the item, encoded as text. It is decoded when it is wanted, so that waiting items take no room. */
function inMemory(data: string): Source {
	const decode = () => Buffer.from(data, BINARY_ENCODING);
	async function* chunks() {
		yield await Promise.resolve(decode());
	}
	const digest = memoize(() => createHash('sha256').update(decode()).digest('hex'));
	return {
		// The length of the text says nothing of it: n8n drops the line breaks that some encoders put in.
		size: decode().length,
		isReadWhole: false,
		open: async () => await Promise.resolve({ chunks: chunks(), close: () => {} }),
		fingerprint: digest,
		digest: async () => await Promise.resolve(digest()),
	};
}

/**
 * A digest of the bytes of a file, or null where they cannot be read.
 *
 * @param count how many bytes are looked at, from the first one
 */
export async function digestOf(
	{ open }: Pick<Source, 'open'>,
	count = Number.POSITIVE_INFINITY,
): Promise<string | null> {
	const hash = createHash('sha256');
	let left = count;
	const read = await readAll(open, (chunk) => {
		hash.update(chunk.subarray(0, left));
		left -= chunk.byteLength;
		return left > 0;
	});
	return read.ok ? hash.digest('hex') : null;
}

/** The first few bytes of the file, or all where it has fewer. */
export async function firstBytes({ open }: Source, count: number): Promise<Result<Uint8Array, Unread>> {
	let start = Buffer.alloc(0);
	const openStart = async () => await open(count);
	const read = await readAll(openStart, (chunk) => {
		start = Buffer.concat([start, chunk.subarray(0, count)]);
		return start.length < count;
	});
	return read.ok ? ok(start.subarray(0, count)) : read;
}

/**
 * Reads a file until its end, or until it was enough, and closes it.
 *
 * @param take gets each piece, and tells whether it wants more
 */
async function readAll(open: Source['open'], take: (chunk: Uint8Array) => boolean): Promise<Result<null, Unread>> {
	let opened: OpenedFile | null = null;
	try {
		opened = await open();
		for await (const chunk of opened.chunks) {
			if (!take(chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk)))) break;
		}
		return ok(null);
	} catch (error) {
		return err(error instanceof NotOpenedError ? 'notOpened' : 'gone');
	} finally {
		opened?.close();
	}
}
