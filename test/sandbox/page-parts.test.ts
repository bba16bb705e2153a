/** What a person can look up on the page: posts, what became of them, requests, uploads, accounts, labels. */
import { PLATFORMS } from '../../nodes/SocialPostScheduling/resources/platform';
import { apiOf, started, uploaded } from './support/api';
import { http } from './support/http';
import { readContent } from './support/page';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const section = async (id: string, query?: string) => (await readContent(sandbox(), query)).sections[id] ?? '';

/** The ids of the posts that are shown. */
const shown = async (query = '') =>
	[...(await section('posts', query)).matchAll(/id="post-(\d+)"/g)].map(([, id]) => id);

const NOON = '2030-01-01T12:00:00Z';
const schedule = (username = 'somebody', text = 'Hello') =>
	apiOf(sandbox()).schedule({
		username,
		postAt: '2030-01-01T12:01:00Z',
		thread: [text, 'Second'].map((words, order) => ({ text: words, order })),
	});

beforeEach(() => {
	sandbox().control.clock.freeze();
	sandbox().control.clock.set(NOON);
});

describe('the posts', () => {
	beforeEach(async () => {
		await schedule('my_brand', 'Good morning');
		await schedule('failing_account');
		await schedule('half_account');
		sandbox().control.clock.advance(60_000);
		sandbox().control.fillPosts({ platform: 'LINKEDIN', state: 'DRAFT', posts: 1 });
		sandbox().control.fillPosts({ platform: 'REDDIT', state: 'SCHEDULED', posts: 1 });
		sandbox().control.deletePost('2005');
	});

	test.each([
		['', ['2001', '2002', '2003', '2004']],
		['?state=SUBMITTED', ['2001']],
		['?state=FAILED', ['2002']],
		['?state=PARTLY', ['2003']],
		['?state=DRAFT', ['2004']],
		['?state=SCHEDULED', []],
		['?state=TRASH', ['2005']],
		['?platform=LINKEDIN', ['2004']],
		['?search=good+MORNING', ['2001']],
		['?search=half_', ['2003']],
		['?search=2002', ['2002']],
		['?state=PARTLY&platform=REDDIT', []],
		['?state=nothing&platform=nothing&search=', ['2001', '2002', '2003', '2004']],
	])('of %s', async (query, ids) => {
		expect(await shown(query)).toEqual(ids);
		expect((await readContent(sandbox(), query)).events.map(({ id }) => id)).toEqual(ids);
		expect(await section('posts-count', query)).toBe(String(ids.length));
	});

	test('show their result with its address, or their error, for each item of a thread', async () => {
		const posts = await section('posts', '?state=PARTLY');
		expect(posts).toContain('<span class="state partly">Partly failed</span>');
		expect(posts).toContain(`<a href="${sandbox().baseUrl}/#submission-3005"`);
		expect(posts).toContain('THREAD_INTERRUPTED: The platform took the first post');
	});
});

test.each([
	['my_brand', false],
	['balloon_club', false],
	['somebody', true],
	['my-brand', true],
])('a post of %s on X says whether its account is not in the list: %s', async (handle, isUnlisted) => {
	await schedule(handle);
	expect((await section('posts')).includes('not in the list of accounts')).toBe(isUnlisted);
});

test.each(PLATFORMS)('$value is called $name, as in the panel of the node', async ({ name, value }) => {
	sandbox().control.fillPosts({ platform: value, state: 'DRAFT', posts: 1 });
	expect(await section('posts')).toContain(`<span>${name} post 2001</span>`);
	expect((await http(`${sandbox().baseUrl}/`)).body).toContain(`<option value="${value}">${name}</option>`);
});

test('a result without an address says so', async () => {
	await schedule('slow_account');
	sandbox().control.clock.advance(60_000);
	expect(await section('posts')).toContain('its address comes later');
	sandbox().control.clock.advance(120_000);
	expect(await section('posts')).toContain('#submission-3001');
});

test('of thousands of posts and files a part is shown, and how many more there are', async () => {
	sandbox().control.fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 3000 });
	await sandbox().control.fillLibrary(2000);
	const { sections, events } = await readContent(sandbox());
	expect(sections.posts?.match(/class="post"/g)).toHaveLength(50);
	expect(sections.posts).toContain('and 2950 more');
	expect(events).toHaveLength(500);
	expect(sections.library?.match(/class="preview"/g)).toHaveLength(60);
	expect(sections.library).toContain('File 2000');
	expect(sections.library).toContain('and 1940 more');
	expect(await shown('?search=post+2999')).toHaveLength(1);
});

describe('the requests', () => {
	const failed = (text: string): unknown => expect.stringContaining(`<td class="failure">${text}`);

	test('newest first, with what a payload says', async () => {
		const api = apiOf(sandbox());
		await api.profile();
		await api.schedule({ username: 'not_connected' });
		const requests = await section('requests');
		expect(requests.indexOf('scheduleTweet')).toBeLessThan(requests.indexOf('profile'));
		expect(requests).toEqual(failed('HTTP 200 <bdi>The account not_connected is not connected.</bdi>'));
		expect(requests.match(/class="failure"/g)).toHaveLength(1);
	});

	test.each<[string, () => Promise<unknown>, string]>([
		['a refused key', () => apiOf(sandbox(), 'wrong').profile(), 'HTTP 401 <bdi>The API key is invalid'],
		['an unknown field', () => apiOf(sandbox()).first('{ nothing }'), 'HTTP 200 <bdi>Cannot query field'],
		[
			'a refusal of the platform',
			async () => {
				await schedule('failing_account');
				await apiOf(sandbox()).first(
					'mutation { submitPlatformPost(platform: TWITTER, postId: 2001) { success submissionError { message } } }',
				);
			},
			'HTTP 200 <bdi>The platform refused the post',
		],
		[
			'a refused PUT',
			async () => await http((await started(apiOf(sandbox()), 1)).uploadUrl, { method: 'PUT', body: 'xy' }),
			'HTTP 400 <bdi>Content-Length is not',
		],
		['another address', () => http(`${sandbox().baseUrl}/graphql`), 'HTTP 404 <bdi>There is nothing at /graphql.'],
	])('%s', async (_, call, text) => {
		await call().catch(() => undefined);
		expect(await section('requests')).toEqual(failed(text));
	});

	test.each([
		[{ kind: 'reset', when: 'before' }, 'connection reset'],
		[{ kind: 'payload', success: false }, 'HTTP 200 <bdi>success is false, without a reason.'],
	] as const)('what a fault did: %j', async (fault, text) => {
		sandbox().control.addFault({ on: 'scheduleTweet', fault });
		await schedule().catch(() => undefined);
		expect(await section('requests')).toEqual(failed(text));
		expect(await section('faults')).toContain('has struck once, and is over');
	});

	test.each([
		[{}, 'The next request to', 'has not struck yet', 'has struck once, and is over'],
		[{ times: 3 }, 'Each of the next 3 requests to', 'has not struck yet', 'has struck 2 times'],
		[{ times: 'always' }, 'Every request to', 'has not struck yet', 'has struck 2 times'],
		[{ nth: 2 }, 'Request number 2 to', 'has not struck yet', 'has struck once, and is over'],
		[{ nth: 3 }, 'Request number 3 to', 'has not struck yet', 'has not struck yet'],
		[{ nth: 2, times: 3 }, 'Each of the requests number 2-4 to', 'has not struck yet', 'has struck once'],
		[{ nth: 2, times: 'always' }, 'Every request from number 2 on to', 'has not struck yet', 'has struck once'],
	] as const)('how often a fault of %j strikes is told', async (which, requests, before, afterTwo) => {
		const line = (end: string) =>
			`<li>${requests} read the profile (profile) responds with HTTP 503 · <b>${end}</b></li>`;
		sandbox().control.addFault({ on: 'profile', ...which, fault: { kind: 'status', status: 503 } });
		expect(await section('faults')).toContain(line(before));
		for (let count = 1; count <= 2; count += 1)
			await apiOf(sandbox())
				.profile()
				.catch(() => undefined);
		expect(await section('faults')).toContain(line(afterTwo));
	});

	test('a fault that never came to strike, because an older one did, says so', async () => {
		for (const status of [500, 503]) sandbox().control.addFault({ on: 'profile', fault: { kind: 'status', status } });
		await apiOf(sandbox())
			.profile()
			.catch(() => undefined);
		expect(await section('faults')).toContain('responds with HTTP 503 · <b>has never struck, and is over</b>');
	});

	test('a fault that the page does not offer is shown as it came', async () => {
		sandbox().control.addFault({ on: 'put', fault: { kind: 'status', status: 418 } });
		expect(await section('faults')).toContain(
			'The next request to send the file (put) gets <code>{&quot;kind&quot;:&quot;status&quot;,&quot;status&quot;:418}</code>',
		);
	});

	test('a signed address is not among them', async () => {
		const { uploadUrl } = await uploaded(apiOf(sandbox()));
		const { search } = new URL(uploadUrl);
		expect(JSON.stringify(await readContent(sandbox()))).not.toContain(search);
	});
});

test('open uploads, until they are done', async () => {
	expect(await section('sessions')).toContain('No upload is open.');
	await started(apiOf(sandbox()), 5);
	const { uploadToken } = await uploaded(apiOf(sandbox()));
	const sessions = await section('sessions');
	expect(sessions).toContain('waits for the PUT');
	expect(sessions).toContain('waits for completion');
	expect(await section('sessions', '?account=free')).toContain('No upload is open.');
	await apiOf(sandbox()).complete(uploadToken);
	expect(await section('sessions')).not.toContain('waits for completion');
	sandbox().control.clock.advance(60 * 60_000);
	expect(await section('sessions')).toContain('No upload is open.');
});

test('the connected accounts, the labels, and the plan as it is now', async () => {
	expect(await section('accounts')).toContain('data-copy="retry_account"');
	expect(await section('accounts')).toContain('must be connected again');
	expect((await http(`${sandbox().baseUrl}/`)).body).toContain('Launch, id 12');
	expect(await section('plan')).toBe('paid plan');
	sandbox().control.setPlan('free');
	expect(await section('plan')).toBe('free plan');
});
