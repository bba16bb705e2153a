import { accountOf } from '../execution/account';
import type { Item } from '../execution/operation';
import { getOrCreate } from '../utils/getOrCreate';
import type { MediaFile } from './file';
import type { UploadTask } from './uploader';

/** The files of each execution, in all its nodes, by account, name, type and size: by what the library can tell files apart. */
const filesOfExecutions = new WeakMap<object, Map<string, Set<MediaFile>>>();

/**
 * Adds a file to those of the execution, and gives what tells the others that the library cannot tell from it, also those that come
 * later. Upper and lower case of names are the same there.
 */
export function addLookalike(
	execution: object,
	account: string,
	file: MediaFile,
	name: string,
): () => readonly MediaFile[] {
	const files = getOrCreate(filesOfExecutions, execution, () => new Map<string, Set<MediaFile>>());
	const key = JSON.stringify([account, name.toLowerCase(), file.mimeType, file.size]);
	const alike = getOrCreate(files, key, () => new Set<MediaFile>());
	alike.add(file);
	return () => [...alike].filter((other) => other !== file);
}

/**
 * Adds a file that an item asks for before any is uploaded: also that of an item which is done already counts, and one that is uploaded
 * in any case, which another item may find.
 */
export async function announceFile(
	{ functions, scope }: Pick<Item, 'functions' | 'scope'>,
	{ file, entry }: UploadTask,
): Promise<void> {
	addLookalike(scope.execution, await accountOf(functions), file, entry.name);
}

/**
 * Whether a file has the same bytes as all of the others. Where it has not, it is not searched for in the library, which has one of the
 * others or gets it: the search may find that one.
 */
export async function haveSameBytes(file: MediaFile, others: readonly MediaFile[]): Promise<boolean> {
	for (const other of others) {
		if (file.fingerprint() === other.fingerprint()) continue;
		const [digest, otherDigest] = [await file.digest(), await other.digest()];
		if (digest === null || digest !== otherDigest) return false;
	}
	return true;
}
