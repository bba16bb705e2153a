/** The test controls, in the same process and over HTTP. */
import { existsSync, readdirSync } from 'node:fs';
import { startSandbox } from '../../sandbox/server';
import { apiOf, inLibrary, IN_THE_FUTURE, refused, started } from './support/api';
import { brokenBy, http, put, TORN_DOWN } from './support/http';
import { useSandbox } from './support/sandbox';
import { until, whileTimePasses } from './support/waiting';

const sandbox = useSandbox();

async function control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
	const answer = await http(`${sandbox().baseUrl}/control${path}`, {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: body === undefined ? '' : JSON.stringify(body),
	});
	return { status: answer.status, json: JSON.parse(answer.body) as unknown };
}

const DONE = { status: 200, json: { ok: true } };

test('GET /control lists the controls', async () => {
	const { json } = await control('GET', '');
	expect(json).toMatchObject({ controls: expect.arrayContaining(['GET /state', 'POST /reset']) as unknown });
});

test('GET /control/state is the snapshot', async () => {
	await inLibrary(apiOf(sandbox()), 'a.png');
	sandbox().control.clock.freeze();
	const { json } = await control('GET', '/state');
	expect(json).toEqual({
		...sandbox().state(),
		openSockets: expect.anything() as unknown,
		clock: expect.anything() as unknown,
	});
	expect(json).toMatchObject({ media: [{ account: 'paid', name: 'a.png' }], requestsCounted: 2, uploadsCounted: 1 });
});

test('POST /control/reset brings everything back to the start', async () => {
	const api = apiOf(sandbox());
	const { url } = await inLibrary(api, 'a.png');
	await api.schedule({});
	sandbox().control.rotateKey('paid');
	sandbox().control.clock.freeze();
	sandbox().control.setPlan('free');
	sandbox().control.setSettings({ completionMsPerMib: 5 });
	sandbox().control.addFault({ on: 'put', fault: { kind: 'hang', when: 'before' } });
	expect(await control('POST', '/reset')).toEqual(DONE);
	expect(sandbox().state()).toMatchObject({
		clock: { frozen: false },
		settings: { completionMsPerMib: 0 },
		accounts: { paid: { plan: 'paid', requestsCounted: 0 } },
		media: [],
		posts: [],
		sessions: [],
		log: [],
		faults: [],
	});
	expect((await http(url)).status).toBe(404);
	await until(() => readdirSync(sandbox().filesFolder).length === 0);
	expect((await inLibrary(api, 'b.png')).id).toBe('1001');
});

test('POST /control/reset ends the calls that are under way: nothing of them is done afterwards', async () => {
	sandbox().control.setSettings({ serviceTimeMs: 1000 });
	sandbox().control.clock.freeze();
	const call = brokenBy(
		http(`${sandbox().baseUrl}/gql`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox().keys.paid}`, 'content-type': 'application/json' },
			body: '{"query":"mutation { startMediaUpload(size: 1, mimeType: \\"image/png\\") { success } }"}',
		}),
	);
	await until(() => sandbox().state().log[0]?.kind === 'startMediaUpload');
	sandbox().control.reset();
	sandbox().control.clock.freeze();
	sandbox().control.clock.advance(1000);
	expect(await call).toMatch(TORN_DOWN);
	expect(sandbox().state()).toMatchObject({ requestsCounted: 0, uploadsCounted: 0, sessions: [], log: [] });
});

test('POST /control/clock sets, skews, moves and stops the service’s clock', async () => {
	await control('POST', '/clock', { frozen: true, set: '2031-01-01T00:00:00Z' });
	expect(sandbox().state().now).toBe('2031-01-01T00:00:00.000Z');
	await control('POST', '/clock', { advanceMs: 90_000 });
	expect(sandbox().state().now).toBe('2031-01-01T00:01:30.000Z');
	await control('POST', '/clock', { frozen: false, skewMs: 300_000 });
	expect(Math.round(sandbox().state().clock.skewMs / 1000)).toBe(300);
	const { headers } = await http(`${sandbox().baseUrl}/`);
	expect(Math.abs(Date.parse(headers.date ?? '') - Date.now() - 300_000)).toBeLessThan(60_000);
});

test('POST /control/plan, /budget and /key change an account', async () => {
	expect(await control('POST', '/plan', { plan: 'free' })).toEqual(DONE);
	expect(await control('POST', '/budget', { budget: 'uploads', left: 1, account: 'free' })).toEqual(DONE);
	expect(sandbox().state().accounts).toMatchObject({
		paid: { plan: 'free' },
		free: { budgets: { uploads: { left: 1, used: 9 } } },
	});
	const { json } = await control('POST', '/key', { account: 'free', expiresAt: IN_THE_FUTURE });
	expect(json).toEqual({ key: sandbox().keys.free });
});

test('POST /control/limit stands in the place of the limit of a plan, until the reset', async () => {
	expect(await control('POST', '/limit', { budget: 'uploads', limit: 700 })).toEqual(DONE);
	expect(await control('POST', '/limit', { budget: 'general', limit: 1, account: 'free' })).toEqual(DONE);
	const { paid, free } = sandbox().state().accounts;
	expect(paid.budgets).toMatchObject({ uploads: { limit: 700, left: 700 }, general: { limit: 300 } });
	expect(await control('POST', '/budget', { budget: 'uploads', left: 600 })).toEqual(DONE);
	expect(sandbox().state().accounts.paid.budgets.uploads).toMatchObject({ left: 600, used: 100 });
	expect(free.budgets).toMatchObject({ uploads: { limit: 10 }, general: { limit: 1, left: 1 } });
	const api = apiOf(sandbox(), sandbox().keys.free);
	await api.profile();
	expect((await refused(api.profile())).status).toBe(429);
	sandbox().control.reset();
	expect(sandbox().state().accounts.paid.budgets.uploads.limit).toBe(100);
});

test('POST /control/settings changes how fast the service works', async () => {
	await control('POST', '/settings', { serviceTimeMs: 300, completionTimeoutAnswer: 'http504' });
	expect(sandbox().state().settings).toMatchObject({ serviceTimeMs: 300, completionTimeoutAnswer: 'http504' });
	sandbox().control.clock.freeze();
	const from = Date.parse(sandbox().state().now);
	await whileTimePasses(sandbox(), apiOf(sandbox()).profile(), 100);
	expect(Date.parse(sandbox().state().now) - from).toBeGreaterThanOrEqual(300);
});

test('POST and DELETE /control/faults take one rule or a list', async () => {
	const rule = { on: 'profile', fault: { kind: 'status', status: 500 } };
	await control('POST', '/faults', rule);
	await control('POST', '/faults', [rule, rule]);
	expect(sandbox().state().faults).toHaveLength(3);
	expect((await refused(apiOf(sandbox()).profile())).status).toBe(500);
	await control('DELETE', '/faults');
	await apiOf(sandbox()).profile();
});

test('of a list with a bad rule none comes into force', async () => {
	const rule = { on: 'profile', fault: { kind: 'status', status: 500 } };
	const { status, json } = await control('POST', '/faults', [rule, { on: 'x' }]);
	expect([status, json]).toEqual([400, { error: expect.stringContaining('rule.on must be one of') as unknown }]);
	expect(sandbox().state().faults).toEqual([]);
});

test('of a bad body of /clock nothing is done', async () => {
	expect((await control('POST', '/clock', { frozen: true, set: 'noon' })).status).toBe(400);
	expect((await control('POST', '/clock', { frozen: true, advanceMs: 'much' })).status).toBe(400);
	expect(sandbox().state().clock.frozen).toBe(false);
});

test('the clock cannot be moved beyond what can be written', async () => {
	await control('POST', '/clock', { frozen: true, set: '9999-12-31T23:59:59Z' });
	const { status, json } = await control('POST', '/clock', { advanceMs: 1000 });
	expect([status, json]).toEqual([400, { error: expect.stringContaining('the year 9999') as unknown }]);
	expect(sandbox().state().now).toBe('9999-12-31T23:59:59.000Z');
});

test.each([
	['/clock', { set: 'noon' }, 'set must be an ISO 8601 time'],
	['/clock', { skew: 5 }, 'unknown field: skew'],
	['/plan', { plan: 'gold' }, 'plan must be one of free, paid'],
	['/budget', { budget: 'uploads', left: -1 }, 'left must be a whole number'],
	['/limit', { budget: 'uploads', limit: 'none' }, 'limit must be a whole number'],
	['/settings', { serviceTimeMs: 'much' }, 'serviceTimeMs must be a whole number'],
	['/posts', { platform: 'TUMBLER', state: 'DRAFT', posts: 1 }, 'platform must be one of REDDIT'],
	['/posts', { platform: 'TWITTER', state: 'LOST', posts: 1 }, 'state must be one of DRAFT'],
	['/posts', { platform: 'TWITTER', state: 'DRAFT', posts: 0 }, 'posts must be a whole number'],
	['/listening', { origin: 'api', listening: false }, 'only "upload" can be stopped'],
	['/key', { account: 'somebody' }, 'account must be one of paid, free, noAccess'],
	['/plan', [], 'body must be an object'],
])('a bad body of %s is refused: %j', async (path, body, message) => {
	const { status, json } = await control('POST', path, body);
	expect([status, json]).toEqual([400, { error: expect.stringContaining(message) as unknown }]);
});

test('the controls take no requests from foreign web pages', async () => {
	expect((await control('POST', '/reset', undefined, { origin: 'http://foreign.example' })).status).toBe(403);
	expect((await control('POST', '/reset', undefined, { origin: sandbox().baseUrl })).status).toBe(200);
});

test('connections are refused while an address does not listen', async () => {
	const { uploadUrl } = await started(apiOf(sandbox()), 1);
	await control('POST', '/listening', { origin: 'upload', listening: false });
	expect(await brokenBy(put(uploadUrl, 'x'))).toBe('ECONNREFUSED');
	await control('POST', '/listening', { origin: 'upload', listening: true });
	expect((await put(uploadUrl, 'x')).status).toBe(200);
	await sandbox().control.stopListening('api');
	expect(await brokenBy(http(`${sandbox().baseUrl}/`))).toBe('ECONNREFUSED');
	await sandbox().control.startListening('api');
	expect((await http(`${sandbox().baseUrl}/`)).status).toBe(200);
});

test('a time that is none is refused', () => {
	expect(() => sandbox().control.clock.set('noon')).toThrow('ISO 8601');
});

test('the log tells what a call carried, and the peaks how many came at once', async () => {
	const api = apiOf(sandbox());
	await Promise.all([api.profile(), api.profile(), api.profile()]);
	await api.client.request('query Named ($page: Int) { media(page: $page) { total } }', { page: 1 });
	expect(sandbox().state().peaks.simultaneousCalls).toBeGreaterThanOrEqual(1);
	expect(sandbox().state().log.at(-1)).toMatchObject({
		origin: 'api',
		kind: 'media',
		method: 'POST',
		path: '/gql',
		authorization: 'bearer',
		operationName: 'Named',
		variables: { page: 1 },
		status: 200,
	});
	expect(JSON.stringify(sandbox().state())).not.toContain(sandbox().keys.paid);
});

describe('a sandbox of its own', () => {
	test('a taken port is refused, or replaced by a free one when that is wanted', async () => {
		const port = Number(new URL(sandbox().baseUrl).port);
		expect(await brokenBy(startSandbox({ port }))).toBe('EADDRINUSE');
		const other = await startSandbox({ port, anyPortIfTaken: true });
		expect(new URL(other.baseUrl).port).not.toBe(String(port));
		await other.close();
	});

	test('options set plan, speed and clock', async () => {
		const now = Date.parse('2040-01-01T00:00:00Z');
		const own = await startSandbox({ plan: 'free', completionMsPerMib: 3, now: () => now });
		expect(own.state()).toMatchObject({
			now: '2040-01-01T00:00:00.000Z',
			accounts: { paid: { plan: 'free' } },
			settings: { completionMsPerMib: 3 },
		});
		await own.close();
	});

	test('close ends every connection and removes every file', async () => {
		const own = await startSandbox();
		const { url } = await inLibrary(apiOf(own), 'a.png');
		expect(own.state().openSockets.api).toBeGreaterThan(0);
		expect(existsSync(own.filesFolder)).toBe(true);
		await own.close();
		expect(existsSync(own.filesFolder)).toBe(false);
		expect(await brokenBy(http(url))).toBe('ECONNREFUSED');
	});
});
