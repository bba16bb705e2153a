import { clip, mapWords } from '../../../nodes/SocialPostScheduling/transport/words';
import { CAUSE_NAMES, causeNamed } from '../builders';

test('long words are cut, and show that they are', () => {
	expect(clip('a'.repeat(500))).toBe('a'.repeat(500));
	expect(clip('a'.repeat(501))).toBe(`${'a'.repeat(500)}...`);
});

test.each(CAUSE_NAMES)('"%s" stays as it is where its words stay', (name) => {
	expect(mapWords(causeNamed(name), (words) => words)).toEqual(causeNamed(name));
});

test('every text of a refusal is changed, and what is no text stays', () => {
	const cause = { kind: 'refused' as const, errors: [{ field: 'a', code: null, message: 'b' }] };
	expect(mapWords(cause, (words) => words.toUpperCase())).toEqual({
		kind: 'refused',
		errors: [{ field: 'A', code: null, message: 'B' }],
	});
});

test.each(['gaveUp', 'sessionExpired'] as const)('the words of what came before "%s" are changed', (kind) => {
	const last = { kind: 'httpStatus' as const, status: 500, words: 'a' };
	expect(mapWords({ kind, last }, (words) => words.toUpperCase())).toEqual({ kind, last: { ...last, words: 'A' } });
});
