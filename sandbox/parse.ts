/** Readers for data from outside: each takes anything and gives a typed value, or says what is wrong and where. */

/** What a reader throws; the message is meant for the person who sent the data. */
export class BadInput extends Error {}

/** A JSON object whose fields have not been read yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What went wrong, in words, of anything that was thrown. */
export function errorText(cause: unknown): string {
	return isFields(cause) && typeof cause.message === 'string' ? cause.message : String(cause);
}

/** Reads a JSON object that has no other fields than `known`. */
export function readFields(value: unknown, where: string, known: readonly string[]): Fields {
	if (!isFields(value)) throw new BadInput(`${where} must be an object`);
	const unknown = Object.keys(value).filter((key) => !known.includes(key));
	if (unknown.length > 0) {
		throw new BadInput(`${where} has an unknown field: ${unknown.join(', ')} (known: ${known.join(', ')})`);
	}
	return value;
}

/** How deep JSON from outside may be nested, in levels: what is much deeper can be read, but not be written again. */
const MAX_DEPTH = 100;

/** @throws BadInput when a JSON value is nested too deeply */
export function checkDepth(value: unknown, where: string, levelsLeft = MAX_DEPTH): void {
	if (typeof value !== 'object' || value === null) return;
	if (levelsLeft === 0) throw new BadInput(`${where} is nested too deeply`);
	for (const part of Object.values(value)) checkDepth(part, where, levelsLeft - 1);
}

/** Reads one of a set of words. */
export function readOneOf<T extends string>(value: unknown, where: string, words: readonly T[]): T {
	const found = words.find((word) => word === value);
	if (found === undefined) throw new BadInput(`${where} must be one of ${words.join(', ')}`);
	return found;
}

/** Reads a whole number within bounds, both included. */
export function readInteger(value: unknown, where: string, min: number, max: number): number {
	if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
		throw new BadInput(`${where} must be a whole number from ${min} to ${max}`);
	}
	return value;
}

/** Reads a text. */
export function readString(value: unknown, where: string): string {
	if (typeof value !== 'string') throw new BadInput(`${where} must be a text`);
	return value;
}

/** Reads true or false. */
export function readBoolean(value: unknown, where: string): boolean {
	if (typeof value !== 'boolean') throw new BadInput(`${where} must be true or false`);
	return value;
}

/** Reads a point in time, as ISO 8601 text with an offset, in milliseconds since 1970. */
export function readTime(value: unknown, where: string): number {
	const time = parseTimestamp(readString(value, where));
	if (time === undefined) throw new BadInput(`${where} must be an ISO 8601 time such as 2030-01-01T10:00:00Z`);
	return time;
}

/** The moments that ISO 8601 writes with a year of four digits, in milliseconds since 1970. */
const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a number of milliseconds since 1970 is a time that can be written as a timestamp; NaN is none. */
export function isWritableTime(time: number): boolean {
	return time >= FIRST_MOMENT && time <= LAST_MOMENT;
}

const TIMESTAMP = /^\d{4}-\d{2}-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970 of an ISO 8601 timestamp with an offset; nothing when it is no such thing or no real date. */
export function parseTimestamp(text: string): number | undefined {
	const day = TIMESTAMP.exec(text)?.[1];
	if (day === undefined) return undefined;
	const time = Date.parse(text);
	if (!isWritableTime(time)) return undefined;
	const sameDay = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(day);
	return sameDay ? time : undefined;
}
