/** The source of a regular expression for one of several patterns. */
export const oneOf = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`;

/** A regular expression, without regard to case, that finds one of several patterns. */
export const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');
