/** Odd requests at both addresses: each gets an answer that says what is wrong, and none is a failure of the sandbox. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Origin } from '../../sandbox/server';
import { apiOf, inLibrary, started } from './support/api';
import { http } from './support/http';
import { useSandbox } from './support/sandbox';
import { until } from './support/waiting';

const sandbox = useSandbox();

let printed: jest.SpyInstance;
beforeEach(() => {
	printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
	const { calls } = printed.mock;
	printed.mockRestore();
	expect(calls).toEqual([]);
});

/** The first line of the answer to a request that is sent as it stands here; empty when there is no answer. */
async function firstLine(origin: Origin, request: string): Promise<string> {
	const { baseUrl, uploadOrigin } = sandbox();
	const { hostname, port } = new URL(origin === 'api' ? baseUrl : uploadOrigin);
	const socket = connect(Number(port), hostname);
	socket.write(request);
	const [line = ''] = (await text(socket)).split('\r\n', 1);
	return line;
}

const MIB = 1024 * 1024;

/** More than a server reads of addresses and headers. */
const TOO_LONG = 'x'.repeat(20 * 1024);

const get = (target: string, more = '') =>
	`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`;

test.each<[Origin, string, number]>([
	['api', '////', 404],
	['api', '//x', 404],
	['api', '*', 404],
	['api', '/%zz', 404],
	['api', '/library/%zz', 400],
	['api', '/library/1001/%E0%A4%A', 400],
	['api', '/page/%zz', 400],
	['api', '/page/__proto__', 404],
	['api', '/page/constructor', 404],
	['api', '/page/..%2f..%2fserver.ts', 404],
	['api', '/control/%zz', 404],
	['api', '/?account=%zz', 200],
	['api', '/?account=constructor', 200],
	['api', 'http://localhost/favicon.svg', 200],
	['api', 'http://localhost?account=free', 200],
	['api', 'http://', 200],
	['api', 'http://[', 200],
	['api', 'nothing', 400],
	['upload', '//', 405],
	['upload', '////', 405],
	['upload', '*', 405],
	['upload', '/%zz', 405],
	['upload', 'http://[', 405],
])('at %s the address %s is answered with %d', async (origin, target, status) => {
	expect(await firstLine(origin, get(target))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a wrong path and a path that cannot be read stand in the log as they were sent', async () => {
	await firstLine('api', get('////?a=b'));
	await firstLine('api', get('/library/%zz'));
	expect(sandbox().state().log).toMatchObject([
		{ kind: 'other', path: '////', status: 404 },
		{ kind: 'other', path: '/library/%zz', status: 400 },
	]);
});

test.each([
	['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 200],
	['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b:zz[\r\nConnection: close\r\n\r\n', 200],
	['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
	['HTTP/1.0, and no Host', 'GET / HTTP/1.0\r\n\r\n', 200],
	['an Expect that nobody knows', get('/', 'Expect: miracles\r\n'), 417],
	['headers that are too large', get('/', `X: ${TOO_LONG}\r\n`), 431],
	['an address that is too long', get(`/${TOO_LONG}`), 431],
	['a method that nobody knows', 'NOTHING / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
	['two lengths', 'POST /gql HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
	['a range beyond the file', '', 416],
])('a request with %s is answered', async (_, request, status) => {
	const { url } = await inLibrary(apiOf(sandbox()), 'a.png', 'content');
	const range = get(new URL(url).pathname, 'Range: bytes=100-\r\n');
	expect(await firstLine('api', request || range)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a body that is too large is refused before its end, which may never come', async () => {
	const { hostname, port } = new URL(sandbox().baseUrl);
	const socket = connect(Number(port), hostname);
	let received = '';
	socket.on('data', (piece: Buffer) => {
		received += piece.toString();
	});
	socket.write('POST /gql HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
	const piece = 'x'.repeat(MIB);
	for (let sent = 0; sent < 3; sent += 1) socket.write(`${MIB.toString(16)}\r\n${piece}\r\n`);
	await until(() => received.startsWith('HTTP/1.1 413 '));
	socket.write(`${MIB.toString(16)}\r\n${piece}\r\n0\r\n\r\n${get('/favicon')}`);
	await once(socket, 'close');
	expect(received).toContain('HTTP/1.1 200 OK');
});

test('HTTP/1.0 is not asked for the body of a PUT', async () => {
	const { uploadUrl } = await started(apiOf(sandbox()), 1);
	const target = uploadUrl.slice(sandbox().uploadOrigin.length);
	const headers = 'Content-Type: image/png\r\nContent-Length: 1\r\nIf-None-Match: *\r\nExpect: 100-continue\r\n';
	expect(await firstLine('upload', `PUT ${target} HTTP/1.0\r\n${headers}\r\nx`)).toBe('HTTP/1.1 200 OK');
});

test.each([
	['no JSON', '{', {}, 400],
	['a body of an unknown encoding', '{}', { 'content-encoding': 'secret' }, 415],
	['a body of an unknown charset', '{}', { 'content-type': 'application/json; charset=secret' }, 415],
	['a body that is not compressed as it says', '{}', { 'content-encoding': 'gzip' }, 400],
	['a body that is too large', ' '.repeat(200 * 1024), {}, 413],
	['JSON that is nested too deeply', `${'['.repeat(2000)}${']'.repeat(2000)}`, {}, 400],
])('the controls refuse %s', async (_, body, headers, status) => {
	const answer = await http(`${sandbox().baseUrl}/control/faults`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	});
	expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { error: expect.any(String) as string }]);
});
