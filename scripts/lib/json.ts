/** Reading JSON whose shape nobody promises. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one. */
export function asObject(value: unknown): JsonObject {
	return isObject(value) ? value : {};
}

/** The value when it is a list, else an empty one. */
export function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The value when it is a text, else the other text. */
export function asText(value: unknown, otherwise = ''): string {
	return typeof value === 'string' ? value : otherwise;
}
