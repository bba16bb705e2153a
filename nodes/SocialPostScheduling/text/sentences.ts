/** How many characters before a place tell whether a sentence ends there, in UTF-16 code units: more than the longest abbreviation. */
const LOOK_BACK = 40;

const SENTENCE_END = /[\p{Sentence_Terminal}\u2025\u2026][\p{Pe}\p{Pf}"']*$/u;

/**
 * A dot that ends no sentence as a rule: after one letter ("e.g.", "z. B.", "J. Smith"), after one or two digits ("3. Mai"), and after
 * common abbreviations. To cut a little earlier or later is all that a missing one does.
 */
const ABBREVIATION =
	/(?<![\p{L}\p{N}])(?:\p{L}|\p{N}{1,2}|approx|bzw|ca|co|corp|dr|etc|evtl|feat|fig|gen|inc|incl|jr|ltd|max|mme|min|mr|mrs|ms|mt|no|nos|nr|pp|prof|resp|sr|sra|st|ste|str|usw|vol|vs)\.$/iu;

/** Whether a sentence ends before an index of a text, where white space follows. */
export function endsSentence(text: string, index: number): boolean {
	const before = text.slice(Math.max(0, index - LOOK_BACK), index);
	return SENTENCE_END.test(before) && !ABBREVIATION.test(before);
}
