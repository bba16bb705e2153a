/** Specification, section 4 (completeMediaUpload) and section 3 (upload session lifecycle). */
import { apiOf, inLibrary, refused, started, uploaded } from './support/api';
import { http, put } from './support/http';
import { useSandbox } from './support/sandbox';
import { whileTimePasses } from './support/waiting';

const sandbox = useSandbox();

const HOUR = 60 * 60 * 1000;
const SECOND = 1000;
const MIB = 'x'.repeat(1024 * 1024);

test('it returns success, media with id, name, url, mimeType and size, and no errors', async () => {
	const api = apiOf(sandbox());
	const { uploadToken } = await uploaded(api, 'content');
	expect(await api.complete(uploadToken, 'Summer party.png')).toEqual({
		success: true,
		media: {
			id: '1001',
			name: 'Summer party.png',
			url: `${sandbox().baseUrl}/library/1001/Summer%20party.png`,
			mimeType: 'image/png',
			size: 7,
		},
		errors: [],
	});
});

test('the file is served at its address without a key, with its type', async () => {
	const { url } = await inLibrary(apiOf(sandbox()), 'a.png', 'content');
	const answer = await http(url);
	expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([200, 'image/png', 'content']);
	expect((await http(`${sandbox().baseUrl}/library/9999/a.png`)).status).toBe(404);
});

test('mediaLabelIds are kept', async () => {
	const api = apiOf(sandbox());
	const { uploadToken } = await uploaded(api);
	await api.complete(uploadToken, 'a.png', ['7', '8']);
	expect(sandbox().state().media[0]?.labelIds).toEqual(['7', '8']);
	expect(await api.first('{ media { total objects { id labels { id } } } }')).toEqual({
		total: 1,
		objects: [{ id: '1001', labels: [{ id: '7' }, { id: '8' }] }],
	});
});

test('repeating the call with the same token returns the same media, no duplicate', async () => {
	const api = apiOf(sandbox());
	const { uploadToken } = await uploaded(api);
	const first = await api.complete(uploadToken, 'a.png');
	expect(await api.complete(uploadToken, 'another name.png')).toEqual(first);
	expect(sandbox().state().media).toHaveLength(1);
});

test('two calls at the same time return the same media', async () => {
	const api = apiOf(sandbox());
	const { uploadToken } = await uploaded(api);
	const [first, second] = await Promise.all([api.complete(uploadToken), api.complete(uploadToken)]);
	expect(first).toEqual(second);
	expect(sandbox().state().media).toHaveLength(1);
});

test('call it only after the PUT has finished', async () => {
	const api = apiOf(sandbox());
	const { uploadToken } = await started(api, 7);
	expect(await api.complete(uploadToken)).toMatchObject({
		success: false,
		media: null,
		errors: [{ field: 'uploadToken', code: 'FILE_NOT_UPLOADED' }],
	});
});

test('the name is required', async () => {
	const api = apiOf(sandbox());
	const { uploadToken } = await uploaded(api);
	expect((await api.complete(uploadToken, ' ')).errors).toMatchObject([{ field: 'name', code: 'REQUIRED_FIELD' }]);
	expect((await api.complete(uploadToken, 'a.png')).success).toBe(true);
});

test('an unknown token, and the token of another account, are refused', async () => {
	const { uploadToken } = await uploaded(apiOf(sandbox()));
	const other = apiOf(sandbox(), sandbox().keys.free);
	for (const token of ['unknown', uploadToken]) {
		expect((await other.complete(token)).errors).toMatchObject([{ field: 'uploadToken', code: 'UPLOAD_NOT_FOUND' }]);
	}
});

describe('with a stopped clock', () => {
	beforeEach(() => sandbox().control.clock.freeze());

	test('after expiresAt the session is unusable', async () => {
		const api = apiOf(sandbox());
		const { uploadToken } = await uploaded(api);
		sandbox().control.clock.advance(HOUR);
		expect((await api.complete(uploadToken)).errors).toMatchObject([{ code: 'UPLOAD_EXPIRED' }]);
	});

	test('a media that was added stays the answer, also after expiresAt', async () => {
		const api = apiOf(sandbox());
		const { uploadToken } = await uploaded(api);
		await api.complete(uploadToken);
		sandbox().control.clock.advance(HOUR);
		expect((await api.complete(uploadToken)).media?.id).toBe('1001');
	});

	test('it takes longer for larger files', async () => {
		const api = apiOf(sandbox());
		sandbox().control.setSettings({ completionMsPerMib: 10 * SECOND });
		const { uploadToken } = await uploaded(api, MIB + MIB);
		const from = Date.parse(sandbox().state().now);
		expect((await whileTimePasses(sandbox(), api.complete(uploadToken))).success).toBe(true);
		expect(Date.parse(sandbox().state().now) - from).toBeGreaterThanOrEqual(20 * SECOND);
	});

	test('for large files it fails with an upload timeout error, and goes on in the background: repeating succeeds', async () => {
		const api = apiOf(sandbox());
		sandbox().control.setSettings({ completionMsPerMib: 10 * SECOND, completionLimitMs: 0 });
		const { uploadToken } = await uploaded(api, MIB);
		const timedOut = { success: false, media: null, errors: [{ code: 'UPLOAD_TIMEOUT' }] };
		expect(await api.complete(uploadToken)).toMatchObject(timedOut);
		sandbox().control.clock.advance(9 * SECOND);
		expect(await api.complete(uploadToken)).toMatchObject(timedOut);
		expect(sandbox().state().media).toHaveLength(0);
		sandbox().control.clock.advance(SECOND);
		expect((await api.complete(uploadToken)).media?.id).toBe('1001');
		expect(sandbox().state().media).toHaveLength(1);
	});

	test('a transfer that a reset has overtaken ends in no library', async () => {
		const api = apiOf(sandbox());
		sandbox().control.setSettings({ completionMsPerMib: 10 * SECOND, completionLimitMs: 0 });
		await api.complete((await uploaded(api, MIB)).uploadToken);
		sandbox().control.reset();
		sandbox().control.clock.freeze();
		sandbox().control.clock.advance(10 * SECOND);
		expect((await inLibrary(api, 'a.png')).id).toBe('1001');
		expect(sandbox().state().media).toHaveLength(1);
	});

	test('for large files it may also answer HTTP 504', async () => {
		const api = apiOf(sandbox());
		sandbox().control.setSettings({
			completionMsPerMib: 10 * SECOND,
			completionLimitMs: 0,
			completionTimeoutAnswer: 'http504',
		});
		const { uploadToken } = await uploaded(api, MIB);
		expect((await refused(api.complete(uploadToken))).status).toBe(504);
		sandbox().control.clock.advance(10 * SECOND);
		expect((await api.complete(uploadToken)).success).toBe(true);
	});
});

test('a PUT after completion answers 412', async () => {
	const api = apiOf(sandbox());
	const { uploadToken, uploadUrl } = await uploaded(api, 'content');
	await api.complete(uploadToken);
	expect((await put(uploadUrl, 'content')).status).toBe(412);
});
