import type { IDataObject } from 'n8n-workflow';
import { field, idField } from '../../utils/json';
import type { MediaReference } from '../../validation/files';
import type { TweetPlaces } from '../../validation/thread';
import type { PostFile } from '../files/check';

/** One tweet of `ScheduleTweetInput.thread` (service API, section 2); `order` is its place, the first is 0. */
export interface TweetInput {
	readonly text: string;
	readonly order: number;
	readonly media?: readonly MediaReference[];
}

/** One tweet as it was entered, its files looked up and checked. */
export interface Tweet {
	readonly text: string;
	readonly files: readonly PostFile[];
	readonly places: TweetPlaces;
}

/** The tweets with other texts, also where a text was split into more or fewer of them: its files belong to the first one. */
export const withTexts = (tweets: readonly Tweet[], texts: readonly string[]): Tweet[] =>
	texts.flatMap((text, order) => {
		const tweet = tweets[order];
		const last = tweets.at(-1);
		if (tweet !== undefined) return [{ ...tweet, text }];
		return last === undefined ? [] : [{ ...last, files: [], text }];
	});

/** The fields of a thread by their path in the input, as the panel calls them. */
export const fieldsOf = (tweets: readonly Tweet[]): Record<string, string> =>
	Object.fromEntries(
		tweets.flatMap(({ places, files }, order) => [
			[`thread.${order}`, places.tweet],
			[`thread.${order}.text`, places.text],
			[`thread.${order}.media`, places.media],
			...files.map(({ place }, at) => [`thread.${order}.media.${at}`, place]),
		]),
	);

/**
 * The thread as the service takes it.
 *
 * @param uploaded the ids of the files that were uploaded for it, in their order; those that are missing are left out
 */
export function toThread(tweets: readonly Tweet[], uploaded: readonly string[]): TweetInput[] {
	const ids = uploaded.values();
	return tweets.map(({ text, files }, order) => {
		const media = files.flatMap((file) => toMedia(file, ids));
		return { text, order, ...(media.length > 0 && { media }) };
	});
}

function toMedia(file: PostFile, ids: Iterator<string>): MediaReference[] {
	if ('media' in file) return [file.media];
	const next = ids.next();
	return next.done === true ? [] : [{ id: next.value }];
}

/** The thread as it would be sent; a file that would be uploaded first is shown by its name or its address. */
export const toPreview = (tweets: readonly Tweet[]): IDataObject[] =>
	tweets.map(({ text, files }, order) => ({
		text,
		order,
		...(files.length > 0 && { media: files.map(previewOf) }),
	}));

function previewOf(file: PostFile): IDataObject {
	if ('media' in file) return { ...file.media };
	return 'task' in file ? { file: file.task.entry.name } : { url: file.url };
}

/** The ids of the files that were uploaded for a thread, out of the thread as it was sent. */
export const uploadedIn = (thread: unknown, tweets: readonly Tweet[]): string[] =>
	tweets.flatMap(({ files }, order) =>
		files.flatMap((file, at) => {
			const sent = Array.isArray(thread) ? field(thread[order], 'media') : undefined;
			// Where the ids are not known, the files were left out.
			const isWhole = Array.isArray(sent) && sent.length === files.length;
			return 'media' in file || !isWhole ? [] : (idField(sent[at], 'id') ?? []);
		}),
	);

/** A file as far as it makes a post another one. Names of the library are the same in upper and lower case (service API, section 4). */
export function asMatched(file: PostFile): object {
	if ('url' in file) return { url: file.url };
	if ('task' in file) {
		const { size, mimeType } = file.task.file;
		return { name: file.task.entry.name, size, mimeType, digest: file.startDigest };
	}
	return 'name' in file.media ? { name: file.media.name.toLowerCase() } : file.media;
}
