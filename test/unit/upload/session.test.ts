import fc from 'fast-check';
import { problemOfUploadUrl, START_MEDIA_UPLOAD, toSession } from '../../../nodes/SocialPostScheduling/upload/session';
import type { Reply } from '../../../nodes/SocialPostScheduling/transport/reply';
import { anyReply } from '../arbitraries';
import { HOUR, isFailure, MINUTE, NOW, payloadReply, refusedReply, reply, SECOND } from '../builders';

const HTTPS = new URL('https://api.example.com/gql');
const LOCAL = new URL('http://localhost:4000/gql');

const EXPIRES_AT = new Date(NOW + HOUR).toISOString();
const GOOD = {
	success: true,
	errors: [],
	uploadToken: '0b0c6e3c-6c2c-4b56-9d0f-2f6c1c5d7e10',
	uploadUrl: 'https://storage.example.com/put/1?signature=s',
	expiresAt: EXPIRES_AT,
};

const readSession = (it: Reply, receivedAt: number, endpoint: URL) => {
	const started = START_MEDIA_UPLOAD.read(it);
	return started.ok ? toSession(started.value.value, receivedAt, endpoint) : started;
};

const read = (more: object = {}, headers: Record<string, string> = {}, receivedAt = NOW, endpoint = HTTPS) =>
	readSession(payloadReply('startMediaUpload', { ...GOOD, ...more }, headers), receivedAt, endpoint);

test('a session is what the service gave, with its end by the clock of this machine', () => {
	const { uploadToken, uploadUrl, expiresAt } = GOOD;
	expect(read()).toEqual({
		ok: true,
		value: { uploadToken, uploadUrl, expiresAt, endsAt: NOW + HOUR, mayEndAt: NOW + HOUR },
	});
});

describe('the time that is left is read by two clocks, either of which may be wrong', () => {
	test.each([-HOUR, -5 * MINUTE, -SECOND, 0, SECOND, 5 * MINUTE, HOUR])('%i ms apart', (off) => {
		const receivedAt = NOW + off;
		expect(read({}, { date: new Date(NOW).toUTCString() }, receivedAt)).toMatchObject({
			value: {
				endsAt: Math.max(receivedAt, NOW) + HOUR,
				mayEndAt: Math.min(receivedAt, NOW) + HOUR,
			},
		});
	});

	test.each([
		['no Date header', {}],
		['a Date header that is no date', { date: 'today' }],
	])('with %s, this clock has to do', (_, headers) => {
		expect(read({}, headers, NOW + 5 * MINUTE)).toMatchObject({ value: { endsAt: NOW + HOUR } });
	});

	test('a session that is over already is given as such', () => {
		expect(read({ expiresAt: new Date(NOW - MINUTE).toISOString() })).toMatchObject({
			value: { endsAt: NOW - MINUTE },
		});
	});

	test('an offset in the time is heeded', () => {
		expect(read({ expiresAt: '2027-01-15T15:00:00+02:00' })).toMatchObject({ value: { endsAt: NOW + HOUR } });
	});
});

describe('a session without one of its parts is none', () => {
	test.each([
		['uploadToken', undefined],
		['uploadToken', null],
		['uploadToken', ''],
		['uploadToken', 7],
		['uploadUrl', undefined],
		['uploadUrl', null],
		['uploadUrl', ''],
		['uploadUrl', ['https://storage.example.com']],
	])('%s is %j', (name, value) => {
		expect(read({ [name]: value })).toEqual({
			ok: false,
			error: { kind: 'unexpectedResponse', missing: `data.startMediaUpload.${name}` },
		});
	});
});

test.each([undefined, null, '', 'in an hour', '12:00', '2027', '2027-01-15', NOW + HOUR, '2027-01-15T13:00:00 UTC'])(
	'an end that is %j is no reason to throw away a counted upload: it is taken for an hour',
	(expiresAt) => {
		expect(read({ expiresAt }, { date: new Date(0).toUTCString() })).toMatchObject({
			value: { expiresAt: '', endsAt: NOW + HOUR, mayEndAt: NOW + HOUR },
		});
	},
);

test('what the service says of a session that is not whole is kept', () => {
	const errors = [{ field: 'size', code: 'X', message: 'No room is left' }];
	expect(read({ uploadUrl: null, errors })).toMatchObject({ error: { words: 'size: No room is left' } });
});

test('what keeps the payload from being read keeps the session from being read', () => {
	const limit = [{ message: 'Media upload rate limit exceeded' }];
	expect(readSession(refusedReply('startMediaUpload', limit), NOW, HTTPS)).toEqual({
		ok: false,
		error: { kind: 'uploadLimit' },
	});
	expect(readSession(reply(401), NOW, HTTPS)).toMatchObject({ ok: false, error: { kind: 'unauthorized' } });
});

describe('the file goes only to a safe address', () => {
	test.each([
		['https', 'https://storage.example.com/put?s=1', HTTPS],
		['https to an IP address', 'https://203.0.113.7/put?s=1', HTTPS],
		['https from a local service', 'https://storage.example.com/put?s=1', LOCAL],
		['http from a local service to the same machine', 'http://localhost:4000/put?s=1', LOCAL],
		['http from a local service to another machine beside it', 'http://192.168.1.9/put?s=1', LOCAL],
	])('%s is safe', (_, uploadUrl, endpoint) => {
		expect(problemOfUploadUrl(uploadUrl, endpoint)).toBeNull();
		expect(read({ uploadUrl }, {}, NOW, endpoint)).toMatchObject({ ok: true, value: { uploadUrl } });
	});

	test.each([
		['http', 'http://storage.example.com/put?s=1', HTTPS, 'is not encrypted (http)'],
		[
			'http to a machine nearby, named by a service out in the world',
			'http://192.168.1.1/put?s=1',
			HTTPS,
			'is not encrypted (http)',
		],
		[
			'http to the world, named by a local service',
			'http://storage.example.com/put?s=1',
			LOCAL,
			'is not encrypted (http)',
		],
		['a path', '/put/1?s=1', HTTPS, 'is not an absolute address'],
		['an address without a protocol', '//storage.example.com/put?s=1', HTTPS, 'is not an absolute address'],
		['words', 'ask later', HTTPS, 'is not an absolute address'],
		['another protocol', 'ftp://storage.example.com/put', HTTPS, 'starts with ftp:'],
		['a file of this machine', 'file:///etc/passwd', LOCAL, 'starts with file:'],
	])('%s is not', (_, uploadUrl, endpoint, problem) => {
		const outcome = read({ uploadUrl }, {}, NOW, endpoint);
		expect(outcome).toEqual({ ok: false, error: { kind: 'unsafeUploadUrl', problem } });
		expect(JSON.stringify(outcome)).not.toContain('s=1');
	});
});

test('any reply gives a session with an end, to a safe address, or a cause of a known kind', () => {
	fc.assert(
		fc.property(anyReply(), fc.constantFrom(HTTPS, LOCAL), (it, endpoint) => {
			const outcome = readSession(it, NOW, endpoint);
			if (!outcome.ok) return expect(isFailure(outcome.error)).toBe(true);
			expect(Number.isFinite(outcome.value.endsAt)).toBe(true);
			expect(outcome.value.uploadToken).not.toBe('');
			expect(problemOfUploadUrl(outcome.value.uploadUrl, endpoint)).toBeNull();
		}),
		{ numRuns: 2000 },
	);
});
