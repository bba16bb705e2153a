import { tokensOfOperation } from '../../utils/graphqlOperations';
import { tokensOf } from '../../utils/graphqlTokens';
import { isJsonObject, type JsonValue, parseJson, textField } from '../../utils/json';
import type { Values } from './fields';
import { MUTATION } from './requests';

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
	const { error, details, ...own } = value;
	const isOfMutation = typeof error === 'string' && textField(details, 'call') === MUTATION.name;
	// Without an error output, an item has nothing else.
	const isWithItem = isOfMutation && Object.keys(own).length > 0;
	return Object.fromEntries(
		Object.entries(isWithItem ? own : value).map(([name, inner]) => [name, withoutError(inner)]),
	);
}

/** Document and variables, however they are laid out. */
export const asRead = ([document, variables]: readonly unknown[]): unknown[] => [
	tokensOf(String(document)) ?? document,
	typeof variables === 'string' ? (parseJson(variables) ?? variables) : variables,
];
