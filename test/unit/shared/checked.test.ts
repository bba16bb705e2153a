import { all, invalid, valid } from '../../../nodes/SocialPostScheduling/shared/checked';

test('a list of valid values gives the values in their order', () => {
	expect(all([valid(2), valid(1)])).toEqual({ ok: true, value: [2, 1] });
});

test('an empty list is valid', () => {
	expect(all([])).toEqual({ ok: true, value: [] });
});

test('the first problem of a list is the one that is told', () => {
	const checks = [valid(1), invalid('A', 'is wrong', 'Mend A.'), invalid('B', 'is wrong', 'Mend B.')];
	expect(all(checks)).toEqual({ ok: false, problem: { field: 'A', problem: 'is wrong', advice: 'Mend A.' } });
});
