/** The package as a whole: what it declares, and what n8n's own loader makes of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { UPLOAD_MEDIA_FROM_URL } from '../../nodes/SocialPostScheduling/resources/media/uploadFromUrl';
import { GET_PROFILE } from '../../nodes/SocialPostScheduling/resources/profile/get';
import { SCHEDULE_TWEET, SCHEDULE_TWEET_WITHOUT_POST } from '../../nodes/SocialPostScheduling/resources/tweet/schedule';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { COMPLETE_MEDIA_UPLOAD } from '../../nodes/SocialPostScheduling/upload/complete';
import { START_MEDIA_UPLOAD } from '../../nodes/SocialPostScheduling/upload/session';
import { SocialPostSchedulingApi } from '../../credentials/SocialPostSchedulingApi.credentials';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const isOption = (option: object): option is INodePropertyOptions => 'value' in option;

const operations = new SocialPostScheduling().description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap((property: INodeProperties) =>
		(property.options ?? []).filter(isOption).map((option) => ({
			resource: JSON.stringify(property.displayOptions?.show?.resource?.[0]).replaceAll('"', ''),
			option,
		})),
	);

test('the operations are those of the contract, and the one to go on with an upload', () => {
	expect(operations.map(({ resource, option }) => `${resource}.${String(option.value)}`)).toEqual([
		'profile.get',
		'media.completeUpload',
		'media.uploadBinary',
		'media.uploadFromUrl',
		'tweet.schedule',
	]);
});

describe.each(operations)('$resource $option.value', ({ resource, option }) => {
	test('has a program, an action and a description', () => {
		expect(option.routing?.send?.paginate).toBe(true);
		expect(option.routing?.operations?.pagination).toBeInstanceOf(Function);
		expect(option.action).toMatch(/^[A-Z][a-z]/);
		expect(option.description).toBeTruthy();
	});

	test('has a row in the README', () => {
		const row = `| ${resource[0]?.toUpperCase()}${resource.slice(1)} | ${option.name} |`;
		expect(read('README.md')).toContain(row);
	});
});

describe('every document that can be sent is valid against the service', () => {
	const schema = buildSchema(read('sandbox/schema.graphql'));
	const { request } = new SocialPostSchedulingApi().test;
	const credentialTest = (request.body as { query: string }).query;
	test.each(
		Object.entries({
			GET_PROFILE,
			UPLOAD_MEDIA_FROM_URL,
			START_MEDIA_UPLOAD,
			COMPLETE_MEDIA_UPLOAD,
			SCHEDULE_TWEET,
			SCHEDULE_TWEET_WITHOUT_POST,
			credentialTest,
		}),
	)('%s', (_, document) => {
		expect(validate(schema, parse(document))).toEqual([]);
	});

	test('and there are no other documents in the source', () => {
		const sources = ['nodes', 'credentials'].flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
				.filter((path) => path.endsWith('.ts'))
				.map((path) => read(join(folder, path))),
		);
		const found = sources.flatMap((source) => source.match(/['`](query|mutation) \w+/g) ?? []);
		expect(found).toHaveLength(7);
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
		categories: ['Marketing', 'Communication'],
		alias: expect.arrayContaining(['tweet', 'thread']),
	});
	expect(description.usableAsTool).toBe(true);
	expect(Object.keys(loader.credentialTypes)).toEqual(['socialPostSchedulingApi']);
});
