import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { failureOf } from '../../../nodes/SocialPostScheduling/transport/networkFailure';
import { anything } from '../arbitraries';
import { isFailure } from '../builders';

const fromSystem = (syscall: string, code: string) =>
	Object.assign(new Error(`${syscall} ${code}`), { syscall, code, errno: -1 });
/** As n8n hands an error on: its own around that of axios around that of Node. */
const wrapped = (error: { code?: string }, request: object = {}) => ({
	name: 'NodeApiError',
	message: 'n8n has a text of its own',
	cause: { name: 'Error', isAxiosError: true, code: error.code, request, cause: error },
});
const handshaking = { socket: { secureConnecting: true } };
const connected = { socket: { secureConnecting: false } };

const NETWORK_CODES = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'ECONNRESET'];

describe('what is known to have failed before a byte of the request left', () => {
	test.each([
		...NETWORK_CODES.map((code) => ['connect', code]),
		['connect', 'ETIMEDOUT'],
		['connect', 'EADDRNOTAVAIL'],
		['connect', 'SOMETHING_NEW'],
		['getaddrinfo', 'ENOTFOUND'],
		['getaddrinfo', 'EAI_AGAIN'],
		['queryA', 'ENODATA'],
	])('%s %s', (syscall = '', code = '') => {
		expect(failureOf(wrapped(fromSystem(syscall, code)))).toEqual({ kind: 'unreachable', code });
	});

	test('each of several addresses', () => {
		const all = new AggregateError([fromSystem('connect', 'ECONNREFUSED'), fromSystem('connect', 'ENETUNREACH')], '');
		expect(failureOf(wrapped(Object.assign(all, { code: 'ECONNREFUSED' })))).toEqual({
			kind: 'unreachable',
			code: 'ECONNREFUSED',
		});
		expect(failureOf(all)).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
	});

	test.each([
		['ECONNRESET', 'unreachable'],
		['EHOSTUNREACH', 'unreachable'],
		['EPROTO', 'untrusted'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'untrusted'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
		['CERT_HAS_EXPIRED', 'untrusted'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted'],
	])('%s in the handshake: %s', (code, kind) => {
		expect(failureOf(wrapped(fromSystem('read', code), handshaking))).toEqual({ kind, code });
	});

	test('a time limit that ends in the handshake', () => {
		expect(failureOf(wrapped({ code: 'ECONNABORTED' }, handshaking))).toEqual({ kind: 'timedOut', sent: false });
	});

	test.each(['ERR_INVALID_CHAR', 'ERR_INVALID_URL', 'ERR_UNESCAPED_CHARACTERS', 'ERR_INVALID_PROTOCOL'])(
		'%s: Node refuses the request',
		(code) => {
			expect(failureOf(Object.assign(new Error('Not valid'), { code }))).toEqual({
				kind: 'blockedByN8n',
				words: 'Not valid',
			});
		},
	);
});

describe('everything else may have come after the request', () => {
	test.each(
		[...NETWORK_CODES, 'EPIPE', 'EPROTO', 'SOMETHING_NEW'].flatMap((code) =>
			['read', 'write', 'shutdown', ''].map((syscall) => [syscall, code]),
		),
	)('%s %s', (syscall = '', code = '') => {
		expect(failureOf(wrapped(fromSystem(syscall, code), connected))).toEqual({ kind: 'connectionLost', code });
	});

	test.each([
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_BAD_RESPONSE',
		'HPE_INVALID_CONSTANT',
		'UND_ERR_CONNECT_TIMEOUT',
		'ENOTFOUND',
		'SQLITE_BUSY',
	])('%s, of which the moment is not known', (code) => {
		expect(failureOf(wrapped({ code }))).toEqual({ kind: 'connectionLost', code });
		expect(failureOf({ code })).toEqual({ kind: 'connectionLost', code });
	});

	test.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])('%s: no response came in time', (code) => {
		expect(failureOf(wrapped({ code }, connected))).toEqual({ kind: 'timedOut', sent: true });
	});

	test.each(['ERR_CANCELED', 'ABORT_ERR'])('%s: the request was on its way when it was stopped', (code) => {
		expect(failureOf(wrapped({ code }, connected))).toEqual({ kind: 'canceled', sent: true });
	});

	test.each(['ERR_CANCELED', 'ABORT_ERR'])('%s in the handshake: nothing was sent', (code) => {
		expect(failureOf(wrapped({ code }, handshaking))).toEqual({ kind: 'canceled', sent: false });
	});

	test('one address that was connected to is enough', () => {
		const errors = [fromSystem('connect', 'ECONNREFUSED'), fromSystem('read', 'ECONNRESET')];
		expect(failureOf(new AggregateError(errors, ''))).toEqual({ kind: 'connectionLost', code: 'ECONNREFUSED' });
	});

	test.each([
		['an error that nobody knows', new Error('Odd')],
		['a time limit whose code is a number', new DOMException('Odd', 'TimeoutError')],
		['an error of axios without a code', { name: 'Error', message: 'Odd', isAxiosError: true }],
		['a slip of the HTTP client', Object.assign(new TypeError('Odd'), {})],
		['such a slip, handed on by n8n', { name: 'NodeApiError', message: 'Odd', cause: new RangeError('x') }],
	])('%s', (_, error) => {
		expect(failureOf(error)).toEqual({ kind: 'unexpected', words: 'Odd', sent: true });
	});

	test.each([undefined, null, 'no', 7, []])('%p was thrown', (thrown) => {
		expect(failureOf(thrown)).toEqual({ kind: 'unexpected', words: 'n8n gave no reason.', sent: true });
	});
});

describe('without a code n8n did not let the request out', () => {
	test('its words are kept', () => {
		const refusal = { name: 'NodeApiError', message: 'Domain not allowed', cause: new UserError('Not allowed') };
		expect(failureOf(refusal)).toEqual({ kind: 'blockedByN8n', words: 'Domain not allowed' });
	});

	test('also where its guard of addresses ends the connect', () => {
		const blocked = { name: 'SsrfBlockedIpError', message: 'Blocked' };
		expect(failureOf({ message: 'Blocked', isAxiosError: true, request: handshaking, cause: blocked })).toEqual({
			kind: 'blockedByN8n',
			words: 'Blocked',
		});
	});

	test('an error without words gives no reason, and the text says so', () => {
		expect(failureOf(new UserError(''))).toEqual({ kind: 'blockedByN8n', words: 'n8n gave no reason.' });
	});
});

describe('where the code stands', () => {
	const refused = fromSystem('connect', 'ECONNREFUSED');

	test('a code that is no text, or empty, is passed over', () => {
		for (const code of [500, '']) {
			expect(failureOf({ code, cause: refused })).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
		}
	});

	test('an error that wraps itself comes to an end', () => {
		const error: Error & { cause?: unknown } = new UserError('Round and round');
		error.cause = error;
		expect(failureOf(error)).toEqual({ kind: 'blockedByN8n', words: 'Round and round' });
	});
});

test('anything that is thrown gives a failure of a known kind', () => {
	fc.assert(fc.property(anything(), (thrown) => expect(isFailure(failureOf(thrown))).toBe(true)));
	fc.assert(
		fc.property(fc.record({ code: fc.string(), cause: anything() }), (thrown) =>
			expect(isFailure(failureOf(thrown))).toBe(true),
		),
	);
});

test('a proxy that ended the connection before it was open: nothing was sent', () => {
	const words = 'Proxy connection ended before receiving CONNECT response';
	expect(failureOf(Object.assign(new Error(words), { isAxiosError: true }))).toEqual({
		kind: 'unreachable',
		code: words,
	});
});
