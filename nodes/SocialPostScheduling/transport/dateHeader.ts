/**
 * When a response was sent by the clock of who sent it, in milliseconds since 1970; NaN where its `Date` does not say it.
 *
 * @param headers names in lower case
 */
export const dateOf = (headers: Readonly<Record<string, string>>): number => Date.parse(headers.date ?? '');
