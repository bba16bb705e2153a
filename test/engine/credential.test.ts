import { testCredential } from '../harness/credentialTest';
import { useService } from '../harness/service';

const service = useService();
const NO_PROFILE = expect.stringMatching(/^No profile came back\. Check the API key/);
const withKey = (apiKey: string) => ({ ...service().credential, apiKey });

test.each(['', '/', '/gql'])('green with a profile, for a base URL that ends in "%s"', async (end) => {
	const { baseUrl, apiKey } = service().credential;
	expect(await testCredential({ baseUrl: baseUrl + end, apiKey })).toEqual({ colour: 'green' });
});

test('red for a wrong key', async () => {
	expect(await testCredential(withKey('wrong-key-123'))).toEqual({ colour: 'red', message: NO_PROFILE });
	expect(service().sandbox.state().log).toHaveLength(1);
});

test('red for no access', async () => {
	expect(await testCredential(withKey(service().sandbox.keys.noAccess))).toEqual({
		colour: 'red',
		message: NO_PROFILE,
	});
});

test('red for an address that answers with an HTML page', async () => {
	const { uploadOrigin } = service().sandbox;
	service().sandbox.control.addFault({
		on: 'profile',
		fault: { kind: 'status', status: 200, body: '<html><body>Welcome</body></html>' },
	});
	expect(await testCredential(service().credential)).toEqual({ colour: 'red', message: NO_PROFILE });
	expect(await testCredential({ ...service().credential, baseUrl: uploadOrigin })).toEqual({
		colour: 'red',
		message: NO_PROFILE,
	});
});

test.each([
	['without data', { errors: [{ message: 'Something broke' }] }],
	['with a null profile', { errors: [{ message: 'Something broke' }], data: { profile: null } }],
	['with a profile without an id', { errors: [{ message: 'Something broke' }], data: { profile: { id: null } } }],
])('red for a 200 with errors, %s', async (_, json) => {
	service().sandbox.control.addFault({ on: 'profile', fault: { kind: 'body', json } });
	expect(await testCredential(service().credential)).toEqual({ colour: 'red', message: NO_PROFILE });
});

test.each([{}, [], 'text', null, { data: [] }])('red for %j', async (json) => {
	service().sandbox.control.addFault({ on: 'profile', fault: { kind: 'body', json } });
	expect((await testCredential(service().credential)).colour).toBe('red');
});

test('red for plain http beyond private networks: the key is not sent', async () => {
	expect(await testCredential({ baseUrl: 'http://api.example.com', apiKey: 'some-key-123' })).toEqual({
		colour: 'red',
		message: expect.stringMatching(/^The API key is not sent to http:\/\/api\.example\.com/),
	});
});

test('red where nothing answers', async () => {
	await service().sandbox.control.stopListening('api');
	expect((await testCredential(service().credential)).colour).toBe('red');
	await service().sandbox.control.startListening('api');
});
