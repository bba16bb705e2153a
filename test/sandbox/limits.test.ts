/** Specification, section 8 (limits), and section 2 of the public reference (headers and body of HTTP 429). */
import { apiOf, refused, started } from './support/api';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const MINUTE = 60_000;
const LIMITS = [
	{ key: 'free', general: 25, uploads: 10 },
	{ key: 'paid', general: 300, uploads: 100 },
] as const;

beforeEach(() => sandbox().control.clock.freeze());

test.each(LIMITS)('$key accounts: $general API requests per 10 minutes', async ({ key, general }) => {
	const api = apiOf(sandbox(), sandbox().keys[key]);
	sandbox().control.leaveBudget('general', 1, key);
	await api.profile();
	const { status, headers, errors } = await refused(api.profile());
	expect(status).toBe(429);
	expect(errors).toEqual([{ message: expect.any(String) as string, code: 'rate_limit_exceeded' }]);
	expect(headers.get('x-ratelimit-limit')).toBe(String(general));
	expect(headers.get('x-ratelimit-remaining')).toBe('0');
	expect(headers.get('retry-after')).toBeNull();
});

test.each(LIMITS)('$key accounts: $uploads media uploads per hour', async ({ key, uploads }) => {
	const api = apiOf(sandbox(), sandbox().keys[key]);
	expect(sandbox().state().accounts[key].budgets.uploads.limit).toBe(uploads);
	sandbox().control.leaveBudget('uploads', 1, key);
	await started(api, 1);
	expect(await api.start(1)).toMatchObject({
		success: false,
		uploadToken: null,
		errors: [{ message: 'Media upload rate limit exceeded' }],
	});
});

test('both windows slide: a place is free again when the oldest call has left the window', async () => {
	const api = apiOf(sandbox(), sandbox().keys.free);
	const { control } = sandbox();
	control.leaveBudget('general', 24, 'free');
	control.clock.advance(4 * MINUTE);
	control.leaveBudget('general', 0, 'free');
	const { headers } = await refused(api.profile());
	const reset = Number(headers.get('x-ratelimit-reset'));
	expect(reset * 1000 - Date.parse(sandbox().state().now)).toBeLessThanOrEqual(6 * MINUTE + 1000);
	control.clock.set(reset * 1000);
	await api.profile();
	expect((await refused(api.profile())).status).toBe(429);
});

test('every API answer tells limit, remaining and reset', async () => {
	const { headers } = await apiOf(sandbox()).client.rawRequest('{ profile { id } }');
	const in10Minutes = Math.ceil((Date.parse(sandbox().state().now) + 10 * MINUTE) / 1000);
	const told = new Headers(headers);
	expect(told.get('x-ratelimit-limit')).toBe('300');
	expect(told.get('x-ratelimit-remaining')).toBe('299');
	expect(told.get('x-ratelimit-reset')).toBe(String(in10Minutes));
});

test('an upload is counted when it begins, on each uploadMediaFromUrl call and each startMediaUpload call', async () => {
	const api = apiOf(sandbox());
	await api.start(1);
	await api.start(1, 'text/plain');
	await api.fromUrl({ url: 'not an address' });
	expect(sandbox().state().uploadsCounted).toBe(3);
	await api.complete('unknown');
	expect(sandbox().state().uploadsCounted).toBe(3);
});

test('exhausting uploads does not block other requests', async () => {
	sandbox().control.leaveBudget('uploads', 0);
	const api = apiOf(sandbox());
	expect((await api.start(1)).success).toBe(false);
	expect((await api.fromUrl({ url: sandbox().baseUrl })).errors).toMatchObject([
		{ message: 'Media upload rate limit exceeded' },
	]);
	expect((await api.schedule({})).success).toBe(true);
});

test('an upload mutation also counts against the general budget', async () => {
	await apiOf(sandbox()).start(1);
	expect(sandbox().state().accounts.paid).toMatchObject({ requestsCounted: 1, uploadsCounted: 1 });
});

test('a call refused by the general limit counts nowhere', async () => {
	sandbox().control.leaveBudget('general', 0);
	await refused(apiOf(sandbox()).start(1));
	expect(sandbox().state()).toMatchObject({ requestsCounted: 0, uploadsCounted: 0 });
});

test('limits are per user', async () => {
	sandbox().control.leaveBudget('general', 0, 'paid');
	await apiOf(sandbox(), sandbox().keys.free).profile();
	expect(sandbox().state().accounts.free.budgets.general.left).toBe(24);
});

test('the plan decides the limits', async () => {
	sandbox().control.setPlan('free');
	const { headers } = await apiOf(sandbox()).client.rawRequest('{ profile { id } }');
	expect(new Headers(headers).get('x-ratelimit-limit')).toBe('25');
});
