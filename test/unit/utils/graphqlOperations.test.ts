/** What a document does is compared with what graphql-js reads in it: a mutation must never be taken for a query. */
import fc from 'fast-check';
import { Kind, Lexer, parse, Source, TokenKind } from 'graphql';
import { operationsOf, tokensOfOperation } from '../../../nodes/SocialPostScheduling/utils/graphqlOperations';
import { tokensOf } from '../../../nodes/SocialPostScheduling/utils/graphqlTokens';

/** The operations that graphql-js reads, or null where it refuses the document. */
function operationsByGraphQl(document: string) {
	try {
		return parse(document).definitions.flatMap((definition) =>
			definition.kind === Kind.OPERATION_DEFINITION
				? [{ type: String(definition.operation), name: definition.name?.value ?? null }]
				: [],
		);
	} catch {
		return null;
	}
}

const QUERY = [{ type: 'query', name: null }];

test.each([
	['an anonymous query', '{ profile { id } }', QUERY],
	['a query', 'query { profile { id } }', QUERY],
	['a mutation', 'mutation { deletePost(id: 1) { success } }', [{ type: 'mutation', name: null }]],
	['a mutation with a name', 'mutation Query { a }', [{ type: 'mutation', name: 'Query' }]],
	['a query that is called mutation', 'query mutation { a }', [{ type: 'query', name: 'mutation' }]],
	['a subscription', 'subscription S { a }', [{ type: 'subscription', name: 'S' }]],
	['a byte order mark', '\ufeffmutation { a }', [{ type: 'mutation', name: null }]],
	['a comment', '# mutation { a }\nquery { a }', QUERY],
	['a comment that ends with a carriage return', '# query { a }\rmutation { a }', [{ type: 'mutation', name: null }]],
	['a comment in a document without lines', 'mutation # query\n{ a }', [{ type: 'mutation', name: null }]],
	['a text', '{ a(b: "mutation { c }") }', QUERY],
	['a text with escapes', '{ a(b: "\\"} mutation { c") }', QUERY],
	['an empty text', '{ a(b: "", c: "") }', QUERY],
	['a block text', '{ a(b: """ "} mutation { c \\""" } """) }', QUERY],
	['an empty block text', '{ a(b: """""") }', QUERY],
	['fields, aliases and arguments of that name', '{ mutation query: subscription(mutation: 1) { mutation } }', QUERY],
	['a fragment', 'fragment mutation on Query { a } { ...mutation }', QUERY],
	[
		'variables with objects in braces',
		'mutation M($a: In = {b: [{c: 1}]}, $d: [Int!]! = [1]) @e(f: {g: 1}) { a }',
		[{ type: 'mutation', name: 'M' }],
	],
	[
		'several operations',
		'query A { a } mutation B { b } { c }',
		[
			{ type: 'query', name: 'A' },
			{ type: 'mutation', name: 'B' },
			{ type: 'query', name: null },
		],
	],
	['no operation', 'fragment F on T { a }', []],
	['nothing but a comment', '# nothing', []],
])('reads %s', (_, document, operations) => {
	expect(operationsOf(document)).toEqual(operations);
	if (operations.length > 0) expect(operationsByGraphQl(document)).toEqual(operations);
});

test.each([
	'query A mutation B { a }',
	'query { a } }',
	'query { a ',
	'{ a(b: "no end) }',
	'{ a(b: """no end) }',
	'{ a(b: ]) }',
	'Mutation { a }',
	'query A B { a }',
	'type Query { a: Int }',
	'extend type Query { a: Int }',
	'"a description" query { a }',
	'fragment F { a }',
	'query { a } ; mutation { b }',
	'query',
	'query @ { a }',
	'query () mutation { a }',
	'query $a { b }',
])('is not sure of %s', (document) => {
	expect(operationsOf(document)).toBeNull();
});

test.each([
	['the operation alone', 'mutation A { a } mutation B { b }', 'A', 'mutation A { a }'],
	['the only one', '{ a }', null, '{ a }'],
	[
		'the fragments that it spreads, also those that stand before it or in another fragment',
		'fragment G on T { g } mutation A { ...F } fragment F on T { ... on T { ...G } } mutation B { ...H } fragment H on T { h }',
		'A',
		'mutation A { ...F } fragment F on T { ... on T { ...G } } fragment G on T { g }',
	],
	[
		'fragments in a circle',
		'fragment F on T { ...F } mutation { ...F }',
		null,
		'mutation { ...F } fragment F on T { ...F }',
	],
	['all of a document that cannot be read', 'mutation A { a } mutation B', 'A', 'mutation A { a } mutation B'],
])('gives the words of %s', (_, document, operationName, expected) => {
	expect(tokensOfOperation(document, operationName)).toEqual(tokensOf(expected));
});

/** Parts of documents in any order: most of them make no document. */
const PARTS = [
	'query',
	'mutation',
	'subscription',
	'fragment',
	'on',
	'Name',
	'{',
	'}',
	'(',
	')',
	'[',
	']',
	'@',
	'$',
	':',
	'...',
	'"',
	'"""',
	'\\',
	'#',
	'\n',
	'\r',
	'\ufeff',
	'{ a }',
	'"mutation"',
	'"""mutation"""',
	'1',
	'-',
	',',
	'\u2028',
];
const documents = fc.array(fc.constantFrom(...PARTS), { maxLength: 14 }).map((parts) => parts.join(' '));

test('whatever graphql-js reads as a document is read alike, or not at all', () => {
	fc.assert(
		fc.property(documents, (document) => {
			const expected = operationsByGraphQl(document);
			const found = operationsOf(document);
			if (expected !== null && found !== null) expect(found).toEqual(expected);
		}),
		{ numRuns: 20_000 },
	);
});

const definitions = fc.constantFrom(
	'{ a }',
	'query { mutation }',
	'query A($v: In = {b: "}"}) @c(d: [1, {e: 2}]) { a(f: """ mutation " """) }',
	'mutation { query { a } }',
	'mutation M($v: [In!]!) { a(v: $v) { success } }',
	'subscription S { a }',
	'fragment F on T @c { ... on U { mutation } ...G }',
	'# mutation\n',
);

test('all that is a document is read', () => {
	fc.assert(
		fc.property(
			fc.array(definitions, { minLength: 1 }),
			fc.constantFrom('', ' ', '\n', ',', '\ufeff'),
			(parts, gap) => {
				const document = parts.join(gap);
				expect(operationsOf(document)).toEqual(operationsByGraphQl(document) ?? []);
			},
		),
	);
});

test('tokens are those of graphql-js', () => {
	const document = 'query A($v: In = {b: -1.5e3}) { a: b(c: "x\\"y", d: """ """, e: $v, f: @g, h: !&|=) ...F } # end';
	const lexer = new Lexer(new Source(document));
	const expected: string[] = [];
	for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
		if (token.kind !== TokenKind.COMMENT) expected.push(document.slice(token.start, token.end));
	}
	expect(tokensOf(document)).toEqual(expected);
});

test.each([
	['plain', '"', 'x'],
	['with signs before signs', '"', '\\n'],
	['of lines', '"""', 'x\n'],
	['with quotes', '"""', 'x"x'],
	['with its own end', '"""', '\\"""'],
])('a text of 12 million characters, %s, is one token', (_, quotes, part) => {
	const text = `${quotes}${part.repeat(12_000_000 / part.length)}${quotes}`;
	// Compared here: Jest would print both.
	expect(tokensOf(`{ a(b: ${text}) }`)?.[5] === text).toBe(true);
	expect(tokensOf(`{ a(b: ${text.slice(0, -1)}`)).toBeNull();
});

test.each([
	['blanks', ' ', ['{', 'a', '}']],
	['commas and lines', ',\n', ['{', 'a', '}']],
	['a comment', '#', ['{']],
	['a name', 'a', null],
	['a number', '1', null],
])('12 million characters of %s do not overflow the stack', (_, part, tokens) => {
	const long = part.repeat(12_000_000 / part.length);
	expect(tokensOf(`{ ${long} a }`)).toEqual(tokens);
});
