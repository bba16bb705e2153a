/** Longest part of a value that is shown in an error, in characters. */
const MAX_FORMATTED = 80;

/** Whether a value can stand for text: a text, or a number that is one. A calculation in an expression may give NaN. */
export function isStringOrNumber(written: unknown): written is string | number {
	return typeof written === 'string' || (typeof written === 'number' && Number.isFinite(written));
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

/** A value as it is shown in an error, whatever it is: an expression can give things that have no JSON. */
export function formatValue(written: unknown): string {
	try {
		const text = typeof written === 'number' ? String(written) : (JSON.stringify(written) ?? typeof written);
		return truncate(text, MAX_FORMATTED);
	} catch {
		return `a value of the type ${typeof written}`;
	}
}

/** A date, a time and an offset. With less, luxon would read another moment. */
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)$/i;

/** Whether a text is a moment in ISO 8601, in any zone. */
export const isMoment = (text: string): boolean => MOMENT.test(text);
