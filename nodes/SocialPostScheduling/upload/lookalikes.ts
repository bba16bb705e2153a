import type { IContextObject } from 'n8n-workflow';
import { credentialOf } from '../execution/account';
import { digest } from '../execution/idempotency/fingerprint';
import type { Item } from '../execution/operation';
import { recordIn } from '../execution/storage';
import { getOrCreate } from '../utils/getOrCreate';
import type { MediaFile } from './file';
import type { UploadTask } from './uploader';

/** The files of each execution, in all its nodes, by what the library can tell files apart: its account, their name, type and size. */
const filesOfExecutions = new WeakMap<object, Map<string, Set<MediaFile>>>();

/** Under which name the digests of files stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingFiles';

/** The item that has a file. */
export interface FileOwner extends Pick<Item, 'functions' | 'connection'> {
	readonly scope: Pick<Item['scope'], 'execution' | 'context'>;
}

/** The other files of an execution that the library cannot tell from a file. */
export interface Lookalikes {
	/**
	 * Whether all of them have the same bytes. Where they have not, the file is not searched for in the library, which has one of the others
	 * or gets it: the search may find that one.
	 */
	readonly areSame: () => Promise<boolean>;
	/** Stores the digest of the file with the execution, for its nodes after a pause, on another worker, or in a retry. */
	readonly store: () => Promise<void>;
}

/** Adds a file to those of the execution, and gives the others, also those that come later. */
export function addLookalike(item: FileOwner, file: MediaFile, name: string): Lookalikes {
	const { execution, context } = item.scope;
	// A new key in the credential is the same account's. Upper and lower case of names are the same there.
	const identity = digest([credentialOf(item), name.toLowerCase(), file.mimeType, file.size]);
	const files = getOrCreate(filesOfExecutions, execution, () => new Map<string, Set<MediaFile>>());
	const alike = getOrCreate(files, identity, () => new Set<MediaFile>());
	alike.add(file);
	return {
		areSame: async () =>
			(await haveSameBytes(file, [...alike])) && (await haveDigest(file, storedDigests(context, identity))),
		store: async () => storeDigest(context, identity, await file.digest()),
	};
}

/**
 * Adds a file that an item asks for before any is uploaded: also that of an item which is done already counts, and one that is uploaded
 * in any case, which another item may find.
 */
export function announceFile(item: FileOwner, { file, entry }: UploadTask): void {
	addLookalike(item, file, entry.name);
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

async function haveDigest(file: MediaFile, digests: readonly unknown[]): Promise<boolean> {
	if (digests.length === 0) return true;
	const own = await file.digest();
	return digests.every((known) => known === own);
}

/** The digests of files that are the same for the library. */
function storedDigests(context: IContextObject, identity: string): readonly unknown[] {
	const stored = recordIn(context, STORAGE_NAME)[identity];
	return Array.isArray(stored) ? stored : [];
}

function storeDigest(context: IContextObject, identity: string, own: string | null): void {
	const known = storedDigests(context, identity);
	if (own !== null && !known.includes(own)) recordIn(context, STORAGE_NAME)[identity] = [...known, own];
}
