/** The package as a whole: what it declares, and what n8n's own loader makes of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/SocialPostScheduling/resources';
import { propertiesOf } from '../../nodes/SocialPostScheduling/resources/definition';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { SocialPostSchedulingApi } from '../../credentials/SocialPostSchedulingApi.credentials';
import { CALL_KINDS } from '../../sandbox/calls';
import { isStep } from '../faults/steps';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const OPERATIONS = RESOURCES.flatMap((resource) =>
	resource.operations.map((operation) => ({ resource, operation, name: `${resource.value}.${operation.value}` })),
);

/** What the panel shows under a name. */
const shown = (name: string): INodeProperties[] =>
	new SocialPostScheduling().description.properties.filter((property) => property.name === name);
const valuesOf = ({ options = [] }: INodeProperties): unknown[] =>
	options.map((option) => ('value' in option ? option.value : undefined));

test('the operations are those of the contract, the one to go on with an upload, and the list of post tags', () => {
	const contract = [
		'analytics.getPostMetrics',
		'api.check',
		'api.execute',
		'media.completeUpload',
		'media.getMany',
		'media.uploadBinary',
		'media.uploadFromUrl',
		'mediaLabel.getMany',
		'post.delete',
		'post.get',
		'post.getMany',
		'post.publishNow',
		'post.reschedule',
		'postTag.getMany',
		'profile.get',
		'socialAccount.getMany',
		'socialAccount.getNextSlots',
		'tweet.schedule',
	];
	const names = OPERATIONS.map(({ name }) => name);
	expect([
		...names
			.filter((name) => !contract.includes(name))
			.map((name) => `Add "${name}" to the list of the contract in test/engine/package.test.ts.`),
		...contract
			.filter((name) => !names.includes(name))
			.map((name) => `Add "${name}" to the index of its resource: it is in the contract.`),
	]).toEqual([]);
});

test('a field keeps the display options of its own beside those of its resource and operation', () => {
	const [resource] = RESOURCES;
	const [operation] = resource?.operations ?? [];
	if (resource === undefined || operation === undefined) throw new Error('There is no operation');
	const limit = {
		displayName: 'Limit',
		name: 'limit',
		type: 'number' as const,
		default: 50,
		displayOptions: { show: { returnAll: [false] }, hide: { simple: [true] } },
	};
	const [, shownField] = propertiesOf({ ...resource, operations: [{ ...operation, fields: [limit] }] });
	expect(shownField?.displayOptions).toEqual({
		show: { resource: [resource.value], operation: [operation.value], returnAll: [false] },
		hide: { simple: [true] },
	});
});

test('the panel shows all of them, and begins with one of them', () => {
	const [resources] = shown('resource');
	expect(resources && valuesOf(resources)).toEqual(RESOURCES.map(({ value }) => value));
	expect(RESOURCES.map(({ value }) => value)).toContain(resources?.default);
	expect(shown('operation').map(valuesOf)).toEqual(
		RESOURCES.map(({ operations }) => operations.map(({ value }) => value)),
	);
	for (const operation of shown('operation')) expect(valuesOf(operation)).toContain(operation.default);
});

/** What is still to be done for an operation, in sentences for who adds one. */
describe.each(OPERATIONS)('$name has all that an operation needs', ({ resource, operation, name }) => {
	test('in the README', () => {
		const row = `| ${resource.name} | ${operation.name} |`;
		const isThere = read('README.md').includes(row);
		expect(isThere ? [] : [`Add a row that begins with "${row}" to the table of operations in README.md.`]).toEqual([]);
	});

	test('in the tests', () => {
		const path = `test/engine/${name}.test.ts`;
		// What says the same, such as one request for each platform, is one column.
		const columns = new Set(operation.requests.filter(({ name: step }) => isStep(step)).map(({ failed }) => failed));
		const withoutRecord = operation.requests.filter(({ failed }) => !columns.has(failed));
		expect([
			...(existsSync(join(ROOT, path)) ? [] : [`Write ${path}: the operation on n8n's engine, against the sandbox.`]),
			...withoutRecord.map((request) => `Add a record "${request.name}" to test/faults/steps.ts.`),
		]).toEqual([]);
	});

	test('in the documentation', () => {
		const isThere = read('docs/operations.md').includes(operation.name);
		expect(isThere ? [] : [`Say in docs/operations.md what ${resource.name}: ${operation.name} does.`]).toEqual([]);
	});

	test('in the sandbox', () => {
		// A request without a document is the PUT of a file, or a document that a person writes.
		const kinds: readonly string[] = CALL_KINDS;
		const unknown = operation.requests.filter((request) => 'document' in request && !kinds.includes(request.name));
		expect(unknown.map((request) => `Add "${request.name}" to CALL_KINDS in sandbox/calls.ts.`)).toEqual([]);
	});

	test('in its words', () => {
		expect(operation.action).toMatch(/^[A-Z][a-z]+ (?!(?:a|an|the) )/);
		expect(operation.description).not.toBe('');
		const withoutDoubt = operation.requests.filter(({ failed }) => !/ not /.test(failed));
		expect(withoutDoubt.map((request) => `Say in "failed" of "${request.name}" what did not happen.`)).toEqual([]);
	});
});

describe('every document that can be sent is valid against the service', () => {
	const schema = buildSchema(read('sandbox/schema.graphql'));
	const { request } = new SocialPostSchedulingApi().test;
	const credentialTest = (request.body as { query: string }).query;
	const sent = OPERATIONS.flatMap(({ operation }) => operation.requests).flatMap((it) =>
		'document' in it ? [it.document] : [],
	);
	const documents = new Set([...sent, credentialTest]);

	test.each([...documents])('%s', (document) => {
		const faults = validate(schema, parse(document)).map(({ message }) => message);
		expect(faults.map((fault) => `${fault} Is it in sandbox/schema.graphql?`)).toEqual([]);
	});

	test('and the source has no other documents: an operation states all of its own', () => {
		const sources = ['nodes', 'credentials'].flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
				.filter((path) => path.endsWith('.ts'))
				.map((path) => read(join(folder, path))),
		);
		const found = sources.flatMap((source) => source.match(/(?<=['`])(?:query|mutation) \w+/g) ?? []);
		const stated = [...documents].map((document) => /\w+ \w+/.exec(document)?.[0]);
		const count = (list: ReadonlyArray<string | undefined>, name: string) => list.filter((it) => it === name).length;
		// One in the source may be made into one for each platform.
		expect(found.filter((name) => count(found, name) > count(stated, name))).toEqual([]);
	});
});

test("n8n's own loader accepts the built package", async () => {
	const loader = new PackageDirectoryLoader(ROOT);
	await loader.loadAll();
	const { description } = loader.getNode('socialPostScheduling').type as INodeType;
	const icons = 'icons/n8n-nodes-social-post-scheduling/dist/icons';
	expect(description.iconUrl).toEqual({
		light: `${icons}/socialPostScheduling.svg`,
		dark: `${icons}/socialPostScheduling.dark.svg`,
	});
	expect(description.codex).toMatchObject({
		categories: ['Marketing & Content', 'Communication'],
		alias: expect.arrayContaining(['tweet', 'thread']),
	});
	expect(description.usableAsTool).toBe(true);
	expect(Object.keys(loader.credentialTypes)).toEqual(['socialPostSchedulingApi']);
});
