import { type Cause, mayHaveTakenEffect } from '../../../nodes/SocialPostScheduling/transport/cause';
import { CAUSE_NAMES, causeNamed } from '../builders';

/** After these the service may have done what was asked; after all others it surely has not. */
const IN_DOUBT = [
	'connectionLost',
	'timedOut',
	'stopped after sending',
	'HTTP 408',
	'HTTP 500',
	'HTTP 502',
	'HTTP 503',
	'HTTP 504',
	'HTTP 520',
	'notJson, a page',
	'notJson, text',
	'notJson, empty',
	'graphqlErrors, executed',
	'wrongShape',
	'unforeseen after sending, without words',
	'gaveUp after connectionLost',
];

test('every case in doubt is one of the causes', () => {
	expect(CAUSE_NAMES).toEqual(expect.arrayContaining(IN_DOUBT));
});

test.each(CAUSE_NAMES.map((name) => [name, IN_DOUBT.includes(name)] as const))(
	'%s: may it have been done? %s',
	(name, expected) => {
		expect(mayHaveTakenEffect(causeNamed(name))).toBe(expected);
	},
);

test.each([
	[400, false],
	[404, false],
	[408, true],
	[409, false],
	[422, false],
	[499, false],
	[500, true],
	[501, false],
	[505, true],
	[599, true],
])('HTTP %i: may it have been done? %s', (status, expected) => {
	expect(mayHaveTakenEffect({ kind: 'httpStatus', status, words: '' })).toBe(expected);
});

test('giving up tells nothing new: what came last decides', () => {
	const twice = (last: Cause): Cause => ({ kind: 'gaveUp', last: { kind: 'gaveUp', last } });
	expect(mayHaveTakenEffect(twice({ kind: 'timedOut' }))).toBe(true);
	expect(mayHaveTakenEffect(twice({ kind: 'uploadLimit' }))).toBe(false);
});
