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

/** One definition of a document, and its words and signs. */
interface Definition {
	readonly type: DocumentOperation['type'] | 'fragment';
	readonly name: string | null;
	readonly tokens: readonly string[];
}

/**
 * The operations of a document, or null where it cannot be read for sure: then it may hold anything. Fields, aliases, arguments and
 * texts with the name of a type of operation are none, because only what stands outside of all brackets begins one.
 */
export function operationsOf(document: string): DocumentOperation[] | null {
	const tokens = tokensOf(document);
	const definitions = tokens === null ? null : definitionsIn(tokens);
	if (definitions === null) return null;
	return definitions.flatMap(({ type, name }) => (type === 'fragment' ? [] : [{ type, name }]));
}

/**
 * The words and signs of one operation and of the fragments that it spreads; those of the whole document where it cannot be read for sure,
 * and null where it has a part that is not GraphQL.
 *
 * @param operationName null for the one that has no name
 */
export function tokensOfOperation(document: string, operationName: string | null): readonly string[] | null {
	const tokens = tokensOf(document);
	const definitions = tokens === null ? null : definitionsIn(tokens);
	if (definitions === null) return tokens;
	const fragments = new Map(definitions.filter(({ type }) => type === 'fragment').map((each) => [each.name, each]));
	const reached = new Set(definitions.filter(({ type, name }) => type !== 'fragment' && name === operationName));
	for (const { tokens: its } of reached) {
		its.forEach((token, at) => {
			const fragment = its[at - 1] === '...' ? fragments.get(token) : undefined;
			if (fragment !== undefined) reached.add(fragment);
		});
	}
	return [...reached].flatMap((definition) => definition.tokens);
}

function definitionsIn(tokens: readonly string[]): Definition[] | null {
	const definitions: Definition[] = [];
	let at = 0;
	while (at < tokens.length) {
		const first = tokens[at] ?? '';
		const type = first === '{' ? 'query' : first === 'fragment' ? 'fragment' : TYPES.get(first);
		const end = type === undefined ? null : endOfDefinition(tokens, at);
		if (type === undefined || end === null) return null;
		definitions.push({ type, name: first === '{' ? null : nameAt(tokens, at + 1), tokens: tokens.slice(at, end) });
		at = end;
	}
	return definitions;
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
