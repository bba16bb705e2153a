/** The files that are sent, and n8n's copies of them: made for the run, and removed with it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Lifetime } from '../scripts/lib/lifetime';
import { CACHE } from '../scripts/lib/paths';
import { makeVideo, MIB } from '../scripts/lib/video';

/** A folder that lives in memory, where the system has one: a disk that is busy would be measured instead of the senders. */
const IN_MEMORY = '/dev/shm';
/** Room for the largest file, n8n's copy of it, and the small ones, in bytes. */
const NEEDED = 2048 * MIB;

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

/** Makes a video among the files to be sent, and gives its path. */
export function makeFile({ files }: Folders, name: string, bytes: number): string {
	const path = join(files, name);
	makeVideo(path, bytes);
	return path;
}
