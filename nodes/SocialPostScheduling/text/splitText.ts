import { readChunks } from './chunks';
import { findEntities } from './entities';
import { addNumber, type Numbering } from './numbering';
import { packChunks } from './packing';
import { cutChunk } from './pieces';
import { weightedLength } from './weightedLength';

/** The longest text of one tweet, in characters as {@link weightedLength} counts them. X takes longer ones from paying accounts. */
export const TWEET_LIMIT = 280;

/** The smallest limit, in the same characters: a link (23) and the number of the tweet (" (10000/10000)") fit with room to spare. */
export const MIN_LIMIT = 50;

export interface SplitOptions {
	/** The most characters of a tweet, as {@link weightedLength} counts them, with its number; at least {@link MIN_LIMIT}. */
	readonly limit: number;
	readonly numbering: Numbering;
}

/**
 * A text in parts that fit into a tweet each, in order; one that fits is one part without a number, and one without text has no parts.
 * It is cut after a paragraph or a line where the tweet is half full, else after a sentence, else after a word. A sentence is cut only
 * if it does not fit into a tweet of its own, and so is a word: a link, a mention and an emoji always fit. White space at the cuts
 * is left out, and nothing else.
 *
 * The time is in proportion to the length of the text.
 *
 * @throws RangeError if the limit is smaller than {@link MIN_LIMIT}
 */
export function splitText(text: string, { limit, numbering }: SplitOptions): string[] {
	if (!(limit >= MIN_LIMIT)) throw new RangeError(`The limit is ${limit}, and has to be ${MIN_LIMIT} or more`);
	const whole = text.trim();
	if (whole === '') return [];
	const length = weightedLength(whole);
	if (length <= limit) return [whole];
	const isWithin = findEntities(whole);
	const chunks = readChunks(whole, isWithin);
	// More parts have longer numbers, for which more parts may be needed: each round has room for one digit more.
	for (let digits = String(Math.ceil(length / limit)).length; ; digits++) {
		const most = 10 ** digits - 1;
		const measure = (part: string) => weightedLength(addNumber(part, numbering, most, most));
		const fits = (part: string) => measure(part) <= limit;
		const fitting = chunks.flatMap((chunk) => {
			return fits(whole.slice(chunk.start, chunk.end)) ? [chunk] : cutChunk(whole, chunk, isWithin, fits);
		});
		const parts = packChunks(whole, fitting, limit, measure);
		if (numbering === 'none' || parts.length <= most) {
			return parts.map((part, index) => addNumber(part, numbering, index + 1, parts.length));
		}
	}
}
