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

/**
 * Reads the form in which n8n hands out executions (the npm package "flatted"): a list in which entry 0 is the whole, and
 * inside objects and lists every text is the place of the real value in that list.
 */
export function unflatten(flat: string): unknown {
	const entries = JSON.parse(flat) as unknown[];
	const built = new Map<number, unknown>();
	const value = (part: unknown): unknown => (typeof part === 'string' ? entryAt(Number(part)) : part);
	const entryAt = (place: number): unknown => {
		if (built.has(place)) return built.get(place);
		const entry = entries[place];
		if (Array.isArray(entry)) {
			const list: unknown[] = [];
			built.set(place, list);
			for (const part of entry as unknown[]) list.push(value(part));
			return list;
		}
		if (!isObject(entry)) return entry;
		const object: JsonObject = {};
		built.set(place, object);
		for (const [name, part] of Object.entries(entry)) object[name] = value(part);
		return object;
	};
	return entryAt(0);
}
