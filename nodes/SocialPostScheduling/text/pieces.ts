import { BREAK, type Chunk } from './chunks';
import { MARK } from './marks';

const MARKS = `${MARK}*`;

/** The signs by which Indic scripts join two consonants into one character, such as स्त (Unicode, annex 29, rule GB9c). */
const VIRAMA = '[\\u094D\\u09CD\\u0ACD\\u0B4D\\u0C4D\\u0D4D]';

/** Two consonants may have a few other marks between them; a bound keeps the time linear. */
const JOINED = `\\p{L}(?:${MARK}{0,4}${VIRAMA}${MARK}{0,4}\\p{L})+`;

/** What people see as one character (a grapheme cluster). `Intl.Segmenter` finds them as well, but far too slowly for a long text. */
const CHARACTER =
	`(?:\\p{RI}{2}|\\p{ExtPict}(?:(?:\\p{M}|\\p{Emoji_Modifier})*\\u200D\\p{ExtPict})*|[\\u1100-\\u115F\\uA960-\\uA97C]+[\\uAC00-\\uD7A3]?|${JOINED}|.)` +
	MARKS;

/** A word of a script with spaces. */
const WORD =
	'[[\\p{L}\\p{N}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]]';

/** Punctuation that no line begins with. */
const CLOSING = '[\\p{Pe}\\p{Pf}\\p{Po}\\p{Lm}]*';

const WORDS = new RegExp(`(?:(?:${WORD}${MARKS})+|${CHARACTER})${CLOSING}${MARKS}`, 'gsv');
const CHARACTERS = new RegExp(CHARACTER, 'gsv');
const CODE_POINTS = /./gsu;

/** What a text is cut into where it does not fit, one after another, and whether that keeps links, mentions and the like whole. */
const WAYS: ReadonlyArray<readonly [parts: RegExp, keepsEntities: boolean]> = [
	[WORDS, true],
	[CHARACTERS, true],
	[CHARACTERS, false],
	[CODE_POINTS, false],
];

/**
 * The pieces of a chunk that does not fit: words; where the script has no spaces between them, or a word does not fit, what people see
 * as one character; and else the characters that this is made of.
 *
 * @param isWithin whether an index is within something that is not cut as long as it fits
 * @param fits whether a text of its own fits
 */
export function cutChunk(
	text: string,
	chunk: Chunk,
	isWithin: (index: number) => boolean,
	fits: (text: string) => boolean,
): Chunk[] {
	const pieces: Chunk[] = [];
	const cut = (from: number, to: number, [way, ...others]: typeof WAYS) => {
		if (way === undefined || fits(text.slice(from, to))) {
			pieces.push({ start: from, end: to, breakAfter: to === chunk.end ? chunk.breakAfter : BREAK.anywhere });
			return;
		}
		const [parts, keepsEntities] = way;
		let start = from;
		for (const { 0: part, index } of text.slice(from, to).matchAll(parts)) {
			const end = from + index + part.length;
			if (keepsEntities && end < to && isWithin(end)) continue;
			cut(start, end, others);
			start = end;
		}
	};
	cut(chunk.start, chunk.end, WAYS);
	return pieces;
}
