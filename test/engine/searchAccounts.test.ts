/** The list of accounts in the editor, in n8n's own context for lists. */
import type { INodeParameters } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import type { RunOptions } from '../harness/engine';
import { listContext } from '../harness/listSearch';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();

const { listSearch } = new SocialPostScheduling().methods;

async function search(
	filter?: string,
	credential: RunOptions['credential'] = service().credential,
	parameters: INodeParameters = {},
) {
	return (await listSearch.searchAccounts.call(listContext(credential, 'username', parameters), filter)).results;
}

const values = async (filter?: string) => (await search(filter)).map(({ value }) => value);

test('the accounts of X, those that can post first, by one request', async () => {
	expect(await search()).toEqual([
		{ name: '@my_brand, My Brand', value: 'my_brand', url: 'https://twitter.example.com/my_brand' },
		expect.objectContaining({ value: 'my_brand_news' }),
		expect.objectContaining({ value: 'failing_account' }),
		expect.objectContaining({ value: 'half_account' }),
		expect.objectContaining({ value: 'retry_account' }),
		expect.objectContaining({ value: 'slow_account' }),
		expect.objectContaining({ value: 'balloon_club' }),
		expect.objectContaining({ name: '@not_connected, Not Connected (must be connected again)' }),
	]);
	expect(service().sandbox.state().log).toHaveLength(1);
});

test.each([
	['NEWS', ['my_brand_news']],
	['@my_brand_n', ['my_brand_news']],
	['failing acc', ['failing_account']],
	['nobody', []],
])('what is typed looks in handle and name: %s', async (filter, expected) => {
	expect(await values(filter)).toEqual(expected);
});

test('a password of a proxy with signs that are no UTF-8 is refused in words', async () => {
	const proxy = 'http://user:p%E4ss@127.0.0.1:9';
	await expect(search('', undefined, { requestOptions: { proxy } })).rejects.toThrow(
		'Proxy has a user name or a password with percent signs',
	);
});

test('an account without a handle does not hide the others, and cannot be chosen', async () => {
	const account = { name: 'No Handle', platform: 'TWITTER' };
	const json = {
		data: {
			socialAccounts: [
				{ ...account, id: 1, username: null },
				{ ...account, id: 2, username: '' },
				{ ...account, id: 3, username: 'a' },
			],
		},
	};
	service().sandbox.control.addFault({ on: 'socialAccounts', fault: { kind: 'body', json } });
	expect(await values()).toEqual(['a']);
});

describe('says what is wrong in place of an empty list', () => {
	test.each([
		['a wrong key', () => ({ apiKey: 'wrong-key-123456' }), 'the API key was not accepted'],
		['no access', () => ({ apiKey: service().sandbox.keys.noAccess }), 'the account has no access to the API'],
		['an address that is none', () => ({ baseUrl: 'not an address' }), 'Base URL of the credential'],
		['nobody there', () => ({ baseUrl: 'http://127.0.0.1:9' }), 'the service cannot be reached'],
	])('%s', async (_, wrong, message) => {
		await expect(search('', { ...service().credential, ...wrong() })).rejects.toThrow(message);
	});

	test.each([
		['the limit', { kind: 'status', status: 429 }, 'the request limit of the account is used up'],
		['a web page', { kind: 'status', status: 200, body: '<html></html>' }, 'the service returned a web page'],
		[
			'a service without this query',
			{ kind: 'body', json: { errors: [{ message: 'Cannot query field "socialAccounts" on type "Query".' }] } },
			'the service does not offer this',
		],
	] as const)('%s', async (_, fault, message) => {
		service().sandbox.control.addFault({ on: 'socialAccounts', times: 'always', fault });
		await expect(search()).rejects.toThrow(`The accounts were not read: ${message}`);
		expect(service().sandbox.state().log).toHaveLength(1);
		expect(waits).toEqual([]);
	});

	test('without the key in any of it', async () => {
		const { apiKey } = service().credential;
		service().sandbox.control.addFault({
			on: 'socialAccounts',
			fault: { kind: 'body', json: { errors: [{ message: `Bearer ${apiKey} is blocked` }] } },
		});
		const error: unknown = await search().catch((thrown: unknown) => thrown);
		expect(JSON.stringify(error)).not.toContain(apiKey);
		expect(error).toMatchObject({ description: expect.stringContaining('is blocked') });
	});
});

test.each(['proxy.example.com', 'not an address', 'http://'])(
	'the proxy "%s" is refused, and nothing is sent past it',
	async (proxy) => {
		await expect(search('', undefined, { requestOptions: { proxy } })).rejects.toThrow('Proxy is not an address');
		expect(service().sandbox.state().log).toEqual([]);
	},
);

test('a proxy without a port is asked at the port of its protocol', async () => {
	await expect(search('', undefined, { requestOptions: { proxy: 'http://127.0.0.1' } })).rejects.toThrow(
		'The accounts were not read: the service cannot be reached',
	);
	expect(service().sandbox.state().log).toEqual([]);
});

test('an answer that stays away does not keep a person waiting longer than the time limit of the node', async () => {
	service().sandbox.control.addFault({
		on: 'socialAccounts',
		times: 'always',
		fault: { kind: 'hang', when: 'before' },
	});
	await expect(search('', undefined, { requestOptions: { timeout: 300 } })).rejects.toThrow('the request timed out');
});
