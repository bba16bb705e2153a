import { withJitter } from '../../../nodes/SocialPostScheduling/transport/jitter';

afterEach(() => jest.restoreAllMocks());

test.each([
	[0, 5000],
	[0.5, 5500],
	[0.999999, 6000],
])('chance %d', (chance, expected) => {
	jest.spyOn(Math, 'random').mockReturnValue(chance);
	expect(withJitter(5000)).toBe(expected);
});

test('waits for the same moment differ', () => {
	const waits = new Set(Array.from({ length: 100 }, () => withJitter(5000)));
	expect(waits.size).toBeGreaterThan(1);
});
