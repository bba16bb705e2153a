import { tokensOfOperation } from '../../utils/graphqlOperations';
import { tokensOf } from '../../utils/graphqlTokens';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, textField } from '../../utils/json';
import type { Values } from './fields';
import { EXECUTED, MUTATION } from './requests';

/**
 * What a service executes of a document and its variables: the operation that is chosen, with its fragments. It gets the other operations, and
 * variables that this one does not name, as well, and makes nothing of them.
 */
export function asExecuted({
	document,
	variables,
	operationName,
}: Pick<Values, 'document' | 'variables' | 'operationName'>): unknown[] {
	const tokens = tokensOfOperation(document, operationName);
	if (tokens === null) return [document, variables];
	const names = new Set(tokens.filter((_, at) => tokens[at - 1] === '$'));
	const named = Object.entries(variables).filter(([name]) => names.has(name));
	return [tokens, Object.fromEntries(named.map(([name, value]) => [name, withoutError(value)]))];
}

/**
 * A value in which an item as a whole, `{{ { input: $json } }}`, is the same before a mutation and at the error output of it, where n8n adds
 * "error" and "details" to the item. Those of other operations and nodes may be what a person wants to send.
 */
function withoutError(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(withoutError);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(asItem(value)).map(([name, inner]) => [name, withoutError(inner)]));
}

/** How an error of a mutation begins. */
const BEGINNINGS = [MUTATION.failed, MUTATION.doubt.uncertain, EXECUTED];

function asItem(value: JsonObject): JsonObject {
	const { error, details, ...own } = value;
	if (typeof error !== 'string') return value;
	const isOfMutation = textField(details, 'call') === MUTATION.name;
	// An item with a column "details" keeps that.
	const hasColumn = details !== undefined && !isOfMutation && BEGINNINGS.some((words) => error.startsWith(words));
	const item = hasColumn ? { ...own, details } : own;
	// Without an error output, an item has nothing else.
	return (isOfMutation || hasColumn) && Object.keys(own).length > 0 ? item : value;
}

/** Document and variables, however they are laid out. */
export const asRead = ([document, variables]: readonly unknown[]): unknown[] => [
	tokensOf(String(document)) ?? document,
	typeof variables === 'string' ? (parseJson(variables) ?? variables) : variables,
];
