import type { Item } from '../execution/operation';
import { recordIn } from '../execution/storage';
import { getOrCreate } from '../utils/getOrCreate';
import { hashOf } from '../utils/hash';
import type { JsonRecord } from '../utils/json';
import { RecentMap } from '../utils/recentMap';
import type { MediaFile } from './file';
import type { UploadTask } from './uploader';

/** The files of each execution, in all its nodes, by what a library can tell files apart: name, type and size. */
const filesOfExecutions = new WeakMap<object, Map<string, Set<MediaFile>>>();

/** Under which name the files stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingFiles';

/** How many names, types and sizes of recent executions are remembered, at some 400 bytes each: as a paid account may upload in two days. */
const MAX_RECENT_FILES = 5_000;

/**
 * The files of an execution, with those of its retries and of the other calls of a sub-workflow: n8n may have stored nothing of one that was
 * stopped, and stores the calls apart.
 */
const recentFiles = new RecentMap<JsonRecord>(MAX_RECENT_FILES);

/** The item that has a file. */
export interface FileOwner {
	readonly scope: Pick<Item['scope'], 'execution' | 'firstExecution' | 'context'>;
}

/**
 * What the library knows of a file. Upper and lower case of names are the same there. Whose library it is does not count: keys and
 * credentials may change, or stand for the same account.
 */
const identityOf = ({ mimeType, size }: MediaFile, name: string): string =>
	hashOf([name.toLowerCase(), mimeType, size]);

/** The digests of the files that are the same for the library, by their fingerprints; a digest that is not known is empty. */
const digestsOf = ({ scope: { context, firstExecution } }: FileOwner, identity: string): JsonRecord[] => [
	recordIn(recordIn(context, STORAGE_NAME), identity),
	recentFiles.getOrCreate(`${firstExecution.id} ${identity}`, () => ({})),
];

const fingerprintOf = (file: MediaFile): string => hashOf(file.fingerprint());

/**
 * Adds a file to those of the execution. Gives whether all others that the library cannot tell from it, also those that come later, have the
 * same bytes. Where they have not, or it is not known, it is not searched for in the library, which has one of the others or gets it: the
 * search may find that one.
 */
export function addLookalike(item: FileOwner, file: MediaFile, name: string): () => Promise<boolean> {
	const identity = identityOf(file, name);
	const files = getOrCreate(filesOfExecutions, item.scope.execution, () => new Map<string, Set<MediaFile>>());
	const alike = getOrCreate(files, identity, () => new Set<MediaFile>());
	alike.add(file);
	return async () =>
		(await haveSameBytes(file, [...alike])) && (await isSameAsStored(file, digestsOf(item, identity), [...alike]));
}

/**
 * Adds a file that an item asks for, before any is uploaded: also that of an item which is done already counts, and one that is uploaded
 * in any case, which another item may find.
 */
export const announceFile = (item: FileOwner, { file, entry }: UploadTask): void => {
	addLookalike(item, file, entry.name);
};

/**
 * Makes a file known to the nodes after a pause, on another worker or in a retry, and to the other calls of a sub-workflow. It must be known
 * before it is searched for, or begins to be uploaded: from then on the library may have it. A stored file is read for it. Never rejects.
 */
export async function rememberFile(item: FileOwner, { file, entry, useExisting }: UploadTask): Promise<void> {
	if (!useExisting) return;
	const digest = await file.digest();
	for (const digests of digestsOf(item, identityOf(file, entry.name))) digests[fingerprintOf(file)] = digest ?? '';
}

/** @param alike itself among them */
async function haveSameBytes(file: MediaFile, alike: readonly MediaFile[]): Promise<boolean> {
	for (const other of alike) {
		if (file.fingerprint() === other.fingerprint()) continue;
		const [own, theirs] = [await file.digest(), await other.digest()];
		if (own === null || own !== theirs) return false;
	}
	return true;
}

/** @param alike those that need no looking up */
async function isSameAsStored(
	file: MediaFile,
	stored: readonly JsonRecord[],
	alike: readonly MediaFile[],
): Promise<boolean> {
	const known = new Set(alike.map(fingerprintOf));
	const others = [...new Set(stored.flatMap(Object.keys))].filter((fingerprint) => !known.has(fingerprint));
	if (others.length === 0) return true;
	const own = await file.digest();
	return others.every((fingerprint) => stored.some((digests) => digests[fingerprint] === own));
}
