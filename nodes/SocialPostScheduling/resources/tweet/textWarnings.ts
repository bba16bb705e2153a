import { hasOtherDashes, hasWrittenSeparator } from '../../text/threadOfText';
import { weightedLength } from '../../text/weightedLength';
import { hasExpression, SWITCH_TO_EXPRESSION } from '../../utils/values';
import { INVALID_DATE_TIME } from '../../validation/time';
import type { Tweet } from './thread';

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

/** Sentences about tweets that are left out of a text because they are empty. */
export function sayEmpty(emptyTweets: readonly number[]): string[] {
	if (emptyTweets.length === 0) return [];
	const [tweet, are] = emptyTweets.length === 1 ? ['Tweet', 'is'] : ['Tweets', 'are'];
	return [
		`${tweet} ${emptyTweets.join(', ')} of the text ${are} empty, and left out: there is nothing before or after a line of ---. If an expression stands there, check the name of the field in it.`,
	];
}

/** What an expression of n8n gives within a text for an object. */
const OBJECT = '[object Object]';

/** What stands in a text for bytes that are no letters in the encoding with which a file was read. */
const UNREADABLE = '\uFFFD';

/** What stands in a cell of a sheet whose formula fails, or comes of an expression for a value that is not there, as a whole text. */
const NO_VALUE = /^\s*(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)|undefined|null|NaN)\s*$/;

/** What may be a mistake in a text. It may be meant as well, so the text is posted as it is. */
const MISTAKES: ReadonlyArray<readonly [isIn: (text: string) => boolean, sentence: string]> = [
	[hasExpression, `has an expression as text, {{ }}. ${SWITCH_TO_EXPRESSION} If you mean it as text, ignore this.`],
	[
		(text) => text.includes(OBJECT),
		`has "${OBJECT}", which an expression gives in the place of an object. Choose one of its fields.`,
	],
	[
		(text) => text.includes(INVALID_DATE_TIME),
		`has "${INVALID_DATE_TIME}", which an expression gives for a time that it cannot read. Check that time.`,
	],
	[
		(text) => NO_VALUE.test(text),
		'is what a sheet or an expression gives in the place of a value that is missing. Check where it comes from.',
	],
	[
		(text) => text.includes(UNREADABLE),
		`has the sign ${UNREADABLE}, which stands for a letter that could not be read. Check the encoding with which the text was read, such as UTF-8.`,
	],
	[
		hasOtherDashes,
		'has a line of dashes, which is posted as text. With "As One Text", a line that holds only --- begins the next tweet.',
	],
	[
		hasWrittenSeparator,
		'has \\n as two characters, a backslash and an n, which is posted as text. For a thread, use real line breaks around ---.',
	],
];

/** Sentences about texts that may not be what a person means to post. */
export const sayMistakes = (tweets: readonly Tweet[]): string[] =>
	MISTAKES.flatMap(([isIn, sentence]) =>
		tweets.flatMap(({ text }, order) => (isIn(text) ? [`The text of tweet ${order + 1} ${sentence}`] : [])),
	);
