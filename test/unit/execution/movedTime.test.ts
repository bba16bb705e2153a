import type { Attempt, Origin } from '../../../nodes/SocialPostScheduling/execution/attempt';
import { isSameByClock, REPEAT_WINDOW_MS } from '../../../nodes/SocialPostScheduling/execution/movedTime';
import { HOUR, MINUTE, NOW, SECOND } from '../builders';

const run = {};
const origin: Origin = {
	run: {},
	item: 0,
	equalItems: new Set([0]),
	place: '1/0',
	things: new Map(),
	readsClock: true,
	readAt: NOW,
	isRetried: false,
	account: 'A',
	credential: '1',
};
const iso = (ms: number) => new Date(ms).toISOString();
const AT = NOW + 5 * HOUR;
const TIME = { timeless: 'x', at: iso(AT), readAt: NOW, begunAt: NOW, place: '0/0' };
const earlier = (more: Partial<Attempt> = {}): Attempt => ({
	origin: { ...origin, run, place: '0/0' },
	item: 0,
	details: '',
	outcome: Promise.resolve({ state: 'uncertain' }),
	time: TIME,
	...more,
});
/** Whether it is the same when it comes so much later, with a time that has moved so far. */
const isSame = (attempt: Attempt, movedMs: number, passedMs: number, more: Partial<Origin> = {}) =>
	isSameByClock(attempt, iso(AT + movedMs), { ...origin, readAt: NOW + passedMs, ...more });

test.each([
	['moved with the clock', 10 * SECOND, 10 * SECOND, true],
	['moved by less, as a rounded time', 0, 10 * SECOND, true],
	['rounded up to the next minute', MINUTE, 2 * SECOND, true],
	['moved by much more', HOUR, 10 * SECOND, false],
	['moved back', -SECOND, 10 * SECOND, false],
	['moved with the clock, as far as a repetition may take', REPEAT_WINDOW_MS, REPEAT_WINDOW_MS, true],
	['moved with the clock for longer', REPEAT_WINDOW_MS + SECOND, REPEAT_WINDOW_MS + SECOND, false],
])('a time that has %s', (_, movedMs, passedMs, expected) => {
	expect(isSame(earlier(), movedMs, passedMs)).toBe(expected);
});

test('a time moves from when it was evaluated, however long the item then waited for its turn', () => {
	const waited = earlier({ time: { ...TIME, begunAt: NOW + 10 * MINUTE } });
	expect(isSame(waited, 11 * MINUTE, 11 * MINUTE)).toBe(true);
	expect(isSame(waited, 39 * MINUTE, 39 * MINUTE)).toBe(true);
	expect(isSame(waited, 41 * MINUTE, 41 * MINUTE)).toBe(false);
});

test('items of one run are never the same', () => {
	expect(isSame(earlier(), SECOND, SECOND, { run })).toBe(false);
});

describe('in a retried execution', () => {
	const stored = earlier({ origin: undefined });
	const retried = { isRetried: true };

	test('the item at the same place is the same, however long it was ago', () => {
		expect(isSame(stored, 72 * HOUR, 72 * HOUR, { ...retried, place: '0/0' })).toBe(true);
	});

	test('another item of the same run is not, however close its time is', () => {
		expect(isSame(stored, SECOND, SECOND, { ...retried, place: '0/1' })).toBe(false);
	});

	test('in another run the clock decides', () => {
		expect(isSame(stored, SECOND, SECOND, { ...retried, place: '1/0' })).toBe(true);
		expect(isSame(stored, 72 * HOUR, 72 * HOUR, { ...retried, place: '1/0' })).toBe(false);
	});
});
