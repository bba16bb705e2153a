import { EMOJI_SEQUENCE } from './emoji';
import { findLinks } from './links';

/** What a link counts, in characters of a tweet: X shortens each to this length. */
const LINK_LENGTH = 23;

/** What a character counts that is not one of {@link isLight}, and what any emoji counts, in characters of a tweet. */
const HEAVY = 2;
const ONE_EMOJI = '😀';

/**
 * How many characters a text has, as X counts them (twitter-text 3.1.0, `parseTweet(text).weightedLength`): a link is 23, an emoji or
 * a Chinese, Japanese or Korean character 2, most others 1.
 *
 * It is the same number as that of twitter-text for any text. Where X itself has changed since that version, a top-level domain that
 * is newer than 2020 counts as text, and an emoji that is newer than 2018 and joined from several counts as its parts.
 *
 * The time is in proportion to the length of the text.
 */
export function weightedLength(text: string): number {
	const normalized = text.normalize();
	let length = 0;
	let end = 0;
	for (const link of findLinks(normalized)) {
		length += lengthWithoutLinks(normalized.slice(end, link.start)) + LINK_LENGTH;
		end = link.end;
	}
	return length + lengthWithoutLinks(normalized.slice(end));
}

const ASCII = /^[\0-\x7F]*$/;

function lengthWithoutLinks(text: string): number {
	if (ASCII.test(text)) return text.length;
	let length = 0;
	for (const character of text.replace(EMOJI_SEQUENCE, ONE_EMOJI)) {
		length += isLight(character.charCodeAt(0)) ? 1 : HEAVY;
	}
	return length;
}

/** The ranges of twitter-text with the smaller weight: European and Middle Eastern scripts, and common spaces and quotation marks. */
const isLight = (code: number): boolean =>
	code <= 0x10ff ||
	(code >= 0x2000 && code <= 0x200d) ||
	(code >= 0x2010 && code <= 0x201f) ||
	(code >= 0x2032 && code <= 0x2037);
