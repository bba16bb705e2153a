/** Specification, section 4 (upload PUT) and section 7 (errors of the PUT), with plain HTTP. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { apiOf, started } from './support/api';
import { brokenBy, http, put, putWhenAsked, TORN_DOWN } from './support/http';
import { useSandbox } from './support/sandbox';
import { until, whileTimePasses } from './support/waiting';

const sandbox = useSandbox();

const BODY = 'the raw bytes';
const HOUR = 60 * 60 * 1000;

const begin = (body = BODY) => started(apiOf(sandbox()), Buffer.byteLength(body));
const putLog = () =>
	sandbox()
		.state()
		.log.filter(({ kind }) => kind === 'put');
const session = () => sandbox().state().sessions[0];

test('the raw file bytes are taken with exact Content-Length, verbatim Content-Type and If-None-Match: *', async () => {
	const { uploadUrl } = await begin();
	expect((await put(uploadUrl, BODY)).status).toBe(200);
	expect(session()?.sha256).toBe(createHash('sha256').update(BODY).digest('hex'));
	expect(putLog()).toMatchObject([
		{
			origin: 'upload',
			method: 'PUT',
			authorization: 'none',
			contentType: 'image/png',
			contentLength: '13',
			ifNoneMatch: '*',
			transferEncoding: null,
			receivedBytes: 13,
			status: 200,
		},
	]);
});

test('the log never holds the signature', async () => {
	const { uploadUrl } = await begin();
	await put(uploadUrl, BODY);
	expect(JSON.stringify(sandbox().state())).not.toContain(new URL(uploadUrl).searchParams.get('signature'));
});

test.each([
	['Content-Length is not the declared size', 400, { 'content-length': 12 }, BODY.slice(1)],
	['Content-Type is not the declared type', 400, { 'content-type': 'image/jpeg' }, BODY],
	['Content-Type is not verbatim', 400, { 'content-type': 'image/png; charset=binary' }, BODY],
	['Content-Type is missing', 400, { 'content-type': undefined }, BODY],
	['If-None-Match is missing', 400, { 'if-none-match': undefined }, BODY],
	['If-None-Match is not the literal *', 400, { 'if-none-match': '"*"' }, BODY],
	[
		'the body is sent in chunks, without a Content-Length',
		411,
		{ 'content-length': undefined, 'transfer-encoding': 'chunked' },
		BODY,
	],
	['an Authorization header is sent along', 400, { authorization: 'Bearer something' }, BODY],
])('a PUT is rejected when %s', async (_, status, headers, body) => {
	const { uploadUrl } = await begin();
	const answer = await put(uploadUrl, body, headers);
	expect(answer.status).toBe(status);
	expect(answer.headers['content-type']).toBe('application/xml');
	expect(answer.body).toMatch(/<Error><Code>\w+<\/Code>/);
	expect(session()?.sha256).toBeNull();
	expect((await put(uploadUrl, BODY)).status).toBe(200);
});

test('an Authorization header at the PUT stands in the log', async () => {
	const { uploadUrl } = await begin();
	await put(uploadUrl, BODY, { authorization: 'Bearer something' });
	expect(putLog()).toMatchObject([{ authorization: 'bearer', status: 400 }]);
});

test.each(['size', 'type', 'expires', 'signature'])(
	'the signature ties the address together: another %s gives 403',
	async (part) => {
		const url = new URL((await begin()).uploadUrl);
		url.searchParams.set(part, `${url.searchParams.get(part)}0`);
		expect((await put(url.href, BODY)).status).toBe(403);
	},
);

/** A PUT whose request line says what `change` makes of path and query as they were issued. */
async function putTo(change: (issued: string, origin: string) => string) {
	const { uploadUrl } = await begin();
	const { origin } = new URL(uploadUrl);
	return http(uploadUrl, {
		method: 'PUT',
		target: change(uploadUrl.slice(origin.length), origin),
		headers: { 'content-type': 'image/png', 'content-length': BODY.length, 'if-none-match': '*' },
		body: BODY,
	});
}

test.each<[string, (issued: string) => string]>([
	['another folder of the same length', (issued) => issued.replace('/incoming/', '/outgoing/')],
	['another way to the same folder', (issued) => issued.replace('/incoming/', '/incoming/./')],
	['a letter of the path encoded', (issued) => issued.replace('/incoming/', '/%69ncoming/')],
	['two slashes before the path', (issued) => `/${issued}`],
	['a slash after the token', (issued) => issued.replace('?', '/?')],
	['a parameter more', (issued) => `${issued}&x=1`],
	['a parameter more at the front', (issued) => issued.replace('?', '?x=1&')],
	['a parameter twice', (issued) => `${issued}&size=13`],
	['the parameters in another order', (issued) => issued.replace(/(size=13)&(type=[^&]+)/, '$2&$1')],
	['a size with a fraction', (issued) => issued.replace('size=13', 'size=13.0')],
	['a size with a zero before it', (issued) => issued.replace('size=13', 'size=013')],
	['a size with an exponent', (issued) => issued.replace('size=13', 'size=1.3e1')],
	['a digit encoded', (issued) => issued.replace('size=13', 'size=1%33')],
	['a slash decoded', (issued) => issued.replace('image%2Fpng', 'image/png')],
	['a slash encoded in small letters', (issued) => issued.replace('%2F', '%2f')],
	['a fragment', (issued) => `${issued}#x`],
	['nothing but two slashes', () => '//'],
])('the address is exactly as issued: %s gives 403', async (_, change) => {
	expect((await putTo(change)).status).toBe(403);
	expect(session()?.sha256).toBeNull();
});

test('scheme and host are not part of what was signed: a proxy names them in the request line', async () => {
	expect((await putTo((issued, origin) => `${origin}${issued}`)).status).toBe(200);
	expect((await putTo((issued) => `http://another.example${issued}`)).status).toBe(200);
	expect(putLog().map(({ path }) => path.split('/')[1])).toEqual(['incoming', 'incoming']);
});

test('an unknown token gives 403', async () => {
	expect((await put(`${sandbox().uploadOrigin}/incoming/unknown`, BODY)).status).toBe(403);
});

test('the address is valid until expiresAt', async () => {
	const { clock } = sandbox().control;
	clock.freeze();
	const { uploadUrl } = await begin();
	clock.advance(HOUR);
	expect((await put(uploadUrl, BODY)).status).toBe(403);
	clock.advance(-1);
	expect((await put(uploadUrl, BODY)).status).toBe(200);
});

test('the address accepts one successful upload; a later PUT answers HTTP 412', async () => {
	const { uploadUrl } = await begin();
	await put(uploadUrl, BODY);
	const before = session()?.sha256;
	expect((await put(uploadUrl, 'other content')).status).toBe(412);
	expect(session()?.sha256).toBe(before);
});

describe('a client that waits until it is asked for the body (Expect: 100-continue)', () => {
	test('is asked for a file that is wanted', async () => {
		const { uploadUrl } = await begin();
		expect(await putWhenAsked(uploadUrl, BODY)).toEqual({ asked: true, status: 200, connection: 'keep-alive' });
	});

	test('is refused with 412 before it has sent a file for the second time', async () => {
		const { uploadUrl } = await begin();
		await put(uploadUrl, BODY);
		expect(await putWhenAsked(uploadUrl, BODY)).toEqual({ asked: false, status: 412, connection: 'close' });
		expect(putLog().at(-1)).toMatchObject({ status: 412, receivedBytes: 0 });
	});

	test.each([
		['a wrong type', 400, { 'content-type': 'image/jpeg' }],
		['a wrong length', 400, { 'content-length': 5 }],
		['no If-None-Match', 400, { 'if-none-match': '' }],
		['an Authorization header', 400, { authorization: 'Bearer something' }],
	])('is refused before it has sent a file with %s', async (_, status, headers) => {
		const { uploadUrl } = await begin();
		expect(await putWhenAsked(uploadUrl, BODY, headers)).toEqual({ asked: false, status, connection: 'close' });
	});

	test('is refused before it has sent a file to an address that was not issued, or that has expired', async () => {
		const { uploadUrl } = await begin();
		expect(await putWhenAsked(`${uploadUrl}x`, BODY)).toMatchObject({ asked: false, status: 403 });
		sandbox().control.clock.advance(HOUR);
		expect(await putWhenAsked(uploadUrl, BODY)).toMatchObject({ asked: false, status: 403 });
	});

	test('is struck by a fault before it has sent a file', async () => {
		const { uploadUrl } = await begin();
		sandbox().control.addFault({ on: 'put', fault: { kind: 'status', status: 503 } });
		expect(await putWhenAsked(uploadUrl, BODY)).toMatchObject({ asked: false, status: 503 });
		expect(await putWhenAsked(uploadUrl, BODY)).toMatchObject({ asked: true, status: 200 });
	});
});

test('of two PUTs at the same time one is accepted', async () => {
	const { uploadUrl } = await begin();
	const answers = await Promise.all([put(uploadUrl, BODY), put(uploadUrl, BODY)]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
	expect(sandbox().state().peaks.simultaneousPuts).toBe(2);
});

test('after a PUT that failed part-way the same PUT may be retried', async () => {
	const { uploadUrl } = await begin();
	const broken = put(uploadUrl, BODY.slice(0, 5), { 'content-length': BODY.length }, true);
	expect(await brokenBy(broken)).toMatch(TORN_DOWN);
	await until(() => putLog()[0]?.status === 'aborted');
	expect(session()?.sha256).toBeNull();
	expect((await put(uploadUrl, BODY)).status).toBe(200);
});

test('only PUT is allowed', async () => {
	const { uploadUrl } = await begin();
	expect((await http(uploadUrl)).status).toBe(405);
});

test('the Date header is by the service’s clock', async () => {
	sandbox().control.clock.freeze();
	sandbox().control.clock.set('2032-02-02T02:02:02Z');
	const { uploadUrl } = await begin();
	expect((await put(uploadUrl, BODY)).headers.date).toBe('Mon, 02 Feb 2032 02:02:02 GMT');
});

test('the rate at which a PUT is received can be set', async () => {
	const { uploadUrl } = await begin();
	sandbox().control.clock.freeze();
	sandbox().control.setSettings({ putBytesPerSecond: 1 });
	const from = Date.parse(sandbox().state().now);
	const answer = await whileTimePasses(sandbox(), put(uploadUrl, BODY));
	expect(answer.status).toBe(200);
	expect(Date.parse(sandbox().state().now) - from).toBeGreaterThanOrEqual(BODY.length * 1000);
});

test('a slowed PUT goes on when the clock is put back', async () => {
	const body = 'x'.repeat(1024 * 1024);
	const { uploadUrl } = await begin(body);
	sandbox().control.clock.freeze();
	sandbox().control.setSettings({ putBytesPerSecond: body.length });
	const call = put(uploadUrl, body);
	await until(() => {
		sandbox().control.clock.advance(10);
		return (putLog()[0]?.receivedBytes ?? 0) > 0;
	});
	sandbox().control.clock.advance(-HOUR);
	const from = Date.parse(sandbox().state().now);
	expect((await whileTimePasses(sandbox(), call, 100)).status).toBe(200);
	expect(Date.parse(sandbox().state().now) - from).toBeLessThan(HOUR);
});

test('a slowed PUT that breaks off leaves the session open', async () => {
	const { uploadUrl } = await begin();
	sandbox().control.setSettings({ putBytesPerSecond: 1000 });
	await brokenBy(put(uploadUrl, BODY.slice(0, 5), { 'content-length': BODY.length }, true));
	await until(() => putLog()[0]?.status === 'aborted');
	sandbox().control.setSettings({ putBytesPerSecond: 0 });
	expect((await put(uploadUrl, BODY)).status).toBe(200);
});

test('a file of 160 MiB is received without being held in memory', async () => {
	const piece = Buffer.alloc(1024 * 1024, 7);
	const pieces = 160;
	const { uploadUrl } = await started(apiOf(sandbox()), pieces * piece.length);
	let highest = 0;
	function* content() {
		for (let count = 0; count < pieces; count += 1) {
			highest = Math.max(highest, process.memoryUsage().arrayBuffers);
			yield piece;
		}
	}
	const before = process.memoryUsage().arrayBuffers;
	const answer = await http(uploadUrl, {
		method: 'PUT',
		headers: { 'content-type': 'image/png', 'content-length': pieces * piece.length, 'if-none-match': '*' },
		body: Readable.from(content(), { objectMode: false }),
	});
	expect(answer.status).toBe(200);
	const hash = createHash('sha256');
	for (let count = 0; count < pieces; count += 1) hash.update(piece);
	expect(session()?.sha256).toBe(hash.digest('hex'));
	expect(highest - before).toBeLessThan((pieces / 2) * piece.length);
});
