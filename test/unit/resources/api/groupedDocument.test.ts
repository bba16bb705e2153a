/** Every document of the registry can be taken apart, put together with others, and is valid then, with its variables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, execute, parse, validate } from 'graphql';
import { SERVICE_RESOURCES } from '../../../../nodes/SocialPostScheduling/resources';
import {
	groupDocuments,
	placesNamedIn,
	withoutAliases,
} from '../../../../nodes/SocialPostScheduling/resources/api/groupedDocument';
import { type Probe, probeOf } from '../../../../nodes/SocialPostScheduling/resources/api/probe';
import type { GraphQlRequest } from '../../../../nodes/SocialPostScheduling/transport/request';

const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../../../sandbox/schema.graphql'), 'utf8'));

const REQUESTS = SERVICE_RESOURCES.flatMap(({ operations }) => operations)
	.flatMap(({ requests }) => requests)
	.flatMap((request) => ('document' in request ? [request] : []));

function probe(request: GraphQlRequest<unknown>): Probe {
	const found = probeOf(request);
	if (found === null)
		throw new Error(`Write the document of "${request.name}" as query Name($a: A) { field(a: $a) { id } }.`);
	return found;
}

const PROBES = REQUESTS.map(probe);

/** Declarations such as `$a: A!` without a default. */
const requiredIn = (document: string) =>
	[...document.matchAll(/\$(\w+)\s*:\s*[\w[\]!\s]*!\s*(?=[$,)])/g)].map(([, name]) => name ?? '');

test.each(REQUESTS.map((request) => [request.name, request] as const))(
	'%s: each required variable has a value to check it with',
	(name, { document, checkVariables = {} }) => {
		const missing = requiredIn(document).filter((variable) => !(variable in checkVariables));
		expect(
			missing.map(
				(variable) =>
					`Add "${variable}" to checkVariables of "${name}": a value of which nothing can come, such as a time that has passed.`,
			),
		).toEqual([]);
	},
);

describe.each(['query', 'mutation'] as const)('all documents of the type %s in one', (type) => {
	const probes = PROBES.filter((each) => each.type === type);

	test.each([true, false])('are valid, with their variables (left out: %s)', async (isSkipped) => {
		const { document, variables, operationName } = groupDocuments(probes, isSkipped);
		expect(validate(SCHEMA, parse(document)).map(({ message }) => message)).toEqual([]);
		const executed: string[] = [];
		const fieldResolver = (_: unknown, __: unknown, ___: unknown, { path }: { path: { key: string | number } }) =>
			void executed.push(String(path.key));
		const result = await execute({
			schema: SCHEMA,
			document: parse(document),
			variableValues: variables,
			operationName,
			fieldResolver,
		});
		expect((result.errors ?? []).filter(({ path }) => path === undefined)).toEqual([]);
		if (isSkipped) expect({ ...result.data, executed }).toEqual({ executed: [] });
	});

	test('have lines and names of their own', () => {
		const { document, lines, keys } = groupDocuments(probes, true);
		for (const [line, place] of lines) {
			const text = document.split('\n')[line - 1] ?? '';
			expect(new Set(placesNamedIn(text))).toEqual(new Set([place]));
		}
		expect(new Set(lines.values()).size).toBe(probes.length);
		expect(new Set(keys).size).toBe(probes.length);
	});
});

test('a document without variables has no brackets for them', () => {
	const [first] = PROBES.filter(({ declarations }) => declarations.length === 0);
	if (first === undefined) throw new Error('There is none');
	const { document, lines } = groupDocuments([first], true);
	expect(document).toBe(`query Check {\ncheck0: ${first.field} @skip(if: true) ${first.rest.join(' ')}\n}`);
	expect([...lines]).toEqual([[2, 0]]);
});

test.each([
	'{ a }',
	'query { a }',
	'query A { a b }',
	'query A { a: b { c } }',
	'query A { a } query B { b }',
	'fragment F on T { a }',
	'query A { a',
	'subscription A { a }',
	'',
])('%j has another form', (document) => {
	expect(
		probeOf({ name: 'a', retryClass: 'safe', failed: '', document, read: () => ({ ok: true, value: 1 }) }),
	).toBeNull();
});

test('aliases are taken out of the words of the service', () => {
	const said = 'Variable "$check0_input" of "check1" and "check0" (check12, unchecked0)';
	const probes = PROBES.slice(0, 2);
	const [first, second] = probes.map(({ field }) => field);
	expect(withoutAliases(said, probes)).toBe(`Variable "$input" of "${second}" and "${first}" (check12, unchecked0)`);
});
