import { MARK } from './marks';
import { endsSentence } from './sentences';

/** How good a place is to cut a text, from the worst to the best. */
export const BREAK = { anywhere: 0, word: 1, sentence: 2, line: 3, paragraph: 4 } as const;
type Break = (typeof BREAK)[keyof typeof BREAK];

/** A part of a text that is not cut as long as it fits: a word, as a rule. `start` and `end` are indices in UTF-16 code units. */
export interface Chunk {
	readonly start: number;
	readonly end: number;
	/** How good it is to cut after it. */
	readonly breakAfter: Break;
}

/** White space that a line may end at; not where a mark follows, which belongs to it. */
const SPACE = `[^\\S\\xA0\\u2007\\u202F\\uFEFF]+(?!${MARK})`;

/** The place after a sentence of a script without spaces. */
const AFTER_SENTENCE = `(?![\\s。！？｡\\p{Pe}\\p{Pf}]|${MARK})(?<=[。！？｡][\\p{Pe}\\p{Pf}]*)`;

const GAP = new RegExp(`${SPACE}|${AFTER_SENTENCE}`, 'gu');

const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\uFE0F|\u200D)+$/u;

/**
 * The chunks of a text, in order: between them is white space, or nothing.
 *
 * @param isWithin whether an index is within something that is not cut
 */
export function readChunks(text: string, isWithin: (index: number) => boolean): Chunk[] {
	const chunks: Chunk[] = [];
	let start = 0;
	const add = (end: number, breakAfter: Break) => {
		const previous = chunks.at(-1);
		const word = text.slice(start, end);
		if (previous !== undefined && word.trim() === '') {
			if (breakAfter > previous.breakAfter) chunks.splice(-1, 1, { ...previous, breakAfter });
		} else if (previous?.breakAfter === BREAK.sentence && breakAfter === BREAK.word && ONLY_EMOJI.test(word)) {
			// Emoji after the end of a sentence belong to it.
			chunks.splice(-1, 1, { ...previous, breakAfter: BREAK.word });
			chunks.push({ start, end, breakAfter: BREAK.sentence });
		} else if (word.trim() !== '') {
			chunks.push({ start, end, breakAfter });
		}
	};
	for (const { 0: space, index } of text.matchAll(GAP)) {
		if (isWithin(index)) continue;
		add(index, breakOf(text, index, space));
		start = index + space.length;
	}
	add(text.length, BREAK.paragraph);
	return chunks;
}

function breakOf(text: string, index: number, space: string): Break {
	if (space === '') return BREAK.sentence;
	const lines = space.match(LINE_END)?.length ?? 0;
	if (lines > 0) return lines > 1 ? BREAK.paragraph : BREAK.line;
	return endsSentence(text, index) ? BREAK.sentence : BREAK.word;
}
