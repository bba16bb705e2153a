/** Specification, section 4 (uploadMediaFromUrl). */
import { serve, type WebServer } from '../../scripts/lib/serve';
import { apiOf, inLibrary } from './support/api';
import { useSandbox } from './support/sandbox';
import { until } from './support/waiting';

const sandbox = useSandbox();

/** A public web server: the path decides what it answers. */
let web: WebServer;
let address = '';
/** Sends the last byte of /late.png. */
let endLateFile: (() => void) | undefined;

beforeAll(async () => {
	web = await serve((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://web');
		const hops = Number(/^\/hops\/(\d+)/.exec(pathname)?.[1]);
		if (pathname === '/missing.png') response.writeHead(404).end();
		else if (pathname === '/moved.png') {
			const location = searchParams.get('to');
			response.writeHead(Number(searchParams.get('status') ?? 302), location === null ? {} : { location }).end();
		} else if (hops > 0) response.writeHead(301, { location: `/hops/${hops - 1}.png` }).end();
		else if (pathname === '/late.png') {
			response.writeHead(200, { 'content-type': 'image/png', 'content-length': 4 });
			response.write('pic');
			endLateFile = () => void response.end('s');
		} else if (pathname === '/nothing.png') response.writeHead(204, { 'content-type': 'image/png' }).end();
		else if (pathname === '/page.html') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
		else if (pathname === '/huge.png') {
			response.writeHead(200, { 'content-type': 'image/png', 'content-length': 500 * 1024 * 1024 + 1 });
			response.flushHeaders();
		} else if (pathname === '/broken.png') {
			response.writeHead(200, { 'content-type': 'image/png', 'content-length': 10 });
			response.write('half', () => response.destroy());
		} else if (pathname === '/empty.png') response.writeHead(200, { 'content-type': 'image/png' }).end();
		else response.writeHead(200, { 'content-type': 'image/png; charset=binary' }).end('picture');
	});
	address = web.origin;
});

afterAll(async () => await web.close());

test('the file at the address is added to the library', async () => {
	expect(await apiOf(sandbox()).fromUrl({ url: `${address}/a.png`, name: 'A name' })).toMatchObject({
		success: true,
		media: { id: '1001', name: 'A name', mimeType: 'image/png', size: 7 },
		errors: [],
	});
});

test('name is optional: the default is the last part of the path', async () => {
	const api = apiOf(sandbox());
	expect((await api.fromUrl({ url: `${address}/x/my%20cat.png?size=2` })).media?.name).toBe('my cat.png');
	expect((await api.fromUrl({ url: `${address}/x/100%.png` })).media?.name).toBe('100%.png');
	expect((await api.fromUrl({ url: `${address}/` })).media?.name).toBe('127.0.0.1');
});

test.each([301, 302, 303, 307, 308])('redirects are followed: HTTP %d', async (status) => {
	const url = `${address}/moved.png?to=/a.png&status=${status}`;
	expect(await apiOf(sandbox()).fromUrl({ url })).toMatchObject({
		success: true,
		media: { name: 'moved.png', size: 7 },
	});
});

test('up to five redirects are followed, also to another address of this machine', async () => {
	expect((await apiOf(sandbox()).fromUrl({ url: `${address}/hops/5.png` })).success).toBe(true);
	const elsewhere = address.replace('127.0.0.1', 'localhost');
	const url = `${address}/moved.png?to=${elsewhere}/a.png`;
	expect((await apiOf(sandbox()).fromUrl({ url })).success).toBe(true);
});

test('mediaLabelIds is optional', async () => {
	await apiOf(sandbox()).fromUrl({ url: `${address}/a.png`, mediaLabelIds: ['5'] });
	expect(sandbox().state().media[0]?.labelIds).toEqual(['5']);
});

test.each([
	['no address', 'INVALID_URL', 'cat.png'],
	['another scheme', 'INVALID_URL', 'ftp://127.0.0.1/a.png'],
	['an address beyond this machine', 'URL_UNREACHABLE', 'https://example.com/a.png'],
	['a missing file', 'URL_UNREACHABLE', '{web}/missing.png'],
	['a redirect beyond this machine', 'URL_UNREACHABLE', '{web}/moved.png?to=https://example.com/a.png'],
	['a redirect to another scheme', 'URL_UNREACHABLE', '{web}/moved.png?to=file:///etc/hosts'],
	['a redirect to no address', 'URL_UNREACHABLE', '{web}/moved.png?to=http://['],
	['a redirect to nowhere', 'URL_UNREACHABLE', '{web}/moved.png'],
	['a redirect to a closed port', 'URL_UNREACHABLE', '{web}/moved.png?to=http://127.0.0.1:1/a.png'],
	['a redirect to itself', 'URL_UNREACHABLE', '{web}/moved.png?to='],
	['a redirect to a page', 'UNSUPPORTED_MIME_TYPE', '{web}/moved.png?to=/page.html'],
	['a status that is no redirect', 'URL_UNREACHABLE', '{web}/moved.png?to=/a.png&status=300'],
	['more than five redirects', 'URL_UNREACHABLE', '{web}/hops/6.png'],
	['an answer without a body', 'INVALID_DATA', '{web}/nothing.png'],
	['a file that breaks off', 'URL_UNREACHABLE', '{web}/broken.png'],
	['a closed port', 'URL_UNREACHABLE', 'http://127.0.0.1:1/a.png'],
	['an unsupported type', 'UNSUPPORTED_MIME_TYPE', '{web}/page.html'],
	['a file of more than 500 MiB', 'FILE_TOO_LARGE', '{web}/huge.png'],
	['an empty file', 'INVALID_DATA', '{web}/empty.png'],
])('%s gives the error %s on the field url', async (_, code, url) => {
	expect(await apiOf(sandbox()).fromUrl({ url: url.replace('{web}', address) })).toMatchObject({
		success: false,
		media: null,
		errors: [{ field: 'url', code }],
	});
	expect(sandbox().state()).toMatchObject({ uploadsCounted: 1, media: [] });
});

test('a file that arrives after a reset is in no library', async () => {
	const api = apiOf(sandbox());
	const call = api.fromUrl({ url: `${address}/late.png` });
	await until(() => endLateFile !== undefined);
	sandbox().control.reset();
	endLateFile?.();
	expect(await call).toMatchObject({ success: false, errors: [{ code: 'URL_UNREACHABLE' }] });
	expect((await inLibrary(api, 'a.png')).id).toBe('1001');
});

test('libraries are per account', async () => {
	await inLibrary(apiOf(sandbox()), 'a.png');
	const other = apiOf(sandbox(), sandbox().keys.free);
	expect(await other.first('{ media { total } }')).toEqual({ total: 0 });
});
