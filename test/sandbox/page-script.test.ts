/** The page's script: what a person sees when the state can be read, and when it cannot. */
import { startSandbox } from '../../sandbox/server';
import type { Sandbox } from '../../sandbox/server';
import { apiOf } from './support/api';
import { CookieJar, openPage } from './support/browser';
import { readContent } from './support/page';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const others: Sandbox[] = [];
const startOther = async (port = 0): Promise<Sandbox> => {
	const other = await startSandbox({ port });
	others.push(other);
	return other;
};
afterEach(async () => {
	await Promise.all(others.splice(0).map((other) => other.close()));
});

/** What the page says of the number of files; empty while it has shown nothing. */
const filesOn = (page: ReturnType<typeof openPage>) => page.element('library-count').innerHTML;
const noticeOn = (page: ReturnType<typeof openPage>) => page.element('notice').textContent;

test('two sandboxes on one machine do not take each other’s cookie', async () => {
	const jar = new CookieJar();
	const addresses = [sandbox(), await startOther()].map(({ baseUrl }) => baseUrl);
	for (const address of addresses) await jar.fetch(address);
	for (const address of addresses) expect((await jar.fetch(`${address}/page/content`)).status).toBe(200);
});

test('the pages of two sandboxes live side by side in one browser', async () => {
	const jar = new CookieJar();
	const pages = [sandbox(), await startOther()].map(({ baseUrl }) => openPage(baseUrl, jar));
	for (const page of [...pages, ...pages]) {
		await page.refreshed();
		expect([filesOn(page), noticeOn(page)]).toEqual(['0', '']);
	}
});

test('the calendar is given all events at once, however many there are', async () => {
	const thread = [{ text: 'Hello', order: 0 }];
	for (const username of ['one', 'two', 'three']) await apiOf(sandbox()).schedule({ username, thread });
	const page = openPage(sandbox().baseUrl);
	await page.refreshed();
	expect(page.sources).toEqual([(await readContent(sandbox())).events]);
	await apiOf(sandbox()).schedule({ username: 'four', thread });
	await page.refreshed();
	expect(page.sources).toEqual([(await readContent(sandbox())).events]);
	expect(page.sources[0]).toHaveLength(4);
});

test('the calendar marks the day of the service, also when its clock is moved, and goes there if it showed today', async () => {
	const { clock } = sandbox().control;
	clock.freeze();
	clock.set('2035-05-04T23:59:00Z');
	const page = openPage(sandbox().baseUrl, new CookieJar(), '2035-05-04');
	await page.refreshed();
	expect(page.drawn).toEqual([{ today: '2035-05-04', shown: '2035-05-04' }]);
	clock.advance(60_000);
	await page.refreshed();
	await page.refreshed();
	expect(page.drawn.slice(1)).toEqual([{ today: '2035-05-05', shown: '2035-05-05' }]);
	page.goTo('2035-08-01');
	clock.set('2035-05-06T12:00:00Z');
	await page.refreshed();
	expect(page.drawn.slice(2)).toEqual([{ today: '2035-05-06', shown: '2035-08-01' }]);
});

test('only the posts that are wanted are read', async () => {
	for (const username of ['one', 'two']) await apiOf(sandbox()).schedule({ username });
	const page = openPage(sandbox().baseUrl);
	await page.refreshed();
	expect(page.sources[0]).toHaveLength(2);
	page.narrow('search', 'TWO');
	await page.refreshed();
	expect(page.sources).toEqual([[expect.objectContaining({ id: '2002' })]]);
});

test('a page goes on when the sandbox has been started anew, and says so while there is none', async () => {
	const first = await startOther();
	const page = openPage(first.baseUrl);
	await page.refreshed();
	expect([filesOn(page), noticeOn(page)]).toEqual(['0', '']);
	await first.close();
	await page.refreshed();
	expect(noticeOn(page)).toBe('The sandbox does not answer. Is it still running?');
	await startOther(Number(new URL(first.baseUrl).port));
	await page.refreshed();
	expect(noticeOn(page)).toBe('');
});

test('a browser that keeps no cookies is told so', async () => {
	const page = openPage(sandbox().baseUrl, new CookieJar(false));
	await page.refreshed();
	expect([filesOn(page), noticeOn(page)]).toEqual([
		'',
		'This page is not logged in. Does the browser keep cookies for this address?',
	]);
});

test.each([
	[
		'an answer that is a failure',
		new Response('', { status: 500 }),
		'The sandbox failed with HTTP 500. See its output.',
	],
	['an answer that nobody understands', new Response('{'), 'The page cannot show the state: '],
])('%s is told, too', async (_, answer, notice) => {
	const jar = new CookieJar();
	const page = openPage(sandbox().baseUrl, jar);
	await page.refreshed();
	jest.spyOn(jar, 'fetch').mockImplementation(() => Promise.resolve(answer.clone()));
	await page.refreshed();
	expect(noticeOn(page)).toContain(notice);
});
