import type { INodeProperties } from 'n8n-workflow';
import {
	readBoolean,
	readCollection,
	readNumber,
	readOption,
	readOptional,
	readText,
} from '../../../nodes/SocialPostScheduling/validation/parameters';
import type { InvalidInput, Result } from '../../../nodes/SocialPostScheduling/utils/result';

const NUMBER = { fallback: 4, min: 1, max: 16, whole: true };
const NAME: INodeProperties = { displayName: 'Name', name: 'name', type: 'string', default: '' };
const COLLECTION: INodeProperties = {
	...NAME,
	displayName: 'Fields',
	name: 'fields',
	type: 'collection',
	options: [NAME],
};
const REFUSED = 'refused';
const read = <T>(checked: Result<T, InvalidInput>) => (checked.ok ? checked.value : REFUSED);

/** What comes of each value, as text, as yes or no, as a number from 1 to 16, and as a collection. */
const VALUES: ReadonlyArray<readonly [unknown, string, boolean | string, number | string, object | string]> = [
	[undefined, '', true, 4, {}],
	[null, '', true, 4, {}],
	['', '', true, 4, {}],
	[' \n', '', true, 4, {}],
	['words', 'words', REFUSED, REFUSED, REFUSED],
	[' words ', 'words', REFUSED, REFUSED, REFUSED],
	['true', 'true', true, REFUSED, REFUSED],
	[' FALSE ', 'FALSE', false, REFUSED, REFUSED],
	['7', '7', REFUSED, 7, REFUSED],
	[' 7 ', '7', REFUSED, 7, REFUSED],
	['7.5', '7.5', REFUSED, REFUSED, REFUSED],
	[7, '7', REFUSED, 7, REFUSED],
	[1, '1', REFUSED, 1, REFUSED],
	[16, '16', REFUSED, 16, REFUSED],
	[17, '17', REFUSED, REFUSED, REFUSED],
	[0, '0', REFUSED, REFUSED, REFUSED],
	[-3, '-3', REFUSED, REFUSED, REFUSED],
	[7.5, '7.5', REFUSED, REFUSED, REFUSED],
	[Number.NaN, REFUSED, REFUSED, REFUSED, REFUSED],
	[Number.POSITIVE_INFINITY, REFUSED, REFUSED, REFUSED, REFUSED],
	[true, REFUSED, true, REFUSED, REFUSED],
	[false, REFUSED, false, REFUSED, REFUSED],
	[[], REFUSED, REFUSED, REFUSED, REFUSED],
	[['words'], REFUSED, REFUSED, REFUSED, REFUSED],
	[{}, REFUSED, REFUSED, REFUSED, {}],
	[{ a: 1 }, REFUSED, REFUSED, REFUSED, { a: 1 }],
];

test.each(VALUES)(
	'%p: text %p, truth value %p, number %p, collection %p',
	(written, text, truth, number, collection) => {
		expect(read(readText(written, 'Field'))).toEqual(text);
		expect(read(readBoolean(written, 'Field', true))).toEqual(truth);
		expect(read(readNumber(written, 'Field', NUMBER))).toEqual(number);
		expect(read(readCollection(written, COLLECTION))).toEqual(collection);
	},
);

test.each([
	[readText([1], 'Name'), 'is [1], which is not text'],
	[readText(2 ** 53, 'Name'), 'is 9007199254740992, which may not be the one that was written'],
	[readOption(true, 'Name', [{ value: 'always' }]), 'is true, which is not in its list'],
	[readBoolean('maybe', 'Name', true), 'is "maybe", which is neither true nor false'],
	[readNumber('x', 'Name', NUMBER), 'is "x"'],
	[readCollection('x', { ...COLLECTION, displayName: 'Name' }), 'is "x", which holds no fields'],
	[readCollection({ name: undefined }, COLLECTION), 'is empty'],
	[readOptional(undefined, NAME), 'is empty'],
	[readOptional(' \n', NAME), 'is empty'],
	[readOptional(', ,', NAME), 'is empty'],
])('a refusal says what the value is: %j', (checked, problem) => {
	expect(checked).toMatchObject({ ok: false, error: { field: 'Name', problem } });
});

test('the advice about a number says what may be entered', () => {
	expect(readNumber('x', 'Name', NUMBER)).toMatchObject({ error: { advice: 'Enter a whole number from 1 to 16.' } });
	expect(readNumber('x', 'Name', { ...NUMBER, max: Number.POSITIVE_INFINITY, whole: false })).toMatchObject({
		error: { advice: 'Enter a number of at least 1.' },
	});
});
