import type { GraphQlRequest, RequestInfo } from '../../transport/request';
import { endOfGroup, tokensOf } from '../../utils/graphqlTokens';
import type { JsonObject } from '../../utils/json';

/** A document of this package in its parts, so that several can be asked for in one. */
export interface Probe {
	readonly document: string;
	readonly type: 'query' | 'mutation';
	/** The field of the document. */
	readonly field: string;
	/** The words and signs within the brackets of the operation: what variables there are. */
	readonly declarations: readonly string[];
	/** The words and signs of the field after its name: arguments and selection set. */
	readonly rest: readonly string[];
	readonly variables: JsonObject;
}

/**
 * The parts of a request's document, or null where it has none, or another form than one named
 * operation with one field.
 */
export function probeOf(request: RequestInfo | GraphQlRequest<unknown>): Probe | null {
	if (!('document' in request)) return null;
	const { document, checkVariables: variables = {} } = request;
	const tokens = tokensOf(document) ?? [];
	const [type, , next] = tokens;
	if (type !== 'query' && type !== 'mutation') return null;
	const selectionAt = next === '(' ? endOfGroup(tokens, 2) : 2;
	if (selectionAt === null || tokens[selectionAt] !== '{' || endOfGroup(tokens, selectionAt) !== tokens.length)
		return null;
	const declarations = next === '(' ? tokens.slice(3, selectionAt - 1) : [];
	const [field = '', ...rest] = tokens.slice(selectionAt + 1, -1);
	return endOfField(rest) === rest.length ? { document, type, field, declarations, rest, variables } : null;
}

/** The place after the arguments and the selection set of one field. */
function endOfField(rest: readonly string[]): number | null {
	const afterArguments = rest[0] === '(' ? endOfGroup(rest, 0) : 0;
	if (afterArguments === null) return null;
	return rest[afterArguments] === '{' ? endOfGroup(rest, afterArguments) : afterArguments;
}
