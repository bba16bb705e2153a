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
	const failure = { kind: 'refused' as const, errors: [{ field: 'a', code: null, message: 'b' }] };
	expect(mapServiceText(failure, (words) => words.toUpperCase())).toEqual({
		kind: 'refused',
		errors: [{ field: 'A', code: null, message: 'B' }],
	});
});

test.each(['deadlineExceeded', 'sessionExpired'] as const)('the words of what came before "%s" are changed', (kind) => {
	const last = { kind: 'httpStatus' as const, status: 500, words: 'a' };
	expect(mapServiceText({ kind, last }, (words) => words.toUpperCase())).toEqual({
		kind,
		last: { ...last, words: 'A' },
	});
});
