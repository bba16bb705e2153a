/** The files that are sent, and n8n's copies of them: made for the run, and removed with it. */
import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Lifetime } from '../scripts/lib/lifetime';
import { CACHE } from '../scripts/lib/paths';
import { MIB } from './units';

/** A folder that lives in memory, where the system has one: a disk that is busy would be measured instead of the senders. */
const IN_MEMORY = '/dev/shm';
/** Room for the largest file, n8n's copy of it, and the small ones, in bytes. */
const NEEDED = 2048 * MIB;

/** The start of every MP4 file: the box `ftyp` with the brand `isom`. */
const MP4_START = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');

/** Where the files of this run are. */
export interface Folders {
	/** The files to be sent; the only folder that n8n may read. */
	readonly files: string;
	/** n8n's copies of them. */
	readonly store: string;
	readonly inMemory: boolean;
}

function hasRoom(folder: string): boolean {
	if (!existsSync(folder)) return false;
	const { bavail, bsize } = statfsSync(folder);
	return bavail * bsize > NEEDED;
}

/** Makes the folders, and removes them with everything in them when the command ends. */
export function makeFolders(lifetime: Lifetime): Folders {
	const inMemory = hasRoom(IN_MEMORY);
	mkdirSync(CACHE, { recursive: true });
	const folder = mkdtempSync(join(inMemory ? IN_MEMORY : CACHE, 'upload-bench-'));
	const clear = (): void => rmSync(folder, { recursive: true, force: true });
	lifetime.add({ end: async () => await Promise.resolve(clear()), endNow: clear });
	const folders = { files: join(folder, 'files'), store: join(folder, 'store'), inMemory };
	mkdirSync(folders.files);
	mkdirSync(folders.store);
	return folders;
}

/** Writes a file of random bytes that looks like an MP4 video, and gives its path. */
export function makeVideo(folder: string, name: string, bytes: number): string {
	const path = join(folder, name);
	const file = openSync(path, 'w');
	const piece = Buffer.allocUnsafe(Math.min(bytes, MIB));
	for (let written = 0; written < bytes; ) {
		randomFillSync(piece);
		if (written === 0) MP4_START.copy(piece);
		written += writeSync(file, piece, 0, Math.min(piece.length, bytes - written));
	}
	closeSync(file);
	return path;
}
