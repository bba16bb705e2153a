import fc from 'fast-check';
import { toTrimmedString } from '../../../nodes/SocialPostScheduling/utils/values';
import { anything } from '../arbitraries';

test.each([
	['word', 'word'],
	['  two words\n', 'two words'],
	['', ''],
	[2030, '2030'],
	[0, '0'],
	[undefined, ''],
	[null, ''],
	[true, ''],
	[['word'], ''],
	[{ text: 'word' }, ''],
])('the text of %j is "%s"', (written, expected) => {
	expect(toTrimmedString(written)).toBe(expected);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
	'%d, as a calculation in an expression may give it, is no text',
	(written) => {
		expect(toTrimmedString(written)).toBe('');
	},
);

test('any value gives a text without blanks around it', () => {
	fc.assert(
		fc.property(fc.oneof(anything(), fc.string()), (written) =>
			expect(toTrimmedString(written)).toBe(toTrimmedString(written).trim()),
		),
	);
});
