import type { IDataObject } from 'n8n-workflow';
import { hasOtherDashes, hasWrittenSeparator } from '../../text/threadOfText';
import { weightedLength } from '../../text/weightedLength';
import { field, idField } from '../../utils/json';
import { hasExpression, SWITCH_TO_EXPRESSION } from '../../utils/values';
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

/** How many texts of a thread are named that are too long. */
const MAX_LONG = 5;

/** Sentences about texts that are longer than a tweet of most accounts. The service decides whether it takes them. */
export function sayLong(tweets: readonly Tweet[], limit: number): string[] {
	const long = tweets
		.map(({ text }, order) => ({ number: order + 1, length: weightedLength(text) }))
		.filter(({ length }) => length > limit);
	const others = long.length - MAX_LONG;
	return [
		...long
			.slice(0, MAX_LONG)
			.map(
				({ number, length }) =>
					`Tweet ${number} has ${length} characters as X counts them, which is more than ${limit}.`,
			),
		...(others > 0 ? [`And ${others} more ${others === 1 ? 'tweet has' : 'tweets have'} more than ${limit}.`] : []),
	];
}

/** What is said of the texts in which something is found that may be a mistake, or may be meant. */
const sayOfTexts = (tweets: readonly Tweet[], isFound: (text: string) => boolean, say: (tweet: string) => string) =>
	tweets.flatMap(({ text }, order) => (isFound(text) ? [say(`The text of tweet ${order + 1}`)] : []));

/** Sentences about texts with an expression that n8n has not evaluated. It may be meant: a post may be about n8n. */
export const sayExpressions = (tweets: readonly Tweet[]): string[] =>
	sayOfTexts(
		tweets,
		hasExpression,
		(tweet) =>
			`${tweet} has an expression as text, {{ }}. ${SWITCH_TO_EXPRESSION} If you mean it as text, ignore this.`,
	);

/** Sentences about texts with a line that may be meant to begin a tweet. It may be a part of the text as well. */
export const sayDashes = (tweets: readonly Tweet[]): string[] => [
	...sayOfTexts(
		tweets,
		hasOtherDashes,
		(tweet) =>
			`${tweet} has a line of dashes, which is posted as text. With "As One Text", a line that holds only --- begins the next tweet.`,
	),
	...sayOfTexts(
		tweets,
		hasWrittenSeparator,
		(tweet) =>
			`${tweet} has \\n as two characters, a backslash and an n, which is posted as text. For a thread, use real ends of lines around ---.`,
	),
];

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
		return { name: file.task.entry.name, size, mimeType, digest: file.digest };
	}
	return 'name' in file.media ? { name: file.media.name.toLowerCase() } : file.media;
}
