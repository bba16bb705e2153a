import { toUSVString } from 'node:util';
import { BadInput, isFields } from '../parse';
import type { Fields } from '../parse';

/** What an API call asks for (specification, section 4, transport). */
export interface ApiRequest {
	readonly query: string;
	readonly operationName: string | null;
	readonly variables: Fields | null;
}

/** How deep the variables may be nested: no input of the API needs more than five levels. */
const MAX_DEPTH = 100;

/**
 * Reads the body of an API call. Fields that the API does not know are ignored, and a half of a surrogate pair becomes
 * the replacement character, as in bytes that are no UTF-8: no text that is kept holds one.
 * @returns what is asked for, or what is wrong with the body
 */
export function readBody(text: string): ApiRequest | BadInput {
	try {
		return parseBody(text);
	} catch (cause) {
		if (cause instanceof BadInput) return cause;
		throw cause;
	}
}

function parseBody(text: string): ApiRequest {
	const body = readJson(text);
	if (!isFields(body)) throw new BadInput('The body must be a JSON object with the field "query".');
	const { query, operationName = null, variables = null } = body;
	if (typeof query !== 'string') throw new BadInput('"query" must be a text.');
	if (operationName !== null && typeof operationName !== 'string')
		throw new BadInput('"operationName" must be a text.');
	if (variables !== null && !isFields(variables)) throw new BadInput('"variables" must be an object.');
	return {
		query: toUSVString(query),
		operationName: operationName === null ? null : toUSVString(operationName),
		variables: variables === null ? null : wellFormedFields(variables, MAX_DEPTH),
	};
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function wellFormedFields(fields: Fields, levelsLeft: number): Fields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [toUSVString(name), wellFormed(value, levelsLeft)]),
	);
}

function wellFormed(value: unknown, levelsLeft: number): unknown {
	if (typeof value === 'string') return toUSVString(value);
	if (typeof value !== 'object' || value === null) return value;
	if (levelsLeft === 0) throw new BadInput('"variables" are nested too deeply.');
	if (Array.isArray(value)) return value.map((item) => wellFormed(item, levelsLeft - 1));
	return isFields(value) ? wellFormedFields(value, levelsLeft - 1) : value;
}
