import fc from 'fast-check';
import { failureOf } from '../../../nodes/SocialPostScheduling/transport/http';
import { anything } from '../arbitraries';
import { isFailure } from '../builders';

const withCode = (code: unknown, more: object = {}) => Object.assign(new Error('It went wrong'), { code }, more);

test.each([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EAI_FAIL',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'ENETDOWN',
	'EADDRNOTAVAIL',
	'UND_ERR_CONNECT_TIMEOUT',
])('%s: no connection came about', (code) => {
	expect(failureOf(withCode(code))).toEqual({ kind: 'unreachable', code });
});

test.each([
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s: the certificate is not trusted', (code) => {
	expect(failureOf(withCode(code))).toEqual({ kind: 'untrusted', code });
});

test.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])('%s: no answer came in time', (code) => {
	expect(failureOf(withCode(code))).toEqual({ kind: 'timedOut' });
});

test.each(['ERR_CANCELED', 'ABORT_ERR'])('%s: the request was on its way when it was stopped', (code) => {
	expect(failureOf(withCode(code))).toEqual({ kind: 'canceled', sent: true });
});

test.each(['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'HPE_INVALID_CONSTANT', 'SOMETHING_NEW'])(
	'%s: the connection broke, and what was sent may have arrived',
	(code) => {
		expect(failureOf(withCode(code))).toEqual({ kind: 'connectionLost', code });
	},
);

describe('the code may be deep inside', () => {
	const refused = withCode('ECONNREFUSED');
	const wrap = (error: unknown, depth: number): unknown =>
		depth === 0 ? error : wrap(Object.assign(new Error('Wrapped'), { cause: error }), depth - 1);

	test.each([1, 2, 3, 4])('wrapped %i times', (depth) => {
		expect(failureOf(wrap(refused, depth))).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
	});

	test('one of several tries to connect', () => {
		const error = new AggregateError([refused, withCode('ENETUNREACH')], '');
		expect(failureOf(error)).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
		expect(failureOf(wrap(error, 2))).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
	});

	test('the outermost code counts', () => {
		expect(failureOf(withCode('ETIMEDOUT', { cause: refused }))).toEqual({ kind: 'timedOut' });
	});

	test('a code that is no text is passed over', () => {
		expect(failureOf(withCode(500, { cause: refused }))).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
	});

	test('an object need not be an Error', () => {
		expect(failureOf({ cause: { code: 'ECONNREFUSED' } })).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
	});

	test('an error that wraps itself comes to an end', () => {
		const error: Error & { cause?: unknown } = new Error('Round and round');
		error.cause = error;
		expect(failureOf(error)).toEqual({ kind: 'blockedByN8n', words: 'Round and round' });
	});
});

describe('without a code it was n8n that did not let the request out', () => {
	test('its words are kept', () => {
		expect(failureOf(new Error('Domain not allowed: a.example'))).toEqual({
			kind: 'blockedByN8n',
			words: 'Domain not allowed: a.example',
		});
	});

	test.each([
		['nothing', undefined],
		['null', null],
		['a text', 'no'],
		['an object without words', {}],
		['an error without words', new Error('')],
	])('%s gives no reason, and the text says so', (_, thrown) => {
		expect(failureOf(thrown)).toEqual({ kind: 'blockedByN8n', words: 'n8n gave no reason.' });
	});
});

test('an empty code is none', () => {
	expect(failureOf(withCode('', { cause: withCode('ECONNREFUSED') }))).toEqual({
		kind: 'unreachable',
		code: 'ECONNREFUSED',
	});
});

test('anything that is thrown gives a cause of a known kind', () => {
	fc.assert(fc.property(anything(), (thrown) => expect(isFailure(failureOf(thrown))).toBe(true)));
	fc.assert(
		fc.property(fc.record({ code: fc.string(), cause: anything() }), (thrown) =>
			expect(isFailure(failureOf(thrown))).toBe(true),
		),
	);
});
