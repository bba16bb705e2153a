import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { splitText, MIN_LIMIT, type SplitOptions, TWEET_LIMIT } from '../../text/splitText';
import { emptyTweetsOf, threadOfText } from '../../text/threadOfText';
import type { JsonRecord } from '../../utils/json';
import { combine, type InvalidInput, invalid, ok, type Result } from '../../utils/result';
import { checkFiles } from '../../validation/files';
import { type NumberLimits, readBoolean, readNumber, readOption } from '../../validation/parameters';
import { checkText, checkThread, type ThreadTweet } from '../../validation/thread';
import { checkPostFiles } from '../files/check';
import { filesField } from '../files/field';
import { checkUploadOptions } from '../media/uploadOptions';
import { characterLimit, NUMBERINGS, numbering, specifyThread, splitLongText, text, WAYS } from './fields';
import type { Tweet } from './thread';

/** The longest text that is split, in UTF-16 code units: to split one takes time, in which n8n does nothing else. */
const MAX_SPLIT = 100_000;

const CHARACTER_LIMIT: NumberLimits = {
	fallback: TWEET_LIMIT,
	min: MIN_LIMIT,
	max: Number.POSITIVE_INFINITY,
	whole: true,
};

/**
 * The tweets that an item asks for, in whichever way they are given, with their files looked up and checked.
 *
 * @param limit the longest text of a tweet, in characters as X counts them
 */
export async function checkTweets(
	functions: IExecutePaginationFunctions,
	options: JsonRecord,
	limit: number,
): Promise<Result<Thread<Tweet>, InvalidInput>> {
	const way = readOption(functions.getNodeParameter(specifyThread.name, 'text'), specifyThread.displayName, WAYS);
	if (!way.ok) return way;
	if (way.value === undefined) {
		return invalid(specifyThread.displayName, 'is empty', 'Choose from its list how the tweets are given.');
	}
	const thread =
		way.value === 'tweets' ? checkRows(...withRaw(functions, 'thread')) : checkOneText(functions, options, limit);
	if (!thread.ok) return thread;
	const uploadOptions = checkUploadOptions(options);
	if (!uploadOptions.ok) return uploadOptions;
	const checks: Array<Result<Tweet, InvalidInput>> = [];
	for (const { text: words, places, files: references } of thread.value.tweets) {
		const files = await checkPostFiles(functions, references, uploadOptions.value);
		checks.push(files.ok ? ok({ text: words, places, files: files.value }) : files);
	}
	const tweets = combine(checks);
	return tweets.ok ? ok({ ...thread.value, tweets: tweets.value }) : tweets;
}

/** The tweets of a thread. */
interface Thread<T> {
	readonly tweets: readonly T[];
	/** The numbers of those that are left out because they are empty, the first is 1. */
	readonly emptyTweets: readonly number[];
}

function checkRows(written: unknown, raw: unknown): Result<Thread<ThreadTweet>, InvalidInput> {
	const tweets = checkThread(written, raw);
	return tweets.ok ? ok({ tweets: tweets.value, emptyTweets: [] }) : tweets;
}

/** A parameter, and the same with its expressions as they are written. */
const withRaw = (functions: IExecutePaginationFunctions, name: string): [written: unknown, raw: unknown] => [
	functions.getNodeParameter(name, {}),
	functions.getNodeParameter(name, {}, { rawExpressions: true }),
];

/** One text for all tweets; its files belong to the first. */
function checkOneText(
	functions: IExecutePaginationFunctions,
	options: JsonRecord,
	limit: number,
): Result<Thread<ThreadTweet>, InvalidInput> {
	const words = checkText(functions.getNodeParameter(text.name, ''), text.displayName);
	if (!words.ok) return words;
	const [written, raw] = withRaw(functions, 'media');
	const files = checkFiles(written, '', raw);
	if (!files.ok) return files;
	const split = checkSplit(options, limit);
	if (!split.ok) return split;
	if (split.value !== undefined && words.value.length > MAX_SPLIT) {
		return invalid(
			text.displayName,
			`has ${words.value.length} characters, which is too long to be split`,
			`A text of up to ${MAX_SPLIT} characters can be split. Check the field that it comes from.`,
		);
	}
	const { value: splitOptions } = split;
	const texts = threadOfText(words.value).flatMap((part) =>
		splitOptions === undefined ? [part] : splitText(part, splitOptions),
	);
	if (texts.length === 0 && files.value.length === 0) {
		return invalid(text.displayName, 'is empty', 'Enter the text of the tweet, or add media.');
	}
	const tweets = (texts.length === 0 ? [''] : texts).map((part, order) => {
		const place = texts.length > 1 ? `${text.displayName}, tweet ${order + 1}` : text.displayName;
		const places = { tweet: place, text: place, media: filesField.displayName };
		return { text: part, files: order === 0 ? files.value : [], places };
	});
	return ok({ tweets, emptyTweets: emptyTweetsOf(words.value) });
}

/** The longest text of a tweet, in characters as X counts them. */
export const checkCharacterLimit = (options: JsonRecord): Result<number, InvalidInput> =>
	readNumber(options.characterLimit, characterLimit.displayName, CHARACTER_LIMIT);

/** How a long text is split; undefined where it is not. */
function checkSplit(options: JsonRecord, limit: number): Result<SplitOptions | undefined, InvalidInput> {
	const isSplit = readBoolean(options.splitLongText, splitLongText.displayName, false);
	if (!isSplit.ok) return isSplit;
	const numbers = readOption(options.numbering, numbering.displayName, NUMBERINGS);
	if (!numbers.ok) return numbers;
	return ok(isSplit.value ? { limit, numbering: numbers.value ?? 'none' } : undefined);
}
