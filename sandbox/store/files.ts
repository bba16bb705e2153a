import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorText } from '../parse';

/** A received file. */
export interface StoredFile {
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** Hexadecimal SHA-256 of the content. */
	readonly sha256: string;
}

/** Size of the pieces in which received bytes go to disk, in bytes. */
const WRITE_BUFFER_BYTES = 1024 * 1024;

/** The temporary folder of one sandbox: files go in as streams and are never held in memory as a whole. */
export class FileStore {
	/** Where the files are. */
	readonly folder = mkdtempSync(join(tmpdir(), 'scheduling-sandbox-'));
	private count = 0;

	/**
	 * Writes a stream to a new file.
	 * @param onBytes called with the length of each piece before it is written; throwing ends the transfer
	 * @throws when the source breaks off; nothing is kept then
	 */
	async receive(source: Readable, onBytes: (bytes: number) => void): Promise<StoredFile> {
		this.count += 1;
		const path = join(this.folder, `${this.count}.bin`);
		const hash = createHash('sha256');
		let size = 0;
		const meter = new Transform({
			writableHighWaterMark: WRITE_BUFFER_BYTES,
			readableHighWaterMark: WRITE_BUFFER_BYTES,
			transform(chunk: Buffer, _encoding, done) {
				try {
					onBytes(chunk.length);
				} catch (cause) {
					done(cause instanceof Error ? cause : new Error(errorText(cause)));
					return;
				}
				size += chunk.length;
				hash.update(chunk);
				done(null, chunk);
			},
		});
		try {
			await pipeline(source, meter, createWriteStream(path, { highWaterMark: WRITE_BUFFER_BYTES }));
		} catch (cause) {
			await rm(path, { force: true });
			throw cause;
		}
		return { path, size, sha256: hash.digest('hex') };
	}

	/** Removes one file, if it is there. */
	async discard(file: StoredFile): Promise<void> {
		await rm(file.path, { force: true });
	}

	/** Removes every file; one that is in use may stay until the folder is removed. */
	clear(): void {
		for (const name of readdirSync(this.folder)) rm(join(this.folder, name), { force: true }).catch(() => undefined);
	}

	/** Removes the folder with everything in it. */
	close(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
