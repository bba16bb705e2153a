/**
 * A character that belongs to the one before it, as a regular expression: marks, skin tones, joiners, tags of flags, vowels and finals
 * of Hangul, the Thai and Lao am.
 */
export const MARK =
	'(?:\\p{M}|\\p{Grapheme_Extend}|\\p{Emoji_Modifier}|\\u200D|[\\u0E33\\u0EB3\\u1160-\\u11FF\\uD7B0-\\uD7FB])';
