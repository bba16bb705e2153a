/** A line that holds only three hyphens, and blanks. */
const SEPARATOR = /^[^\S\r\n\u2028\u2029]*---[^\S\r\n\u2028\u2029]*$/m;

/** A line of other dashes, as a person or an autocorrection may write the separator. */
const OTHER_DASHES = /^(?:[-\u2010-\u2015\u2212]{2,}|[\u2012-\u2015])$/;

const LEADING_BLANK_LINES = /^(?:[^\S\r\n]*(?:\r\n|\r|\n))+/;

/**
 * The tweets of a text: a line with only `---` separates two of them. Blank lines around a tweet are left out, those within it stay, and
 * so do blanks at its start. A tweet without text is left out as well: a separator at the start or the end of the text, or two of them
 * one after another, do no harm. A text without anything but blanks and separators has no tweets.
 */
export const threadOfText = (text: string): string[] => partsOf(text).filter((part) => part !== '');

/** The numbers of the tweets that are left out, the first is 1. They may be left out by mistake: an expression has given nothing. */
export function emptyTweetsOf(text: string): number[] {
	const parts = partsOf(text);
	return parts.length === 1 ? [] : parts.flatMap((part, at) => (part === '' ? [at + 1] : []));
}

const partsOf = (text: string): string[] =>
	text.split(SEPARATOR).map((part) => part.replace(LEADING_BLANK_LINES, '').trimEnd());

const LINE_END = /[\r\n\u2028\u2029]/;

/** An end of a line, also as a program or a model writes it by mistake: a backslash and an n. */
const WRITTEN_LINE_END = /\\[rn]|[\r\n\u2028\u2029]/;

const hasDashes = (tweet: string, lineEnd: RegExp): boolean =>
	tweet.split(lineEnd).some((line) => OTHER_DASHES.test(line.trim()));

/** Whether a tweet has a line that looks like the separator, and is not taken for it. */
export const hasOtherDashes = (tweet: string): boolean => hasDashes(tweet, LINE_END);

/** Whether a tweet has a separator that is not one because of how the ends of its lines are written. */
export const hasWrittenSeparator = (tweet: string): boolean =>
	!hasOtherDashes(tweet) && hasDashes(tweet, WRITTEN_LINE_END);
