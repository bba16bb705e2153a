import { isUnread, type Post } from '../post';
import type { WantedPost } from './samePost';

/** Whether the texts of a post are the wanted ones; undefined where the service does not say all that shows it. */
export function hasSameTexts(
	{ submissions }: Pick<Post, 'submissions'>,
	{ texts, unsplit }: Pick<WantedPost, 'texts' | 'unsplit'>,
): boolean | undefined {
	if (submissions.length === 0) return undefined;
	const shown = submissions.map(({ text }) => text);
	if (unsplit !== undefined && withoutCuts(shown) === withoutCuts(unsplit)) return true;
	if (submissions.length !== texts.length) return false;
	// It is not known which of the texts is missing.
	if (submissions.some(isUnread)) return undefined;
	const signs = shown.map((text, order) => {
		const wanted = asKept(texts[order] ?? '');
		return text === null && wanted !== '' ? undefined : asKept(text ?? '') === wanted;
	});
	if (signs.includes(false)) return false;
	return signs.includes(undefined) ? undefined : true;
}

/** A number of a tweet, at its start or its end: see `addNumber`. */
const NUMBER = /^\d+\/\d+\s|\s\(\d+\/\d+\)$/g;

/** Texts as one, without what splitting them adds and leaves out: numbers, and white space at the cuts. */
const withoutCuts = (texts: ReadonlyArray<string | null>): string =>
	texts
		.map((text) =>
			asKept(text ?? '')
				.replace(NUMBER, '')
				.replace(/\s+/g, ''),
		)
		.join('');

/**
 * A text without what a service may change as it keeps it: spaces around it, the line ends of a web form, half an emoji, as a text has that
 * was cut at some character, and how accents are written, as part of a letter or behind it (Unicode's normal form C, which X counts in).
 */
export const asKept = (text: string): string =>
	text.trim().replace(/\r\n?/g, '\n').replace(HALF_A_PAIR, '\uFFFD').normalize('NFC');

const HALF_A_PAIR = /\p{Surrogate}/gu;
