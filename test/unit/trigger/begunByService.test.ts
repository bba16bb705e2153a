import { begunByService } from '../../../nodes/SocialPostSchedulingTrigger/poll';

/** Milliseconds after the poll began at 100 s, by the clock of n8n, at which its request was sent and its response was read. */
const cases: ReadonlyArray<readonly [string, number, number, number, number]> = [
	['the same clock, a list that takes long', 0, 112_000, 13_000, 100_000],
	['the same clock, a body that takes long', 0, 100_000, 13_000, 100_000],
	['the same clock, in the second before', 0, 99_100, 50, 100_000],
	['the same clock, after another platform', 20_000, 121_000, 22_000, 100_000],
	['a clock of the service that is ahead', 0, 1_312_000, 13_000, 1_300_000],
	['one that is behind', 20_000, 21_000, 22_000, 0],
];

test.each(cases)('%s', (_, sent, servedAt, received, begunAt) => {
	expect(begunByService(100_000, 100_000 + sent, servedAt, 100_000 + received)).toBe(begunAt);
});
