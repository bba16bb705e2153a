import { BREAK, type Chunk } from './chunks';
import { weightedLength } from './weightedLength';

/** The share of the room from which on a part may end with a paragraph or a line, although more text would fit. */
const WELL_FILLED = 0.5;

/**
 * A text in parts of as many chunks as fit and read well together: a part ends with a paragraph or a line where that fills half of
 * it, else with a sentence, if the next one fits into a part of its own, else anywhere between two chunks.
 *
 * @param chunks those of the text, each small enough for a part of its own
 * @param limit what `measure` may give for a part at most
 * @param measure the length of a text as a part, with all that is added to it
 */
export function packChunks(
	text: string,
	chunks: readonly Chunk[],
	limit: number,
	measure: (part: string) => number,
): string[] {
	const room = limit - measure('');
	const fill = measureChunks(text, chunks, measure);
	const partOf = (first: number, last: number) => text.slice(chunks[first]?.start, chunks[last]?.end).trim();
	const parts: string[] = [];
	for (let first = 0, last; first < chunks.length; first = last + 1) {
		last = chooseLast(chunks, first, room, room, fill);
		// What stands beside a word may change its length: two pieces may be one link again. Then the part shrinks in proportion.
		for (let length; last > first && (length = measure(partOf(first, last))) > limit; ) {
			const tooLong = fill(first, last);
			last = chooseLast(chunks, first, room, Math.min(tooLong - 1, (tooLong * limit) / length), fill);
		}
		parts.push(partOf(first, last));
	}
	return parts;
}

/** Gives the length of the text from one chunk to another, as the sum of the lengths of its chunks and of what is between them. */
function measureChunks(text: string, chunks: readonly Chunk[], measure: (part: string) => number) {
	const nothing = measure('');
	const starts: number[] = [];
	const ends: number[] = [];
	let length = 0;
	chunks.forEach(({ start, end }, index) => {
		length += weightedLength(text.slice(chunks[index - 1]?.end ?? start, start));
		starts.push(length);
		length += measure(text.slice(start, end)) - nothing;
		ends.push(length);
	});
	return (first: number, last: number) => (ends[last] ?? length) - (starts[first] ?? 0);
}

/** The last chunk of the part that begins with a chunk, at least that one; `budget` is how long the part may be at most. */
function chooseLast(
	chunks: readonly Chunk[],
	first: number,
	room: number,
	budget: number,
	fill: (first: number, last: number) => number,
): number {
	let last = first;
	while (last + 1 < chunks.length && fill(first, last + 1) <= budget) last++;
	if (last === chunks.length - 1) return last;
	const lastBreak = (level: number, least: number) => {
		let index = last;
		while (index >= first && ((chunks[index]?.breakAfter ?? 0) < level || fill(first, index) < least)) index--;
		return index >= first ? index : undefined;
	};
	const sentence = lastBreak(BREAK.sentence, 0);
	return (
		lastBreak(BREAK.paragraph, room * WELL_FILLED) ??
		lastBreak(BREAK.line, room * WELL_FILLED) ??
		(sentence !== undefined && nextSentenceFits(chunks, sentence + 1, room, fill) ? sentence : last)
	);
}

function nextSentenceFits(
	chunks: readonly Chunk[],
	first: number,
	room: number,
	fill: (first: number, last: number) => number,
): boolean {
	let last = first;
	while (last < chunks.length && (chunks[last]?.breakAfter ?? 0) < BREAK.sentence && fill(first, last) <= room) last++;
	return fill(first, last) <= room;
}
