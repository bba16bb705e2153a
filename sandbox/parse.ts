/** Readers for data from outside: each takes anything and gives a typed value, or says what is wrong and where. */

import { z } from 'zod/v4';

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

/**
 * Reads a value by its schema. The schemas below say what a value must be, in words that follow its name.
 *
 * @param where the name of the value
 * @throws BadInput when it is something else
 */
export function read<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
	const { success, data, error } = schema.safeParse(value);
	if (success) return data;
	const [issue] = error.issues;
	throw new BadInput(`${[where, ...(issue?.path ?? [])].join('.')} ${issue?.message ?? 'cannot be read'}`);
}

/** A JSON object that has no other fields than these. */
export function fields<T extends z.ZodRawShape>(shape: T) {
	const known = Object.keys(shape).join(', ');
	return z.strictObject(shape, {
		error: (issue) =>
			issue.code === 'unrecognized_keys'
				? `has an unknown field: ${issue.keys.join(', ')} (known: ${known})`
				: 'must be an object',
	});
}

/** One of a set of words. */
export function oneOf<const T extends string>(words: readonly T[]) {
	return z.enum(words, `must be one of ${words.join(', ')}`);
}

/** A whole number within bounds, both included. */
export function whole(min: number, max: number) {
	const message = `must be a whole number from ${min} to ${max}`;
	return z.int(message).min(min, message).max(max, message);
}

export function list<T extends z.ZodType>(item: T) {
	return z.array(item, 'must be a list').readonly();
}

export const text = z.string('must be a text');
export const flag = z.boolean('must be true or false');

/** A point in time, as ISO 8601 text with an offset; read as milliseconds since 1970. */
export const time = text.transform((given, context) => {
	const found = parseTimestamp(given);
	if (found === undefined) context.addIssue('must be an ISO 8601 time such as 2030-01-01T10:00:00Z');
	return found ?? z.NEVER;
});

/** How deep JSON from outside may be nested, in levels: what is much deeper can be read, but not be written again. */
const MAX_DEPTH = 100;

/** @throws BadInput when a JSON value is nested too deeply */
export function checkDepth(value: unknown, where: string, levelsLeft = MAX_DEPTH): void {
	if (typeof value !== 'object' || value === null) return;
	if (levelsLeft === 0) throw new BadInput(`${where} is nested too deeply`);
	for (const part of Object.values(value)) checkDepth(part, where, levelsLeft - 1);
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
