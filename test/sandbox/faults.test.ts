/** Each kind of fault, once at an API call and, where it has a meaning, once at a PUT. */
import type { Fault } from '../../sandbox/server';
import { apiOf, refused, started, uploaded } from './support/api';
import { brokenBy, http, put, TORN_DOWN } from './support/http';
import { useSandbox } from './support/sandbox';
import { until, whileTimePasses } from './support/waiting';

const sandbox = useSandbox();

const BODY = 'content';
const schedule = () =>
	http(`${sandbox().baseUrl}/gql`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox().keys.paid}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			query: `mutation { mine: scheduleTweet(input: {
				username: "somebody", postAt: "2099-01-01T00:00:00Z", thread: [{ text: "Hello", order: 0 }]
			}) { success } }`,
		}),
	});
const posts = () => sandbox().state().posts.length;
const lastStatus = () => sandbox().state().log.at(-1)?.status;
const faultOn = (on: 'scheduleTweet' | 'put' | 'completeMediaUpload', fault: Fault) =>
	sandbox().control.addFault({ on, fault });
const fileArrived = () => sandbox().state().sessions[0]?.sha256 != null;

test.each([
	['an inline fragment', 'mutation { ... on APIMutation { mine: scheduleTweet(input: $input) { success } } }'],
	[
		'a named fragment',
		'mutation { ...F } fragment F on APIMutation { mine: scheduleTweet(input: $input) { success } }',
	],
])('a fault strikes the operation in %s, under the name that the document gives it', async (_, document) => {
	const input = '{ username: "somebody", postAt: "2099-01-01T00:00:00Z", thread: [{ text: "Hello", order: 0 }] }';
	faultOn('scheduleTweet', { kind: 'payload', success: false });
	expect(await apiOf(sandbox()).client.request(document.replace('$input', input))).toEqual({
		mine: { success: false, errors: [], post: null },
	});
	expect(sandbox().state()).toMatchObject({ posts: [], log: [{ kind: 'scheduleTweet' }] });
});

describe('reset: the connection is torn down', () => {
	test.each([
		['before', 0],
		['during', 1],
		['after', 1],
	] as const)('%s an API call', async (when, handled) => {
		faultOn('scheduleTweet', { kind: 'reset', when });
		expect(await brokenBy(schedule())).toMatch(TORN_DOWN);
		expect([posts(), lastStatus()]).toEqual([handled, 'reset']);
		expect((await schedule()).status).toBe(200);
	});

	test('during an API call: the first half of the answer arrives', async () => {
		faultOn('scheduleTweet', { kind: 'reset', when: 'during' });
		await expect(schedule()).rejects.toMatchObject({ code: 'ECONNRESET', received: '{"data":{"mine":{' });
	});

	test.each([
		['before', false],
		['during', false],
		['after', true],
	] as const)('%s a PUT', async (when, arrived) => {
		const { uploadUrl } = await started(apiOf(sandbox()), BODY.length);
		faultOn('put', { kind: 'reset', when });
		expect(await brokenBy(put(uploadUrl, BODY))).toMatch(TORN_DOWN);
		expect([fileArrived(), lastStatus()]).toEqual([arrived, 'reset']);
		expect((await put(uploadUrl, BODY)).status).toBe(arrived ? 412 : 200);
	});

	test('during a PUT after a number of bytes', async () => {
		const body = Buffer.alloc(4 * 1024 * 1024);
		const { uploadUrl } = await started(apiOf(sandbox()), body.length);
		faultOn('put', { kind: 'reset', when: 'during', afterBytes: 1000 });
		expect(await brokenBy(put(uploadUrl, body))).toMatch(TORN_DOWN);
		expect(sandbox().state().log.at(-1)?.receivedBytes).toBeGreaterThanOrEqual(1000);
		expect(sandbox().state().log.at(-1)?.receivedBytes).toBeLessThan(body.length);
	});
});

describe('hang: no answer ever', () => {
	test.each([
		['before', 0],
		['after', 1],
	] as const)('%s an API call', async (when, handled) => {
		faultOn('scheduleTweet', { kind: 'hang', when });
		const hanging = brokenBy(schedule());
		await until(() => lastStatus() === 'hang');
		expect(posts()).toBe(handled);
		await sandbox().control.stopListening('api');
		await sandbox().control.startListening('api');
		expect(await hanging).toMatch(TORN_DOWN);
	});

	test('after a PUT: the file is there', async () => {
		const { uploadUrl } = await started(apiOf(sandbox()), BODY.length);
		faultOn('put', { kind: 'hang', when: 'after' });
		const hanging = brokenBy(put(uploadUrl, BODY));
		await until(() => lastStatus() === 'hang');
		expect(fileArrived()).toBe(true);
		await sandbox().control.stopListening('upload');
		await sandbox().control.startListening('upload');
		expect(await hanging).toMatch(TORN_DOWN);
	});
});

describe('slow: the answer comes late, by the service’s clock', () => {
	beforeEach(() => sandbox().control.clock.freeze());

	test('after the call was handled', async () => {
		faultOn('scheduleTweet', { kind: 'slow', ms: 60_000 });
		const call = schedule();
		await until(() => posts() === 1);
		expect(lastStatus()).toBe('pending');
		expect((await whileTimePasses(sandbox(), call)).status).toBe(200);
	});

	test('before a PUT is handled', async () => {
		const { uploadUrl } = await started(apiOf(sandbox()), BODY.length);
		faultOn('put', { kind: 'slow', ms: 60_000, when: 'before' });
		const from = Date.parse(sandbox().state().now);
		expect((await whileTimePasses(sandbox(), put(uploadUrl, BODY))).status).toBe(200);
		expect(Date.parse(sandbox().state().now) - from).toBeGreaterThanOrEqual(60_000);
	});
});

describe('status: any HTTP status', () => {
	test('429 with headers and a JSON body, without handling the call', async () => {
		faultOn('scheduleTweet', {
			kind: 'status',
			status: 429,
			headers: { 'Retry-After': '7', 'X-RateLimit-Reset': '123' },
			body: { errors: [{ message: 'slow down', code: 'rate_limit_exceeded' }] },
		});
		const { status, headers, body } = await schedule();
		expect([status, headers['retry-after'], headers['x-ratelimit-reset']]).toEqual([429, '7', '123']);
		expect(body).toContain('slow down');
		expect(posts()).toBe(0);
	});

	test('429 without any header of limits', async () => {
		faultOn('scheduleTweet', { kind: 'status', status: 429 });
		const { headers, body } = await schedule();
		expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
		expect(body).toBe('');
	});

	test('502 with an HTML page, after the call was handled', async () => {
		faultOn('scheduleTweet', { kind: 'status', status: 502, body: '<h1>Bad Gateway</h1>', when: 'after' });
		const { status, headers, body } = await schedule();
		expect([status, headers['content-type'], body]).toEqual([502, 'text/html', '<h1>Bad Gateway</h1>']);
		expect(posts()).toBe(1);
	});

	test.each([
		['before', false],
		['after', true],
	] as const)('503 %s a PUT', async (when, arrived) => {
		const { uploadUrl } = await started(apiOf(sandbox()), BODY.length);
		faultOn('put', { kind: 'status', status: 503, when });
		expect((await put(uploadUrl, BODY)).status).toBe(503);
		expect(fileArrived()).toBe(arrived);
	});
});

test('emptyBody: HTTP 200 with nothing in it', async () => {
	faultOn('scheduleTweet', { kind: 'emptyBody' });
	expect(await schedule()).toMatchObject({ status: 200, body: '' });
	expect(posts()).toBe(1);
	faultOn('scheduleTweet', { kind: 'emptyBody', when: 'before' });
	await schedule();
	expect(posts()).toBe(1);
});

test('cutJson: the answer ends in the middle', async () => {
	faultOn('scheduleTweet', { kind: 'cutJson' });
	const { status, body } = await schedule();
	expect([status, body]).toEqual([200, '{"data":{"mine":{']);
});

test.each([
	[{ data: null, errors: [{ message: 'no' }] }],
	[{ data: { mine: { success: true } }, errors: [{ message: 'also no' }] }],
	['a text'],
	[null],
])('body: any JSON value (%j)', async (json) => {
	faultOn('scheduleTweet', { kind: 'body', json });
	expect(JSON.parse((await schedule()).body)).toEqual(json);
	expect(posts()).toBe(0);
});

test.each<[string, Fault, object]>([
	['success false with no error', { kind: 'payload', success: false }, { success: false, errors: [], media: null }],
	['success true without media', { kind: 'payload', success: true }, { success: true, errors: [], media: null }],
	[
		'several errors',
		{
			kind: 'payload',
			success: false,
			errors: [
				{ field: 'name', code: 'A', message: 'one' },
				{ field: null, code: null, message: 'two' },
			],
		},
		{ success: false, errors: [{ message: 'one' }, { message: 'two' }], media: null },
	],
	['a field of choice', { kind: 'payload', success: true, fields: { media: { id: '9' } } }, { media: { id: '9' } }],
])('payload: %s', async (_, fault, payload) => {
	const { uploadToken } = await uploaded(apiOf(sandbox()));
	faultOn('completeMediaUpload', fault);
	expect(await apiOf(sandbox()).complete(uploadToken)).toMatchObject(payload);
	expect(sandbox().state().media).toEqual([]);
});

test('payload after: the media is in the library although the answer says otherwise', async () => {
	const { uploadToken } = await uploaded(apiOf(sandbox()));
	faultOn('completeMediaUpload', { kind: 'payload', success: false, when: 'after' });
	expect((await apiOf(sandbox()).complete(uploadToken)).success).toBe(false);
	expect((await apiOf(sandbox()).complete(uploadToken)).media?.id).toBe('1001');
	expect(sandbox().state().media).toHaveLength(1);
});

test('redirect: to any address, without handling the call', async () => {
	faultOn('scheduleTweet', { kind: 'redirect', location: 'http://127.0.0.1:9/other' });
	const { status, headers } = await schedule();
	expect([status, headers.location, posts()]).toEqual([307, 'http://127.0.0.1:9/other', 0]);
	const { uploadUrl } = await started(apiOf(sandbox()), BODY.length);
	faultOn('put', { kind: 'redirect', location: '/elsewhere', status: 308 });
	expect((await put(uploadUrl, BODY)).status).toBe(308);
});

describe('expireSession: the session expires just before the call', () => {
	test('at the PUT', async () => {
		const { uploadUrl } = await started(apiOf(sandbox()), BODY.length);
		faultOn('put', { kind: 'expireSession' });
		expect((await put(uploadUrl, BODY)).status).toBe(403);
	});

	test('at completion', async () => {
		const { uploadToken } = await uploaded(apiOf(sandbox()));
		faultOn('completeMediaUpload', { kind: 'expireSession' });
		expect((await apiOf(sandbox()).complete(uploadToken)).errors).toMatchObject([{ code: 'UPLOAD_EXPIRED' }]);
	});
});

test('a call that a fault keeps from being handled counts in no budget', async () => {
	faultOn('scheduleTweet', { kind: 'status', status: 500 });
	await schedule();
	expect(sandbox().state().requestsCounted).toBe(0);
	sandbox().control.leaveBudget('general', 0);
	expect((await refused(apiOf(sandbox()).profile())).status).toBe(429);
});
