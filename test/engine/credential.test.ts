import { testCredential } from '../harness/credentialTest';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';

const service = useService();
const withKey = (apiKey: string) => ({ ...service().credential, apiKey });
const red = (message: unknown) => ({ colour: 'red', message });

describe('green with a profile', () => {
	test.each(['', '/', '//', '/gql', '/gql/', '/graphql', '/graphql/', ' '])(
		'for a base URL that ends in "%s"',
		async (end) => {
			const { baseUrl, apiKey } = service().credential;
			expect(await testCredential({ baseUrl: baseUrl + end, apiKey })).toEqual({ colour: 'green' });
		},
	);

	test.each([
		['"Bearer " before it', (key: string) => `Bearer ${key}`],
		['blanks around it', (key: string) => ` ${key}\r\n`],
		['invisible characters', (key: string) => `\u200b${key.slice(0, 9)}\u00ad${key.slice(9)}\ufeff`],
	])('for a key that was pasted with %s', async (_, paste) => {
		expect(await testCredential(withKey(paste(service().credential.apiKey)))).toEqual({ colour: 'green' });
	});
});

describe('red, and it says which it is', () => {
	test('a wrong key', async () => {
		expect(await testCredential(withKey('wrong-key-123'))).toEqual(
			red(expect.stringMatching(/^The API key was not accepted\./)),
		);
	});

	test('no access', async () => {
		expect(await testCredential(withKey(service().sandbox.keys.noAccess))).toEqual(
			red(expect.stringMatching(/^The account has no access to the API/)),
		);
	});

	test('a web page', async () => {
		service().sandbox.control.addFault({
			on: 'profile',
			fault: { kind: 'status', status: 200, body: ' <html><body>Welcome</body></html>'.trim() },
		});
		expect(await testCredential(service().credential)).toEqual(red(expect.stringContaining('is that of a web page')));
	});

	test('an address where there is no API', async () => {
		const { uploadOrigin, baseUrl } = service().sandbox;
		for (const wrong of [`${baseUrl}/elsewhere`, uploadOrigin]) {
			expect(await testCredential({ ...service().credential, baseUrl: wrong })).toEqual(
				red(expect.stringMatching(/^There is no API at this base URL/)),
			);
		}
	});

	test.each([
		[307, 'redirects to another address'],
		[302, 'redirects to another address'],
		[403, 'or a proxy or a firewall refused the request'],
		[407, 'A proxy on the way asks for a sign-in'],
		[429, 'The request limit of the account is used up'],
		[500, 'The service is having trouble (HTTP 500)'],
		[503, 'The service is having trouble (HTTP 503)'],
		[522, 'The service is having trouble (HTTP 522)'],
	])('HTTP %i', async (status, words) => {
		service().sandbox.control.addFault({
			on: 'profile',
			times: 'always',
			fault: { kind: 'status', status, headers: { location: 'https://elsewhere.example/' } },
		});
		expect(await testCredential(service().credential)).toEqual(red(expect.stringContaining(words)));
	});

	test('an empty response', async () => {
		service().sandbox.control.addFault({ on: 'profile', fault: { kind: 'emptyBody' } });
		expect(await testCredential(service().credential)).toEqual(red(expect.stringContaining('is empty')));
	});

	test.each([
		['200 with errors, without data', { errors: [{ message: 'Something broke' }] }],
		['200 with errors, with a null profile', { errors: [{ message: 'Something broke' }], data: { profile: null } }],
		['a profile without an id', { data: { profile: { id: null } } }],
		['an empty object', {}],
		['a list', []],
		['a text', 'text'],
		['null', null],
		['data of another kind', { data: [] }],
	])('%s', async (_, json) => {
		service().sandbox.control.addFault({ on: 'profile', fault: { kind: 'body', json } });
		expect((await testCredential(service().credential)).colour).toBe('red');
	});

	test('nothing answers', async () => {
		await service().sandbox.control.stopListening('api');
		expect((await testCredential(service().credential)).colour).toBe('red');
		await service().sandbox.control.startListening('api');
	});
});

/** What cannot be used as a base URL or as a key, with what both the test and the node say of it. */
const UNUSABLE: ReadonlyArray<readonly [string, { baseUrl?: string; apiKey?: string }, string]> = [
	[
		'plain http beyond private networks',
		{ baseUrl: 'http://api.example.com' },
		'which would send the API key unencrypted',
	],
	['no protocol', { baseUrl: 'api.example.com' }, 'is not a valid URL'],
	['another protocol', { baseUrl: 'ftp://localhost' }, 'is not a valid URL'],
	['an empty base URL', { baseUrl: ' ' }, 'is empty'],
	['a user name in it', { baseUrl: 'https://me:secret@api.example.com' }, 'contains a user name or a password'],
	['an empty key', { apiKey: ' ' }, 'API Key of the credential is empty'],
	['a key that is only "Bearer"', { apiKey: 'Bearer\u200b' }, 'API Key of the credential is empty'],
	['a key in quotation marks', { apiKey: '"sps_live_0123456789"' }, 'has characters that no key has'],
	['a file as a key', { apiKey: `${'-'.repeat(40_000)}k7` }, 'is too long for a key: 40002 characters'],
	['a key with odd characters', { apiKey: 'sps_live_\u00e9t\u00e9' }, 'has characters that no key has'],
];

test.each(UNUSABLE)('%s: the test and the node agree, and the key is not repeated', async (_, wrong, words) => {
	const credential = { ...service().credential, ...wrong };
	const tested = await testCredential(credential);
	const { error, stored } = await runNode({ parameters: { resource: 'profile', operation: 'get' }, credential });
	expect(tested).toEqual(red(expect.stringContaining(words)));
	expect(`${error?.message} ${error?.description}`).toContain(words);
	expect(stored).not.toContain(service().credential.apiKey);
});

test.each(['KEY', 'KEY.local', 'localhost/KEY', 'localhost/KEY/gql'])(
	'a base URL with the key in it, http://%s: nothing is sent, and neither repeats the key',
	async (address) => {
		const { apiKey } = service().credential;
		const credential = { apiKey, baseUrl: `http://${address.replace('KEY', apiKey)}` };
		const tested = await testCredential(credential);
		const { error, stored } = await runNode({ parameters: { resource: 'profile', operation: 'get' }, credential });
		expect(tested).toEqual(red(expect.stringContaining('contains the API key')));
		expect(`${error?.message} ${error?.description}`).toContain('contains the API key');
		expect((stored + JSON.stringify(tested)).toLowerCase()).not.toContain(apiKey.toLowerCase());
	},
);

test('key and base URL swapped: both say so, and neither repeats the key', async () => {
	const { baseUrl, apiKey } = service().credential;
	const swapped = { baseUrl: apiKey, apiKey: baseUrl };
	const tested = await testCredential(swapped);
	const { error, stored } = await runNode({
		parameters: { resource: 'profile', operation: 'get' },
		credential: swapped,
	});
	expect(tested).toEqual(red(expect.stringContaining('the two fields are swapped')));
	expect(error?.description).toContain('the two fields are swapped');
	expect(stored + JSON.stringify(tested)).not.toContain(apiKey);
	const inKey = await testCredential({ baseUrl, apiKey: baseUrl });
	expect(inKey).toEqual(red(expect.stringContaining('API Key and Base URL may be swapped')));
});
