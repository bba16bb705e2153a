import type { Attempt, Origin } from '../../../nodes/SocialPostScheduling/execution/attempt';
import { isSameByClock, REPEAT_WINDOW_MS } from '../../../nodes/SocialPostScheduling/execution/movedTime';
import { HOUR, MINUTE, NOW, SECOND } from '../builders';

const run = {};
const origin: Origin = { run: {}, item: 0, place: '1/0', isRetried: false, account: 'A' };
const iso = (ms: number) => new Date(ms).toISOString();
const AT = NOW + 5 * HOUR;
const earlier = (more: Partial<Attempt> = {}): Attempt => ({
	origin: { ...origin, run, place: '0/0' },
	item: 0,
	details: '',
	outcome: Promise.resolve({ state: 'uncertain' }),
	time: { timeless: 'x', at: iso(AT), begunAt: NOW, place: '0/0' },
	...more,
});

test.each([
	['moved with the clock', 10 * SECOND, 10 * SECOND, true],
	['moved by less, as a rounded time', 0, 10 * SECOND, true],
	['rounded up to the next minute', MINUTE, 2 * SECOND, true],
	['moved by much more', HOUR, 10 * SECOND, false],
	['moved back', -SECOND, 10 * SECOND, false],
	['moved with the clock, as far as a repetition may take', REPEAT_WINDOW_MS, REPEAT_WINDOW_MS, true],
	['moved with the clock for longer', REPEAT_WINDOW_MS + SECOND, REPEAT_WINDOW_MS + SECOND, false],
])('a time that has %s', (_, movedMs, passedMs, expected) => {
	expect(isSameByClock(earlier(), iso(AT + movedMs), origin, NOW + passedMs)).toBe(expected);
});

test('items of one run are never the same', () => {
	expect(isSameByClock(earlier(), iso(AT + SECOND), { ...origin, run }, NOW + SECOND)).toBe(false);
});

test('in a retried execution the place decides, however long it was ago', () => {
	const stored = earlier({ origin: undefined });
	const retried = { ...origin, isRetried: true };
	expect(isSameByClock(stored, iso(AT + 72 * HOUR), { ...retried, place: '0/0' }, NOW + 72 * HOUR)).toBe(true);
	expect(isSameByClock(stored, iso(AT + 72 * HOUR), { ...retried, place: '0/1' }, NOW + 72 * HOUR)).toBe(false);
	expect(isSameByClock(stored, iso(AT + SECOND), { ...retried, place: '0/1' }, NOW + SECOND)).toBe(true);
});
