/** The lists in the editor from which several things are chosen, in n8n's own context for lists. */
import { NodeApiError } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { runNode } from '../harness/engine';
import { listContext } from '../harness/listSearch';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();

const { getMediaLabels, getPostTags, getSocialAccounts } = new SocialPostScheduling().methods.loadOptions;

const LISTS = [
	{
		list: 'labels',
		query: 'mediaLabels',
		load: async (credential = service().credential) =>
			await getMediaLabels.call(listContext(credential, 'mediaLabelIds')),
		failed: 'The media labels were not read',
	},
	{
		list: 'accounts',
		query: 'socialAccounts',
		load: async (credential = service().credential) =>
			await getSocialAccounts.call(listContext(credential, 'accounts')),
		failed: 'The accounts were not read',
	},
	{
		list: 'post tags',
		query: 'postTags',
		load: async (credential = service().credential) => await getPostTags.call(listContext(credential, 'postTagIds')),
		failed: 'The post tags were not read',
	},
] as const;

test('the labels by their texts, with their IDs', async () => {
	expect(await LISTS[0].load()).toEqual([
		{ name: 'Launch', value: '12' },
		{ name: 'Video', value: '15' },
		{ name: 'Archive', value: '19' },
	]);
	expect(service().sandbox.state().log).toHaveLength(1);
});

test('a label without a text shows its ID', async () => {
	const json = { data: { mediaLabels: [{ id: 12, text: null, color: null }] } };
	service().sandbox.control.addFault({ on: 'mediaLabels', fault: { kind: 'body', json } });
	expect(await LISTS[0].load()).toEqual([{ name: '12', value: '12' }]);
});

test('the accounts of all platforms, with their state', async () => {
	const accounts = await LISTS[1].load();
	expect(accounts).toContainEqual({ name: '@my_brand, My Brand', value: '501', description: 'X (Twitter)' });
	expect(accounts).toContainEqual({ name: '@my-brand, My Brand Ltd', value: '505', description: 'LinkedIn' });
	expect(accounts).toContainEqual({
		name: '@not_connected, Not Connected (must be connected again)',
		value: '504',
		description: 'X (Twitter)',
	});
	expect(accounts).toContainEqual(expect.objectContaining({ name: '@my_brand_old, My Brand (old) (switched off)' }));
	expect(service().sandbox.state().log).toHaveLength(1);
});

test.each([
	['that is not known here', 'tumblr', { description: 'TUMBLR' }],
	['that the service does not say', null, {}],
])('an account of a platform %s', async (_, platform, more) => {
	const json = { data: { socialAccounts: [{ id: 1, username: 'blog', name: null, platform }] } };
	service().sandbox.control.addFault({ on: 'socialAccounts', fault: { kind: 'body', json } });
	expect(await LISTS[1].load()).toEqual([{ name: '@blog', value: '1', ...more }]);
});

test.each([
	['is known by its name', 'Blog of the club', 'Blog of the club'],
	['and without a name is known by its ID', null, '7'],
])('an account without a handle %s', async (_, name, label) => {
	const json = { data: { socialAccounts: [{ id: 7, username: null, name, platform: null }] } };
	service().sandbox.control.addFault({ on: 'socialAccounts', fault: { kind: 'body', json } });
	expect(await LISTS[1].load()).toEqual([{ name: label, value: '7' }]);
});

describe.each(LISTS)('the list of $list says what is wrong in place of an empty list', ({ query, load, failed }) => {
	test.each([
		['a wrong key', () => ({ apiKey: 'wrong-key-123456' }), 'the API key was not accepted'],
		['no access', () => ({ apiKey: service().sandbox.keys.noAccess }), 'the account has no access to the API'],
		['nobody there', () => ({ baseUrl: 'http://127.0.0.1:9' }), 'the service cannot be reached'],
	])('%s', async (_, wrong, message) => {
		await expect(load({ ...service().credential, ...wrong() })).rejects.toThrow(`${failed}: ${message}`);
	});

	test.each([
		['the limit', { kind: 'status', status: 429 }, 'the request limit of the account is used up'],
		[
			'a service without this query',
			{ kind: 'body', json: { errors: [{ message: `Cannot query field "${query}" on type "Query".` }] } },
			'the service does not offer this',
		],
	] as const)('%s, at once and after one request', async (_, fault, message) => {
		service().sandbox.control.addFault({ on: query, times: 'always', fault });
		await expect(load()).rejects.toThrow(`${failed}: ${message}`);
		expect(service().sandbox.state().log).toHaveLength(1);
		expect(waits).toEqual([]);
	});

	test("by an error of which n8n's editor shows the message, without the key", async () => {
		const { apiKey } = service().credential;
		const json = { errors: [{ message: `Bearer ${apiKey} is blocked` }] };
		service().sandbox.control.addFault({ on: query, fault: { kind: 'body', json } });
		const error: unknown = await load().catch((thrown: unknown) => thrown);
		expect(error).not.toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ message: expect.stringMatching(new RegExp(`^${failed}: .*is blocked`)) });
		expect(JSON.stringify(error)).not.toContain(apiKey);
	});
});

describe('what is chosen, and what was saved before there was a list, is sent', () => {
	test.each([
		['chosen', ['12', '15']],
		['a saved text', '12, 15'],
		['a text by an expression', '=12,15'],
		['an array by an expression', '={{ [12, "15"] }}'],
	])('%s', async (_, labelIds) => {
		await runNode({
			parameters: { resource: 'media', operation: 'getMany', filters: { labelIds } },
			credential: service().credential,
		});
		expect(service().sandbox.state().log[0]?.variables).toMatchObject({ labelIds: ['12', '15'] });
	});
});
