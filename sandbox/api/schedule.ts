import { MAX_TWEET_CHARACTERS } from '../limits';
import { findMedia } from '../store/library';
import type { Media, MediaReference } from '../store/library';
import { HANDLES } from '../store/handles';
import type { PublishingStatus } from '../store/posts';
import { POST_TAGS } from '../store/postTags';
import { problem } from './payload';
import type { ErrorItem } from './payload';

/** Input of `scheduleTweet` as the schema lets it through. */
export interface ScheduleTweetInput {
	readonly username: string;
	readonly postAt: Date;
	readonly thread: readonly TweetInput[];
	readonly publishingStatus?: PublishingStatus | null;
	readonly postTags?: ReadonlyArray<string | null> | null;
}

/** One item of the thread. */
export interface TweetInput {
	readonly text: string;
	readonly order: number;
	readonly media?: readonly MediaReference[] | null;
}

/** All that is wrong with the input, at once; nothing when it can be scheduled. */
export function checkSchedule(input: ScheduleTweetInput, library: readonly Media[], now: number): ErrorItem[] {
	return [
		...checkUsername(input.username),
		...checkPostAt(input.postAt, now),
		...checkThread(input.thread),
		...checkPostTags(input.postTags ?? []),
		...input.thread.flatMap((tweet, index) => checkTweet(tweet, `thread.${index}`, library)),
	];
}

function checkUsername(username: string): ErrorItem[] {
	if (username.trim() === '') return [problem('username', 'REQUIRED_FIELD', 'This field is required.')];
	if (username !== HANDLES.notConnected) return [];
	return [problem('username', 'ACCOUNT_NOT_CONNECTED', `The account ${username} is not connected.`)];
}

/** @param now milliseconds since 1970 */
export function checkPostAt(postAt: Date, now: number): ErrorItem[] {
	if (postAt.getTime() > now) return [];
	return [problem('postAt', 'INVALID_DATA', 'The time to post must be in the future.')];
}

function checkThread(thread: readonly TweetInput[]): ErrorItem[] {
	if (thread.length === 0) return [problem('thread', 'REQUIRED_FIELD', 'The thread must have at least one post.')];
	const orders = thread.map(({ order }) => order).sort((a, b) => a - b);
	if (orders.every((order, index) => order === index)) return [];
	return [problem('thread', 'INVALID_DATA', 'The order of the posts must be 0, 1, 2 and so on, each once.')];
}

function checkPostTags(ids: ReadonlyArray<string | null>): ErrorItem[] {
	const unknown = ids.filter((id) => !POST_TAGS.some((tag) => tag.id === id));
	return unknown.map((id) => problem('postTags', 'INVALID_DATA', `There is no tag with id ${id}.`));
}

function checkTweet({ text, media }: TweetInput, where: string, library: readonly Media[]): ErrorItem[] {
	const references = media ?? [];
	return [
		...checkText(text, `${where}.text`, references.length > 0),
		...references.flatMap((reference, index) => checkReference(reference, `${where}.media.${index}`, library)),
	];
}

/** @param mayBeEmpty a picture needs no words */
function checkText(text: string, field: string, mayBeEmpty: boolean): ErrorItem[] {
	if (text.trim() === '' && !mayBeEmpty) return [problem(field, 'REQUIRED_FIELD', 'This field is required.')];
	const length = [...text].length;
	if (length <= MAX_TWEET_CHARACTERS) return [];
	return [problem(field, 'INVALID_LENGTH', `The text has ${length} characters; ${MAX_TWEET_CHARACTERS} are allowed.`)];
}

function checkReference(reference: MediaReference, field: string, library: readonly Media[]): ErrorItem[] {
	if ((reference.id == null) === (reference.name == null)) {
		return [problem(field, 'INVALID_DATA', 'A media reference has either an id or a name.')];
	}
	if (findMedia(library, reference)) return [];
	const wanted = reference.id != null ? `id ${reference.id}` : `name ${reference.name}`;
	return [problem(field, 'MEDIA_NOT_FOUND', `No media with ${wanted} in the content library.`)];
}
