import { accountOf } from '../execution/account';
import type { ExecutionState } from '../execution/executionState';
import type { Item } from '../execution/operation';
import type { MediaFile } from './file';
import type { UploadTask } from './uploader';

/** The files of each run, by account, name, type and size: by what the library can tell files apart. */
const filesOfRuns = new WeakMap<ExecutionState, Map<string, readonly MediaFile[]>>();

/**
 * Adds a file to those of the run, and gives what tells the others that the library cannot tell from it, also those that come later. Upper
 * and lower case of names are the same there.
 */
export function addLookalike(
	run: ExecutionState,
	account: string,
	file: MediaFile,
	name: string,
): () => readonly MediaFile[] {
	const files = filesOfRuns.get(run) ?? new Map<string, readonly MediaFile[]>();
	filesOfRuns.set(run, files);
	const key = JSON.stringify([account, name.toLowerCase(), file.mimeType, file.size]);
	files.set(key, [...(files.get(key) ?? []), file]);
	return () => (files.get(key) ?? []).filter((other) => other !== file);
}

/** Adds a file that an item asks for before any is uploaded: also that of an item which is done already counts. */
export async function announceFile(
	{ functions, state }: Pick<Item, 'functions' | 'state'>,
	{ file, entry, useExisting }: UploadTask,
): Promise<void> {
	if (useExisting) addLookalike(state, await accountOf(functions), file, entry.name);
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
