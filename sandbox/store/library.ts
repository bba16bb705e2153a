import type { StoredFile } from './files';

/** A file in an account's content library (specification, section 2). */
export interface Media {
	readonly id: string;
	readonly name: string;
	readonly mimeType: string;
	readonly labelIds: readonly string[];
	readonly dateCreated: Date;
	readonly file: StoredFile;
}

/** How a post names a file: one of both is given, once the reference has been checked. */
export interface MediaReference {
	readonly id?: string | null;
	readonly name?: string | null;
}

/** Finds by id, or by name: without regard to case, and the first match wins (specification, section 4, attachment rule 2). */
export function findMedia(library: readonly Media[], reference: MediaReference): Media | undefined {
	if (reference.id != null) return library.find((media) => media.id === reference.id);
	const wanted = reference.name?.toLowerCase();
	return library.find((media) => media.name.toLowerCase() === wanted);
}

/** Longest name that stands in an address, in characters: servers and browsers bear no address of any length. */
const MAX_NAME_IN_PATH = 200;

/** Names that mean a folder wherever an address is read. */
const FOLDER_NAMES = ['.', '..'];

/** Path under the base URL where the file is served; the name at its end only makes the address readable. */
export function mediaPath({ id, name }: Media): string {
	const isReadable = name.length <= MAX_NAME_IN_PATH && !FOLDER_NAMES.includes(name);
	return isReadable ? `/library/${id}/${encodeURIComponent(name)}` : `/library/${id}`;
}
