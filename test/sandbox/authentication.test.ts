/** Specification, section 4 (transport, profile) and section 5 (authentication). */
import { apiOf, refused } from './support/api';
import { http } from './support/http';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const PROFILE = JSON.stringify({ query: '{ profile { id } }' });

const post = (headers: Record<string, string>, body = PROFILE) =>
	http(`${sandbox().baseUrl}/gql`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	});

test('profile takes no arguments and returns id, username, email, registeredAt', async () => {
	expect(await apiOf(sandbox()).profile()).toEqual({
		id: '101',
		username: 'paula',
		email: 'paula@example.com',
		registeredAt: '2024-03-01T09:00:00.000Z',
	});
});

test('a key gives access to its owner’s account', async () => {
	expect((await apiOf(sandbox(), sandbox().keys.free).profile()).username).toBe('fred');
});

test('the body holds the query, and optionally operationName and variables', async () => {
	const query = 'query A { profile { id } } query B { profile { username } }';
	const answer = await post(
		{ authorization: `Bearer ${sandbox().keys.paid}` },
		JSON.stringify({ query, operationName: 'B', variables: {} }),
	);
	expect(JSON.parse(answer.body)).toEqual({ data: { profile: { username: 'paula' } } });
});

test('HTTP 401 when the key is missing', async () => {
	const answer = await post({});
	expect(answer.status).toBe(401);
	expect(JSON.parse(answer.body)).toEqual({
		errors: [{ message: 'Authentication credentials were not provided.', code: 'unauthorized' }],
	});
});

test.each([
	['the key is invalid', 'Bearer sps_live_nobody'],
	['the Bearer prefix is missing', '{paid}'],
	['the scheme is another one', 'Basic {paid}'],
	['there are extra spaces', 'Bearer  {paid}'],
	['there are extra characters', 'Bearer {paid} x'],
	['the key is expired', 'Bearer {expired}'],
])('HTTP 401 when %s', async (_, value) => {
	const { paid, expired } = sandbox().keys;
	const answer = await post({ authorization: value.replace('{paid}', paid).replace('{expired}', expired) });
	expect(answer.status).toBe(401);
});

test('HTTP 403 when the account has no access to the API', async () => {
	const { status } = await refused(apiOf(sandbox(), sandbox().keys.noAccess).profile());
	expect(status).toBe(403);
});

test('generating a new key invalidates the old one', async () => {
	const old = sandbox().keys.paid;
	const fresh = sandbox().control.rotateKey('paid');
	expect((await refused(apiOf(sandbox(), old).profile())).status).toBe(401);
	expect((await apiOf(sandbox(), fresh).profile()).username).toBe('paula');
	expect(sandbox().keys.paid).toBe(fresh);
});

test('a key has an optional expiration date', async () => {
	const until = Date.parse('2099-01-01T00:00:00Z');
	const key = sandbox().control.rotateKey('paid', until);
	await apiOf(sandbox(), key).profile();
	sandbox().control.clock.set(until);
	expect((await refused(apiOf(sandbox(), key).profile())).status).toBe(401);
});

test('a refused key is counted in no budget', async () => {
	await post({ authorization: 'Bearer wrong' });
	expect(sandbox().state().requestsCounted).toBe(0);
});

test('the method is POST', async () => {
	const answer = await http(`${sandbox().baseUrl}/gql?query={profile{id}}`);
	expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
});

test('the Content-Type is application/json', async () => {
	const answer = await post({ authorization: `Bearer ${sandbox().keys.paid}`, 'content-type': 'text/plain' });
	expect(answer.status).toBe(415);
});

test('a body beyond the limit is refused', async () => {
	const answer = await post({ authorization: `Bearer ${sandbox().keys.paid}` }, 'x'.repeat(2 * 1024 * 1024 + 1));
	expect(answer.status).toBe(413);
});

test('a wrong path gives 404 and stands in the log', async () => {
	expect((await http(`${sandbox().baseUrl}/graphql`, { method: 'POST', body: PROFILE })).status).toBe(404);
	expect(sandbox().state().log).toMatchObject([{ kind: 'other', path: '/graphql', status: 404 }]);
});
