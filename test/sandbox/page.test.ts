/** The page, the explorer, and the browser session (specification, section 5, rule 6). */
import { apiOf, inLibrary } from './support/api';
import { http } from './support/http';
import { cookieFrom, readContent } from './support/page';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const get = (path: string, headers = {}) => http(`${sandbox().baseUrl}${path}`, { headers });

const content = (query?: string) => readContent(sandbox(), query);

/** The session cookie with a value that the sandbox did not give. */
const madeUpCookie = async () => (await cookieFrom(sandbox())).replace(/=.*/, '=made-up');

const callWith = (headers: Record<string, string>) =>
	http(`${sandbox().baseUrl}/gql`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: '{"query":"{ profile { username } }"}',
	});

/** Addresses that a document loads by itself. */
const loaded = (markup: string) => [...markup.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);

test('the page loads only what the sandbox serves, and each part of it answers', async () => {
	const { status, headers, body } = await get('/');
	expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	expect(headers['content-security-policy']).toContain("default-src 'self'");
	const addresses = loaded(body);
	expect(addresses).toEqual(expect.arrayContaining(['/page/browser.js', '/page/fullcalendar.js', '/favicon.svg']));
	for (const address of addresses) {
		expect(address).toMatch(/^\//);
		expect((await get(address ?? '', { accept: 'text/html' })).status).toBe(200);
	}
});

test.each(['/favicon.svg', '/favicon.ico', '/favicon'])('%s is an icon', async (path) => {
	expect((await get(path)).headers['content-type']).toContain('image/svg+xml');
});

test('what changes on the page is only for a browser that has opened it', async () => {
	expect((await get('/page/content')).status).toBe(401);
	expect((await get('/page/content', { cookie: await madeUpCookie() })).status).toBe(401);
	expect((await get('/page/nothing')).status).toBe(404);
});

describe('two sandboxes on one machine', () => {
	const other = useSandbox();

	test('a browser sends the cookies of both to each of them, and both know it', async () => {
		// A cookie replaces another one of its name, whatever their ports.
		const jar = new Map<string, string>();
		for (const { baseUrl } of [sandbox(), other()]) {
			const { headers } = await http(baseUrl, { headers: { accept: 'text/html' } });
			for (const cookie of headers['set-cookie'] ?? [])
				jar.set(cookie.split('=', 1)[0] ?? '', cookie.split(';', 1)[0] ?? '');
		}
		const cookie = [...jar.values()].join('; ');
		for (const { baseUrl } of [sandbox(), other()]) {
			expect((await http(`${baseUrl}/page/content`, { headers: { cookie } })).status).toBe(200);
		}
	});
});

test('the library shows pictures and videos, with every text escaped', async () => {
	const api = apiOf(sandbox());
	await inLibrary(api, '<b>"cat"</b>.png');
	const { library, 'library-count': count } = (await content()).sections;
	expect(count).toBe('1');
	expect(library).toContain('<img src="/library/1001/');
	expect(library).toContain('&lt;b&gt;&quot;cat&quot;&lt;/b&gt;.png');
	expect(library).not.toContain('<b>"cat"');
});

test('posts show their thread, their pictures and their state, also in the calendar', async () => {
	const api = apiOf(sandbox());
	const { id } = await inLibrary(api, 'cat.png');
	await api.schedule({ thread: [{ text: 'Hello <world>', order: 0, media: [{ id }] }] });
	await api.schedule({ publishingStatus: 'DRAFT' });
	const { sections, events } = await content();
	expect(sections.posts).toContain('Hello &lt;world&gt;');
	expect(sections.posts).toContain('<span class="state scheduled">Scheduled</span>');
	expect(sections.posts).toContain('<span class="state draft">Draft</span>');
	expect(sections.posts).toContain('class="thumbnail"');
	expect(events).toEqual([
		expect.objectContaining({ id: '2001', start: '2099-01-01T10:00:00.000Z', classNames: ['event', 'scheduled'] }),
		expect.objectContaining({ id: '2002', classNames: ['event', 'draft'] }),
	]);
	sandbox().control.clock.set('2100-01-01T00:00:00Z');
	expect((await content()).sections.posts).toContain('<span class="state submitted">Submitted</span>');
});

test('the numbers of both budgets are shown, for each account', async () => {
	await apiOf(sandbox()).start(1);
	sandbox().control.leaveBudget('uploads', 0, 'free');
	expect((await content()).sections.budgets).toContain('1 of 300 in the last 10 minutes');
	const free = (await content('?account=free')).sections.budgets;
	expect(free).toContain('10 of 10 in the last hour');
	expect(free).toContain('class="budget full"');
});

test('the page begins with the day of the service', async () => {
	sandbox().control.clock.set('2035-05-04T10:00:00Z');
	expect((await get('/')).body).toContain('data-today="2035-05-04"');
	expect((await content()).today).toBe('2035-05-04');
});

test('each state has a colour of its own, and the legend of the calendar shows them all', async () => {
	const { body: styles } = await get('/page/posts.css');
	const colours = [...styles.matchAll(/\.event\.(\w+) \{\s*background: ([^;]*);/g)].map(([, state, colour]) => ({
		state,
		colour,
	}));
	const { body: page } = await get('/');
	const legend = page.split('class="legend"')[1]?.split('</p>')[0] ?? '';
	const shown = [...legend.matchAll(/class="state (\w+)"/g)].map(([, state]) => state);
	expect(shown).toEqual(['draft', 'scheduled', 'submitted', 'partly', 'failed', 'trash']);
	expect(colours.map(({ state }) => state).sort()).toEqual([...shown].sort());
	expect(new Set(colours.map(({ colour }) => colour)).size).toBe(shown.length);
});

test('looking at the page costs no request', async () => {
	await content();
	expect(sandbox().state()).toMatchObject({ requestsCounted: 0, log: [] });
});

test('the explorer is served at the same address as the API, and loads nothing from elsewhere', async () => {
	const { status, headers, body } = await get('/gql', { accept: 'text/html' });
	expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	expect(body).toContain('<title>API explorer</title>');
	const markup = body.slice(0, 1000) + body.slice(-1000);
	expect(loaded(markup).filter((address) => address?.includes('//'))).toEqual([]);
});

test('the explorer works with the browser login session', async () => {
	const cookie = await cookieFrom(sandbox(), '/gql');
	const answer = await callWith({ cookie, origin: sandbox().baseUrl });
	expect(answer.body).toBe('{"data":{"profile":{"username":"paula"}}}');
});

test('the session is only for pages of the sandbox itself', async () => {
	const cookie = await cookieFrom(sandbox());
	expect((await callWith({ cookie })).status).toBe(401);
	expect((await callWith({ cookie, origin: 'http://foreign.example' })).status).toBe(401);
	expect((await callWith({ cookie: await madeUpCookie(), origin: sandbox().baseUrl })).status).toBe(401);
});
