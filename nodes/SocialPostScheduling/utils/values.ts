/** Longest part of a value that is shown in an error, in characters. */
const MAX_FORMATTED = 80;

/** Whether a whole number may not be the one that was written: JavaScript rounds from 2^53 on, and an ID of 19 digits becomes another one. */
export const isRounded = (written: unknown): boolean => Number.isInteger(written) && !Number.isSafeInteger(written);

/** Whether a number is the one that was written. A calculation in an expression may give NaN. */
export const isExact = (number: number): boolean => Number.isFinite(number) && !isRounded(number);

/** What is wrong with a number that is rounded, and what to do about it. */
export const ROUNDED = {
	problem: 'which may not be the one that was written',
	advice:
		'Whole numbers above 9007199254740991 are rounded before the node sees them. Write such an ID or number as text, in quotes.',
} as const;

/** Whether a value can stand for text: a text, or a number that is one. */
export function isStringOrNumber(written: unknown): written is string | number {
	return typeof written === 'string' || (typeof written === 'number' && isExact(written));
}

/** A number, also one that is written as text; undefined for everything else. */
export function toNumber(written: unknown): number | undefined {
	const number = typeof written === 'string' && written.trim() !== '' ? Number(written) : written;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The beginning of a text, and a sign that there is more. No character is cut in two. */
export function truncate(text: string, maxLength: number): string {
	return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}...`;
}

/** A text with a full stop at its end, where it has no sign of an end: another sentence follows. */
export const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

/** A text without the full stop at its end: more of the sentence follows. */
export const withoutFullStop = (words: string): string => words.replace(/\.$/, '');

/** What stands around a value that is too long to be shown: characters of no text, for the use within a program (Unicode, noncharacters). */
const LONG_BEGINS = '\uFDD0';
const LONG_ENDS = '\uFDD1';
const MARKS = /[\uFDD0\uFDD1]/g;

/** How much of a long value is kept, in characters: more than is read of it, so that what is cut at its end is not shown. */
const MAX_KEPT = 2 ** 15;

/** Neither mark stands within: a service may send a megabyte of them. */
const LONG_VALUE = new RegExp(
	`${LONG_BEGINS}([^${LONG_BEGINS}${LONG_ENDS}]{${MAX_FORMATTED + 1},${MAX_KEPT}})${LONG_ENDS}`,
	'g',
);

/** How many long values of a text are shown: more than an error has. */
const MAX_LONG_VALUES = 100;

/**
 * Cuts the long values in a text.
 *
 * @param redact takes all secrets out of a value, before it is cut: the half of one would not be found. Of a value of 2^15 characters it gives
 * no part of the last word, which may be cut
 */
export function cutLongValues(text: string, redact: (value: string) => string): string {
	let count = 0;
	const cut = text.replace(LONG_VALUE, (_, long: string) => {
		count += 1;
		if (count > MAX_LONG_VALUES) return '...';
		const value = redact(long);
		const shown = truncate(value, MAX_FORMATTED);
		return shown.startsWith('"') && !(shown === value && shown.endsWith('"')) ? `${shown}"` : shown;
	});
	return cut.replace(MARKS, '');
}

/**
 * A value as it is shown in an error, whatever it is: an expression can give things that have no JSON. One that is too long to be shown is
 * marked, for {@link cutLongValues}.
 */
export function formatValue(written: unknown): string {
	try {
		const json = typeof written === 'number' ? formatNumber(written) : (JSON.stringify(written) ?? typeof written);
		const text = json.replace(MARKS, '');
		return text.length <= MAX_FORMATTED ? text : `${LONG_BEGINS}${text.slice(0, MAX_KEPT)}${LONG_ENDS}`;
	} catch {
		return `a value of the type ${typeof written}`;
	}
}

/** All digits of a number. */
const formatNumber = (number: number): string => (Number.isInteger(number) ? String(BigInt(number)) : String(number));

/** A date, a time and an offset. With less, luxon would read another moment. */
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)$/i;

/** What makes the text between the brackets of an expression code: a name of n8n, or something that is called, looked up or defined. */
const CODE = /\$[a-z_([]|[\w)\]]\(|[a-z_)\]](?:\.[a-z_$]|\[)|=>|\bnew Date\b|\bDateTime\b/i;

/** Whether what stands in a field of the node is an expression: n8n marks it by its first sign. */
export const isExpression = (raw: unknown): raw is string => typeof raw === 'string' && raw.startsWith('=');

/** The first expression in a text, with its brackets. Where a field is not set to Expression, n8n leaves it as it is. */
export function expressionIn(text: string): string | undefined {
	let start = text.indexOf('{{');
	while (start >= 0) {
		const end = text.indexOf('}}', start);
		const expression = text.slice(start, end < 0 ? undefined : end + 2);
		if (CODE.test(expression)) return expression;
		start = end < 0 ? -1 : text.indexOf('{{', end);
	}
	return undefined;
}

/** Whether a text has an expression in it that was not evaluated. */
export const hasExpression = (text: string): boolean => expressionIn(text) !== undefined;

/** What to do about it. */
export const SWITCH_TO_EXPRESSION = 'n8n evaluates it only in a field that is switched to "Expression".';

/** Whether a text is a moment in ISO 8601, in any zone. */
export const isMoment = (text: string): boolean => MOMENT.test(text);
