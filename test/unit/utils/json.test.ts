import { field, idField, integerField, isRecord, textField } from '../../../nodes/SocialPostScheduling/utils/json';

test.each([
	['an object', {}, true],
	['a list', [], false],
	['null', null, false],
	['a text', 'a', false],
	['a number', 1, false],
	['nothing', undefined, false],
])('%s: is it a record?', (_, value, expected) => {
	expect(isRecord(value)).toBe(expected);
});

test.each([
	['an object that has it', { a: 1 }, 1],
	['an object without it', { b: 1 }, undefined],
	['null', null, undefined],
	['a list', [1], undefined],
	['a text', 'a', undefined],
])('a field of %s', (_, value, expected) => {
	expect(field(value, 'a')).toBe(expected);
});

test.each([
	['word', 'word'],
	['', ''],
	[7, null],
	[true, null],
	[null, null],
	[{ text: 'word' }, null],
	[undefined, null],
])('the text in %j is %j', (written, expected) => {
	expect(textField({ a: written }, 'a')).toBe(expected);
});

test.each([
	['4711', '4711'],
	[4711, '4711'],
	[0, '0'],
	[2 ** 53, null],
	['', null],
	[Number.NaN, null],
	[Number.POSITIVE_INFINITY, null],
	[true, null],
	[null, null],
	[['4711'], null],
])('the id in %p is %j', (written, expected) => {
	expect(idField({ a: written }, 'a')).toBe(expected);
});

test.each([
	[524288000, 524288000],
	['524288000', 524288000],
	['0', 0],
	[1.5, null],
	['1.5', null],
	['1e3', null],
	['-1', null],
	['', null],
	[Number.MAX_SAFE_INTEGER + 1, null],
	['99999999999999999', null],
	[null, null],
	[true, null],
])('the whole number in %p is %p', (written, expected) => {
	expect(integerField({ a: written }, 'a')).toBe(expected);
});
