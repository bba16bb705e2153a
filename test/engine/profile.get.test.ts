import { runNode, type RunOptions } from '../harness/engine';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();

const get = async (more: Partial<RunOptions> = {}) =>
	await runNode({ parameters: { resource: 'profile', operation: 'get' }, credential: service().credential, ...more });

const requests = () => service().sandbox.state().log.length;

test('gives the profile, linked to its input item', async () => {
	const { items, run } = await get();
	expect(run.status).toBe('success');
	expect(items).toEqual([
		{
			json: {
				id: expect.any(String),
				username: expect.any(String),
				email: expect.any(String),
				registeredAt: expect.any(String),
			},
			pairedItem: { item: 0 },
		},
	]);
});

test.each(['/', '/gql', '/gql/', ' '])('the base URL may end in "%s"', async (end) => {
	const { credential } = service();
	const { run } = await get({ credential: { ...credential, baseUrl: credential.baseUrl + end } });
	expect(run.status).toBe('success');
});

test.each([
	['a wrong key', () => 'wrong-key-123456', 'The profile was not read: the API key was not accepted', '401'],
	[
		'an expired key',
		() => service().sandbox.keys.expired,
		'The profile was not read: the API key was not accepted',
		'401',
	],
	[
		'an account without access',
		() => service().sandbox.keys.noAccess,
		'The profile was not read: the account has no access to the API',
		'403',
	],
])('%s has its own text, and is sent once', async (_, key, message, httpCode) => {
	const { credential } = service();
	const { error, stored } = await get({ credential: { ...credential, apiKey: key() } });
	expect(error).toMatchObject({ message, httpCode });
	expect(requests()).toBe(1);
	expect(stored).not.toContain(key());
});

test('an error does not list what other items have read', async () => {
	service().sandbox.control.addFault({ on: 'profile', nth: 2, fault: { kind: 'status', status: 400 } });
	const { error } = await get({ items: [{ json: {} }, { json: {} }] });
	expect(error?.description).toContain('Already read: item 0.');
	expect(error?.context).not.toHaveProperty('done');
});

test('an address that answers with a web page is told from the service', async () => {
	service().sandbox.control.addFault({
		on: 'profile',
		fault: { kind: 'status', status: 200, body: '<html><body>Welcome</body></html>' },
	});
	expect((await get()).error?.message).toBe(
		'The profile was not read: the service returned a web page instead of data',
	);
});

test('a GraphQL error shows the words of the service', async () => {
	service().sandbox.control.addFault({
		on: 'profile',
		fault: { kind: 'body', json: { errors: [{ message: 'The account is locked' }], data: { profile: null } } },
	});
	const { error } = await get();
	expect(error?.description).toContain('The account is locked');
});

test('the request limit is waited for, as long as its headers say', async () => {
	const reset = Math.ceil(Date.now() / 1000) + 20;
	service().sandbox.control.addFault({
		on: 'profile',
		fault: {
			kind: 'status',
			status: 429,
			headers: { 'X-RateLimit-Reset': String(reset) },
			body: { errors: [{ message: 'Rate limit exceeded', code: 'rate_limit_exceeded' }] },
		},
	});
	const { run } = await get();
	expect(run.status).toBe('success');
	expect(requests()).toBe(2);
	expect(waits).toHaveLength(1);
	expect(waits[0]).toBeGreaterThan(15_000);
	expect(waits[0]).toBeLessThanOrEqual(22_000);
});

test('the request limit that does not end is told with what to do', async () => {
	service().sandbox.control.addFault({ on: 'profile', times: 'always', fault: { kind: 'status', status: 429 } });
	const { error } = await get();
	expect(error).toMatchObject({
		message: 'The profile was not read: the request limit of the account is used up',
		httpCode: '429',
	});
});

test('a read is tried again after a gateway fault and a broken connection', async () => {
	service().sandbox.control.addFault({
		on: 'profile',
		nth: 1,
		fault: { kind: 'status', status: 502, body: '<html></html>' },
	});
	service().sandbox.control.addFault({ on: 'profile', nth: 2, fault: { kind: 'reset', when: 'before' } });
	expect((await get()).run.status).toBe('success');
	expect(requests()).toBe(3);
});

test('a redirect is not followed: the key stays with the service', async () => {
	service().sandbox.control.addFault({
		on: 'profile',
		fault: { kind: 'redirect', location: `${service().sandbox.uploadOrigin}/elsewhere` },
	});
	expect((await get()).error?.message).toMatch(/^The profile was not read: the service returned a redirect/);
	expect(
		service()
			.sandbox.state()
			.log.filter(({ origin }) => origin === 'upload'),
	).toEqual([]);
});

test('a service that cannot be reached is told as such', async () => {
	await service().sandbox.control.stopListening('api');
	const { error } = await get();
	await service().sandbox.control.startListening('api');
	expect(error?.message).toBe('The profile was not read: the service cannot be reached');
	expect(error?.description).toContain('ECONNREFUSED');
});

test('a key is not sent over plain http beyond private networks', async () => {
	const { error } = await get({ credential: { baseUrl: 'http://api.example.com', apiKey: 'some-key-123' } });
	expect(error?.message).toContain('Base URL of the credential is an http address on the host api.example.com');
});
