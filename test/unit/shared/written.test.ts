import fc from 'fast-check';
import { textOf } from '../../../nodes/SocialPostScheduling/shared/written';
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
	expect(textOf(written)).toBe(expected);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
	'%d, as a calculation in an expression may give it, is no text',
	(written) => {
		expect(textOf(written)).toBe('');
	},
);

test('any value gives a text without blanks around it', () => {
	fc.assert(
		fc.property(fc.oneof(anything(), fc.string()), (written) => expect(textOf(written)).toBe(textOf(written).trim())),
	);
});
