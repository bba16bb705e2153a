import { endOfGroup, tokensOf } from './graphqlTokens';

/** One operation of a GraphQL document. */
export interface DocumentOperation {
	readonly type: 'query' | 'mutation' | 'subscription';
	/** Null where it has none. */
	readonly name: string | null;
}

/** The words that an operation begins with. Anything else that begins like a name is not one of them, whatever case it has. */
const TYPES: ReadonlyMap<string, DocumentOperation['type']> = new Map([
	['query', 'query'],
	['mutation', 'mutation'],
	['subscription', 'subscription'],
]);

const NAME = /^[A-Za-z_]\w*$/;

/**
 * The operations of a document, or null where it cannot be read for sure: then it may hold anything. Fields, aliases, arguments and
 * texts with the name of a type of operation are none, because only what stands outside of all brackets begins one.
 */
export function operationsOf(document: string): DocumentOperation[] | null {
	const tokens = tokensOf(document);
	if (tokens === null) return null;
	const operations: DocumentOperation[] = [];
	let at = 0;
	while (at < tokens.length) {
		const first = tokens[at] ?? '';
		const type = first === '{' ? 'query' : TYPES.get(first);
		if (type === undefined && first !== 'fragment') return null;
		const name = nameAt(tokens, at + 1);
		if (type !== undefined) operations.push({ type, name: first === '{' ? null : name });
		const end = endOfDefinition(tokens, at);
		if (end === null) return null;
		at = end;
	}
	return operations;
}

/**
 * The place after a definition, or null where it is none: its word, its name, `on` and a type for a fragment, then variables and
 * directives, and its selection set at the end.
 */
function endOfDefinition(tokens: readonly string[], at: number): number | null {
	if (tokens[at] === '{') return endOfGroup(tokens, at);
	let place = at + 1;
	if (tokens[at] === 'fragment') {
		if (nameAt(tokens, place) === null || tokens[place + 1] !== 'on') return null;
		place += 2;
	}
	if (nameAt(tokens, place) !== null) place++;
	for (;;) {
		const token = tokens[place];
		const isDirective = token === '@' && nameAt(tokens, place + 1) !== null;
		if (!isDirective && token !== '(' && token !== '{') return null;
		const end = isDirective ? place + 2 : endOfGroup(tokens, place);
		if (end === null || token === '{') return end;
		place = end;
	}
}

function nameAt(tokens: readonly string[], at: number): string | null {
	const token = tokens[at] ?? '';
	return NAME.test(token) ? token : null;
}
