import { FAILURE_NAMES, failureNamed } from '../builders';
import { afterDoubt, type Failure, mayHaveSucceeded } from '../../../nodes/SocialPostScheduling/transport/failure';

/** After these the service may have done what was asked; after all others it surely has not. */
const IN_DOUBT = [
	'doubted',
	'startedBefore',
	'startedBefore, by an earlier execution',
	'connectionLost',
	'timedOut after sending',
	'redirected with HTTP 302',
	'forbidden by a page',
	'HTTP 101',
	'HTTP 406',
	'canceled after sending',
	'HTTP 408',
	'HTTP 409',
	'HTTP 500',
	'HTTP 501',
	'HTTP 502',
	'HTTP 503',
	'HTTP 504',
	'HTTP 520',
	'notJson, a page',
	'notJson, text',
	'notJson, empty',
	'responseTooLong',
	'graphqlErrors, executed',
	'doneTwice',
	'unexpectedResponse',
	'unexpected after sending, without words',
	'deadlineExceeded after connectionLost',
];

test('every case in doubt is one of the causes', () => {
	expect(FAILURE_NAMES).toEqual(expect.arrayContaining(IN_DOUBT));
});

test.each(FAILURE_NAMES.map((name) => [name, IN_DOUBT.includes(name)] as const))(
	'%s: may it have been done? %s',
	(name, expected) => {
		expect(mayHaveSucceeded(failureNamed(name))).toBe(expected);
	},
);

test.each([
	[400, false],
	[404, false],
	[408, true],
	[409, true],
	[422, false],
	[406, true],
	[499, true],
	[500, true],
	[501, true],
	[505, true],
	[599, true],
])('HTTP %i: may it have been done? %s', (status, expected) => {
	expect(mayHaveSucceeded({ kind: 'httpStatus', status, words: '' })).toBe(expected);
});

test.each([
	['the service', {}, false],
	['a proxy that puts its page in place of the response', { page: true }, true],
] as const)('HTTP 403 of %s', (_, page, expected) => {
	expect(mayHaveSucceeded({ kind: 'forbidden', words: '', ...page })).toBe(expected);
});

test('giving up tells nothing new: what came last decides', () => {
	const twice = (last: Failure): Failure => ({ kind: 'deadlineExceeded', last: { kind: 'deadlineExceeded', last } });
	expect(mayHaveSucceeded(twice({ kind: 'timedOut', sent: true }))).toBe(true);
	expect(mayHaveSucceeded(twice({ kind: 'uploadLimit' }))).toBe(false);
});

describe('after an attempt that is in doubt', () => {
	const earlier: Failure = { kind: 'connectionLost', code: 'ECONNRESET' };

	test.each(FAILURE_NAMES)('%s leaves the doubt', (name) => {
		expect(mayHaveSucceeded(afterDoubt(failureNamed(name), earlier))).toBe(true);
	});

	test('a refusal keeps its words, and what says nothing of it gives way', () => {
		const refusal = { kind: 'refused', errors: [{ field: null, code: null, message: 'Not found' }] } as const;
		expect(afterDoubt(refusal, earlier)).toEqual({ ...refusal, uncertain: true });
		expect(afterDoubt({ kind: 'unreachable', code: 'ECONNREFUSED' }, earlier)).toBe(earlier);
		const newer: Failure = { kind: 'timedOut', sent: true };
		expect(afterDoubt(newer, earlier)).toBe(newer);
	});

	test.each(FAILURE_NAMES)('%s stays as it is where there was none', (name) => {
		expect(afterDoubt(failureNamed(name), undefined)).toBe(failureNamed(name));
	});
});
