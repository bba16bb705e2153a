import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../transport/failure';
import { isJsonObject, type JsonValue } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';

type DataPathNotFound = Extract<Failure, { kind: 'dataPathNotFound' }>;

/** How many names are told of what is there. */
const MAX_NAMES = 20;

/**
 * The value at a path in the data of a response, such as `media.objects`. The place of an entry in a list is a number from 0.
 *
 * @param path empty for the data themselves
 */
export function valueAt(data: JsonValue, path: string): Result<JsonValue, DataPathNotFound> {
	let value = data;
	const names = path === '' ? [] : path.split('.');
	for (const [index, name] of names.entries()) {
		const inner = entriesOf(value).find(([of]) => of === name.trim());
		if (inner === undefined) {
			const place = names.slice(0, index).join('.');
			const holds = `${place === '' ? 'The data' : `"${place}"`} ${contentOf(value)}.`;
			return err({ kind: 'dataPathNotFound', path, holds });
		}
		[, value] = inner;
	}
	return ok(value);
}

/** The items of a value: one for each entry of a list, else one. What is no object stands in `value`. */
export const itemsOf = (value: JsonValue): IDataObject[] =>
	Array.isArray(value) ? value.map(toItem) : [toItem(value)];

const toItem = (value: JsonValue): IDataObject => (isJsonObject(value) ? value : { value });

const entriesOf = (value: JsonValue): Array<[string, JsonValue]> =>
	typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** What is there, as the end of a sentence. */
function contentOf(value: JsonValue): string {
	if (value === null) return 'is null';
	if (Array.isArray(value)) return value.length === 1 ? 'is a list of 1 entry' : `is a list of ${value.length} entries`;
	const names = entriesOf(value).map(([name]) => name);
	if (!isJsonObject(value)) return `is a ${typeof value}`;
	if (names.length === 0) return 'is empty';
	return `has the ${names.length === 1 ? 'field' : 'fields'}: ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ' and more' : ''}`;
}
