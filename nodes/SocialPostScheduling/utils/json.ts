import { err, ok, type Result } from './result';

/** A JSON object, before anything is known of its fields. */
export type JsonRecord = Record<string, unknown>;

/** A JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
	[name: string]: JsonValue;
}

export const isJsonObject = (value: JsonValue): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value that a text stands for, or undefined where it is no JSON. */
export function parseJson(text: string): JsonValue | undefined {
	try {
		return mapTexts(JSON.parse(text), (inner) => inner);
	} catch {
		return undefined;
	}
}

/** A JSON value with each of its texts changed, also the names of fields. What JSON does not have is null. */
export function mapTexts(value: unknown, change: (text: string) => string): JsonValue {
	if (typeof value === 'string') return change(value);
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
	if (!isRecord(value)) return null;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), mapTexts(inner, change)]));
}

export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field of an object, or undefined where the value is no object. */
export function field(value: unknown, name: string): unknown {
	return isRecord(value) ? value[name] : undefined;
}

/** The text at a field: strings as they are, everything else as null. */
export function textField(value: unknown, name: string): string | null {
	const found = field(value, name);
	return typeof found === 'string' ? found : null;
}

/**
 * An identifier. The service sends ids as strings; a number is taken too, because GraphQL allows a server to send either
 * for the type ID. One that is rounded is none: it may be the ID of something else.
 */
export function idField(value: unknown, name: string): string | null {
	const found = field(value, name);
	if (typeof found === 'string' && found !== '') return found;
	return typeof found === 'number' && Number.isSafeInteger(found) ? String(found) : null;
}

/** A whole number. The service's type BigInt may travel as a number or as text. */
export function integerField(value: unknown, name: string): number | null {
	const found = field(value, name);
	const number = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** A truth value; everything else as null. */
export function booleanField(value: unknown, name: string): boolean | null {
	const found = field(value, name);
	return typeof found === 'boolean' ? found : null;
}

/** Reads a JSON value: what it says, or the path of what is missing in it, such as `media.id`. */
export type Reader<T> = (value: unknown) => Result<T, string>;

/** Reads the field of an object. */
export const inField =
	<T>(name: string, read: Reader<T>): Reader<T> =>
	(value) => {
		const outcome = read(field(value, name));
		return outcome.ok ? outcome : err(pathOf(name, outcome.error));
	};

/** Reads a list. Entries that are null are left out: GraphQL puts null in the place of an entry that could not be read. */
export const listOf =
	<T>(read: Reader<T>): Reader<T[]> =>
	(value) => {
		if (!Array.isArray(value)) return err('');
		const values: T[] = [];
		for (const [index, entry] of value.entries()) {
			if (entry === null) continue;
			const outcome = read(entry);
			if (!outcome.ok) return err(pathOf(String(index), outcome.error));
			values.push(outcome.value);
		}
		return ok(values);
	};

/** The path of names in an object, of which some may be empty. */
export const pathOf = (...names: readonly string[]): string => names.filter((name) => name !== '').join('.');
