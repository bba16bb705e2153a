import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { buildSchema, graphqlSync } from 'graphql';
import { textField } from '../../nodes/SocialPostScheduling/utils/json';
import { runNode, type RunOptions } from '../harness/engine';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();

const get = async (more: Partial<RunOptions> = {}) =>
	await runNode({ parameters: { resource: 'profile', operation: 'get' }, credential: service().credential, ...more });

const PROFILE_OF_SPECIFICATION = { id: '9', username: 'sam', email: null, registeredAt: '2024-03-01T09:00:00Z' };

/** A service whose profile has the fields of the specification and no others. */
async function serveSpecification() {
	const schema = buildSchema(`
		type Query { profile: UserType }
		type UserType { id: ID! username: String email: String registeredAt: String }
	`);
	const rootValue = { profile: PROFILE_OF_SPECIFICATION };
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const result = graphqlSync({ schema, rootValue, source: textField(body, 'query') ?? '' });
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify(result));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

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
				quotas: {
					remainingMonthlyPosts: 1000,
					allowedMonthlyPosts: 1000,
					allowedMonthlyTweets: 500,
					postsSubmittedThisMonth: 0,
					tweetsSubmittedThisMonth: 0,
				},
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(requests()).toBe(1);
});

describe('quotas that a service does not have', () => {
	const NAMES = [
		'remainingMonthlyPosts',
		'allowedMonthlyPosts',
		'allowedMonthlyTweets',
		'postsSubmittedThisMonth',
		'tweetsSubmittedThisMonth',
	];
	const NONE = Object.fromEntries(NAMES.map((name) => [name, null]));
	const unknown = (name: string, type: string) => ({
		message: `Cannot query field "${name}" on type "${type}".`,
		locations: [{ line: 1, column: 1 }],
	});
	const refuse = (nth: number, ...errors: object[]) =>
		service().sandbox.control.addFault({ on: 'profile', nth, fault: { kind: 'body', json: { errors } } });

	test('all of them: the document of the specification is sent, and its fields are given', async () => {
		const specified = await serveSpecification();
		const { items, error } = await get({ credential: { ...service().credential, baseUrl: specified.baseUrl } });
		await specified.close();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ ...PROFILE_OF_SPECIFICATION, quotas: NONE }]);
	});

	test('some of them: the others are given, also where the service names one at a time', async () => {
		refuse(1, unknown('allowedMonthlyTweets', 'AccountType'));
		refuse(2, unknown('tweetsSubmittedThisMonth', 'AccountType'));
		const { items } = await get();
		expect(items[0]?.json.quotas).toEqual({
			...NONE,
			remainingMonthlyPosts: 1000,
			allowedMonthlyPosts: 1000,
			postsSubmittedThisMonth: 0,
		});
		expect(requests()).toBe(3);
	});

	test('are asked for once in an execution', async () => {
		refuse(1, unknown('remainingMonthlyPosts', 'UserType'), unknown('account', 'UserType'));
		const { items } = await get({ items: [{ json: {} }, { json: {} }, { json: {} }] });
		expect(items.map(({ json }) => json.quotas)).toEqual([NONE, NONE, NONE]);
		expect(requests()).toBe(4);
	});

	test('another field that the service does not know is no reason to leave them out', async () => {
		refuse(1, unknown('registeredAt', 'UserType'), unknown('account', 'UserType'));
		const { error } = await get();
		expect(error?.message).toBe('The profile was not read: the service did not accept the request');
		expect(requests()).toBe(1);
	});

	test('an account that may not be seen: the profile is given, with the words of the service', async () => {
		const profile = {
			id: 7,
			username: 'paula',
			email: null,
			registeredAt: null,
			remainingMonthlyPosts: '3',
			account: null,
		};
		service().sandbox.control.addFault({
			on: 'profile',
			fault: {
				kind: 'body',
				json: { data: { profile }, errors: [{ message: 'Only owners see the plan', path: ['profile', 'account'] }] },
			},
		});
		const { items } = await get();
		expect(items[0]?.json).toMatchObject({
			id: '7',
			quotas: { ...NONE, remainingMonthlyPosts: 3 },
			warnings: ['Only owners see the plan'],
		});
		expect(requests()).toBe(1);
	});
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
