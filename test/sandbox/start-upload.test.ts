/** Specification, section 4 (startMediaUpload) and section 2 (upload session). */
import { apiOf, refused, started } from './support/api';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const MAX_BYTES = 500 * 1024 * 1024;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('it returns a UUID-shaped token, a signed absolute address that is not under the base URL, and expiresAt', async () => {
	const { uploadToken, uploadUrl, expiresAt } = await started(apiOf(sandbox()), 10);
	expect(uploadToken).toMatch(UUID);
	expect(new URL(uploadUrl).origin).toBe(sandbox().uploadOrigin);
	expect(sandbox().uploadOrigin).not.toBe(sandbox().baseUrl);
	expect(new URL(uploadUrl).searchParams.get('signature')).toBeTruthy();
	expect(expiresAt).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
});

test('expiresAt is one hour after issue, and the Date header is by the same clock', async () => {
	sandbox().control.clock.freeze();
	sandbox().control.clock.set('2031-05-05T05:05:05Z');
	const { data, headers } = await apiOf(sandbox()).client.rawRequest(
		'mutation { startMediaUpload(size: 1, mimeType: "image/png") { expiresAt } }',
	);
	expect(data).toEqual({ startMediaUpload: { expiresAt: '2031-05-05T06:05:05.000Z' } });
	expect(new Headers(headers).get('date')).toBe('Mon, 05 May 2031 05:05:05 GMT');
});

test.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/heic', 'video/mp4', 'video/quicktime'])(
	'mimeType may be %s',
	async (mimeType) => {
		expect(await apiOf(sandbox()).start(1, mimeType)).toMatchObject({ success: true, errors: [] });
	},
);

test.each(['image/jpg', 'IMAGE/PNG', 'image/png; charset=utf-8', 'text/plain', ''])(
	'mimeType may not be %p',
	async (type) => {
		expect(await apiOf(sandbox()).start(1, type)).toMatchObject({
			success: false,
			uploadUrl: null,
			errors: [{ field: 'mimeType', code: 'UNSUPPORTED_MIME_TYPE' }],
		});
	},
);

test('size is at most 500 MiB', async () => {
	expect((await apiOf(sandbox()).start(MAX_BYTES)).success).toBe(true);
	expect((await apiOf(sandbox()).start(MAX_BYTES + 1)).errors).toMatchObject([
		{ field: 'size', code: 'FILE_TOO_LARGE' },
	]);
});

test.each([0, -1])('size may not be %d', async (size) => {
	expect((await apiOf(sandbox()).start(size)).errors).toMatchObject([{ field: 'size', code: 'INVALID_DATA' }]);
});

test('all problems are reported at once', async () => {
	expect((await apiOf(sandbox()).start(0, 'text/plain')).errors.map(({ field }) => field)).toEqual([
		'size',
		'mimeType',
	]);
});

test('a BigInt is taken as a number or as a numeric text', async () => {
	expect((await apiOf(sandbox()).start('5')).success).toBe(true);
	for (const size of ['99999999999999999999', 2 ** 53, 1e20]) {
		expect((await apiOf(sandbox()).start(size)).errors).toMatchObject([{ code: 'FILE_TOO_LARGE' }]);
	}
	const inline = 'mutation { startMediaUpload(size: "7", mimeType: "image/png") { success } }';
	expect(await apiOf(sandbox()).first(inline)).toEqual({ success: true });
});

test.each(['five', '1.5', ''])('a BigInt may not be %p', async (size) => {
	const { errors } = await refused(apiOf(sandbox()).start(size));
	expect(errors?.[0]?.message).toContain('BigInt');
	expect(sandbox().state().uploadsCounted).toBe(0);
});
