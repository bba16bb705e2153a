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

/** Path under the base URL where the file is served; the last part only makes the address readable. */
export function mediaPath(media: Media): string {
	return `/library/${media.id}/${encodeURIComponent(media.name)}`;
}
