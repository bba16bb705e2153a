import { ok, invalid, combine } from '../../../nodes/SocialPostScheduling/utils/result';

test('a list of valid values gives the values in their order', () => {
	expect(combine([ok(2), ok(1)])).toEqual({ ok: true, value: [2, 1] });
});

test('an empty list is valid', () => {
	expect(combine([])).toEqual({ ok: true, value: [] });
});

test('the first problem of a list is the one that is told', () => {
	const checks = [ok(1), invalid('A', 'is wrong', 'Mend A.'), invalid('B', 'is wrong', 'Mend B.')];
	expect(combine(checks)).toEqual({ ok: false, error: { field: 'A', problem: 'is wrong', advice: 'Mend A.' } });
});
