import fc from 'fast-check';
import { checkIds } from '../../../nodes/SocialPostScheduling/validation/ids';
import { anything } from '../arbitraries';
import { problemOf } from '../builders';

const check = (written: unknown) => checkIds(written, 'Media Label IDs');

test.each([
	['one ID', '12', ['12']],
	['several', '12,13', ['12', '13']],
	['blanks around them', ' 12 ,\n13 ', ['12', '13']],
	['a comma too many', ',12,,13,', ['12', '13']],
	['one of them twice', '12,13,12', ['12', '13']],
	['an array of texts', ['12', ' 13 '], ['12', '13']],
	['an array of numbers', [12, 13], ['12', '13']],
	['the same ID as text and as number', ['12', 12], ['12']],
	['an array with an empty text', ['12', ''], ['12']],
	['a number', 12, ['12']],
])('%s', (_, written, ids) => {
	expect(check(written)).toEqual({ ok: true, value: ids });
});

test.each([
	['an empty text', ''],
	['blanks and commas', ' , ,'],
	['an empty array', []],
	['nothing', undefined],
	['null', null],
])('%s leaves the argument out', (_, written) => {
	expect(check(written)).toEqual({ ok: true, value: undefined });
});

test.each([
	['an object', { id: '12' }],
	['an array of objects', ['11', { id: '12' }]],
	['a truth value', true],
	['an array in an array', [['12']]],
])('%s is refused, and shown', (_, written) => {
	const { field, problem } = problemOf(check(written));
	expect(field).toBe('Media Label IDs');
	expect(problem).toContain(Array.isArray(written) ? '12' : JSON.stringify(written));
});

test.each([
	['no number', Number.NaN],
	['a list with no number', ['12', Number.NaN]],
	['infinity', Number.POSITIVE_INFINITY],
])('%s, as a calculation in an expression may give it, is no ID', (_, written) => {
	expect(problemOf(check(written)).field).toBe('Media Label IDs');
});

test('a big integer does not throw', () => {
	expect(() => check([10n])).not.toThrow();
});

test('any value gives IDs without blanks and doubles, or a problem', () => {
	fc.assert(
		fc.property(anything(), (written) => {
			const checked = check(written);
			if (!checked.ok || checked.value === undefined) return;
			expect(checked.value.length).toBeGreaterThan(0);
			expect(checked.value.every((id) => id !== '' && id.trim() === id)).toBe(true);
			expect(new Set(checked.value).size).toBe(checked.value.length);
		}),
	);
});

test.each([[['12', null]], [[undefined, '12']]])('an expression that found nothing is refused: %j', (written) => {
	expect(check(written)).toMatchObject({ ok: false, error: { field: 'Media Label IDs' } });
});

test('many IDs are no burden', () => {
	const ids = Array.from({ length: 200_000 }, (_, at) => String(at));
	expect(check(ids.join(','))).toEqual({ ok: true, value: ids });
});
