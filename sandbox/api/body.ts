import { toUSVString } from 'node:util';
import { BadInput, checkDepth, isFields, read, text as anyText } from '../parse';
import type { Fields } from '../parse';

/** What an API call asks for (specification, section 4, transport). */
export interface ApiRequest {
	readonly query: string;
	readonly operationName: string | null;
	readonly variables: Fields | null;
}

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
	if (!isFields(body)) throw new BadInput('the body must be a JSON object');
	checkDepth(body, 'the body');
	const { query, operationName = null, variables = null } = body;
	if (variables !== null && !isFields(variables)) throw new BadInput('variables must be an object');
	return {
		query: toUSVString(read(anyText, query, 'query')),
		operationName: operationName === null ? null : toUSVString(read(anyText, operationName, 'operationName')),
		variables: variables === null ? null : wellFormedFields(variables),
	};
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function wellFormedFields(fields: Fields): Fields {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toUSVString(name), wellFormed(value)]));
}

function wellFormed(value: unknown): unknown {
	if (typeof value === 'string') return toUSVString(value);
	if (Array.isArray(value)) return value.map(wellFormed);
	return isFields(value) ? wellFormedFields(value) : value;
}
