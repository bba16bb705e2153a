import { mapServiceText, shorten } from '../../../nodes/SocialPostScheduling/errors/serviceMessage';
import { FAILURE_NAMES, failureNamed } from '../builders';

test('long words are cut, and show that they are', () => {
	expect(shorten('a'.repeat(500))).toBe('a'.repeat(500));
	expect(shorten('a'.repeat(501))).toBe(`${'a'.repeat(500)}...`);
});

test.each(FAILURE_NAMES)('"%s" stays as it is where its words stay', (name) => {
	expect(mapServiceText(failureNamed(name), (words) => words)).toEqual(failureNamed(name));
});

test('every text of a refusal is changed, and what is no text stays', () => {
	const failure = { kind: 'refused' as const, errors: [{ field: 'a', code: null, message: 'b', suggestedFix: 'c' }] };
	expect(mapServiceText(failure, (words) => words.toUpperCase())).toEqual({
		kind: 'refused',
		errors: [{ field: 'A', code: null, message: 'B', suggestedFix: 'C' }],
	});
});

const LAST = { kind: 'httpStatus', status: 500, words: 'a' } as const;

test.each([
	[{ kind: 'deadlineExceeded', last: LAST }, { last: { ...LAST, words: 'A' } }],
	[
		{ kind: 'sessionExpired', words: 'b', last: LAST },
		{ words: 'B', last: { ...LAST, words: 'A' } },
	],
] as const)('what came before is changed as well: %j', (failure, changed) => {
	expect(mapServiceText(failure, (words) => words.toUpperCase())).toMatchObject(changed);
});
