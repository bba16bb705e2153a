import { formatValue } from './values';

/** A file that is in the library now. */
export interface UploadedFile {
	/** As a person knows it: its name, or the address that it came from. */
	readonly name: string;
	readonly id: string;
	/** Whether the service has fetched it from an address. */
	readonly isFromUrl: boolean;
	/** What there is to say beside that, as sentences. */
	readonly warnings: readonly string[];
}

/** Files for a sentence: `"a.png" with the ID 7, "b.png" with the ID 8`. */
export const nameWithIds = (files: readonly UploadedFile[]): string =>
	files.map(({ name, id }) => `${formatValue(name)} with the ID ${id}`).join(', ');

/** Their IDs, as the fields for several IDs take them. */
export const joinIds = (files: readonly UploadedFile[]): string => files.map(({ id }) => id).join(',');

/** Sentences about files that were uploaded for a post that then failed: none of them is lost. */
export function sayUploaded(files: readonly UploadedFile[]): string[] {
	const [fromUrl, own] = [files.filter(({ isFromUrl }) => isFromUrl), files.filter(({ isFromUrl }) => !isFromUrl)];
	return [
		...(own.length === 0
			? []
			: [
					`In the library already: ${nameWithIds(own)}. Another run uploads it again, unless "If File Exists" is "Use Existing".`,
				]),
		...(fromUrl.length === 0
			? []
			: [
					`In the library already: ${nameWithIds(fromUrl)}. Keep it there: a retry of this execution uses it, and fails without it. A new execution fetches it again.`,
				]),
	];
}
