import { mapServiceText } from '../errors/serviceMessage';
import { collectPages } from '../execution/pages';
import type { Connection } from '../transport/connection';
import { type Failure, isDocumentRefused, isNotOffered } from '../transport/failure';
import { callService } from '../transport/graphql';
import { err, ok, type Result } from '../utils/result';
import type { MediaFile } from './file';
import { libraryRequest, MAX_LIBRARY_PAGE_SIZE, OLDEST_FIRST } from './library';
import type { Media } from './media';
import type { Beginning } from './starter';

/** The search for a file in the library. */
export const FIND_MEDIA = libraryRequest(['search']);

/** How many requests one search takes at most: a short name stands in many others, and a free account has 25 requests in 10 minutes. */
const MAX_REQUESTS = 14;

/** So many names these requests read at least. */
const MANY_NAMES = 1000;

/** What a search that would take more comes to. */
const TOO_MANY: Failure = {
	kind: 'invalidInput',
	problem: {
		field: 'Name',
		problem: `is a part of more than ${MANY_NAMES} names in the content library`,
		advice: 'Give the file a longer name, or set "If File Exists" to "Upload Again".',
	},
};

/**
 * The file of the library with the same name, type and size, or null. Names are compared as the service does it for posts: upper and
 * lower case are the same. Of several, the oldest is taken: it stays the same when others are added.
 */
export async function findExisting(
	connection: Connection,
	{ size, mimeType }: Pick<MediaFile, 'size' | 'mimeType'>,
	name: string,
	{ memory, safeWords }: Pick<Beginning, 'memory' | 'safeWords'>,
): Promise<Result<Media | null, Failure>> {
	if (memory.libraryNotOffered !== null) return err(memory.libraryNotOffered);
	const isSame = (media: Media) =>
		hasName(media, name) && (media.mimeType ?? mimeType) === mimeType && (media.size ?? size) === size;
	let requests = 0;
	let hasNameless = false;
	const found = await collectPages(
		async (page) => {
			requests += 1;
			const variables = { search: name, orderBy: OLDEST_FIRST, ...page };
			return requests > MAX_REQUESTS ? err(TOO_MANY) : await callService(connection, FIND_MEDIA, variables);
		},
		{ limit: 1, pageSize: MAX_LIBRARY_PAGE_SIZE },
		(entries) => {
			hasNameless = entries.some((media) => media.name === null);
			return entries.filter(isSame);
		},
	);
	if (!found.ok) {
		if (isNotOffered(found.error)) memory.libraryNotOffered = mapServiceText(found.error, await safeWords());
		return found;
	}
	const { results, size: count, total, hasUnreadable } = found.value;
	const [media = null] = results;
	if (media === null && (hasUnreadable || hasNameless || count < (total ?? 0)))
		return err({ kind: 'unexpectedResponse', missing: `${FIELD}.objects in full` });
	if (media?.mimeType === null || media?.size === null) {
		return err({
			kind: 'unexpectedResponse',
			missing: `${FIELD}.objects.${media.size === null ? 'size' : 'mimeType'}`,
		});
	}
	return ok(media);
}

const FIELD = `data.${FIND_MEDIA.name}`;

const hasName = (media: Media, name: string): boolean => media.name?.toLowerCase() === name.toLowerCase();

/**
 * Whether the library of the service cannot tell which files it has, today or later: the service does not offer its list, or gives
 * it in another form. After any other failure a later search may tell.
 */
export const cannotTell = (failure: Failure): boolean =>
	isDocumentRefused(failure) || (failure.kind === 'unexpectedResponse' && failure.missing.startsWith(FIELD));
