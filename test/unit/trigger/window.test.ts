import { type Looked, windowOf } from '../../../nodes/SocialPostSchedulingTrigger/window';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');
const LOOKED: Looked = { checkedUntil: NOW, sweptAt: NOW, sweptFrom: NOW - 90 * HOUR, isBusy: false };

test('without an earlier poll, the day before is looked at', () => {
	expect(windowOf(undefined, NOW)).toEqual({ from: NOW - 24 * HOUR, isSweep: true });
});

test('as a rule the whole day before the last poll is looked at', () => {
	expect(windowOf(LOOKED, NOW + HOUR)).toEqual({ from: NOW - 24 * HOUR, isSweep: true });
});

test('a last poll that lies ahead was told by a wrong clock: nothing of the day before now is missed', () => {
	const ahead = NOW + 30 * HOUR;
	expect(windowOf({ ...LOOKED, checkedUntil: ahead, sweptAt: ahead }, NOW)).toEqual({
		from: NOW - 24 * HOUR,
		isSweep: true,
	});
	const busy = { ...LOOKED, checkedUntil: ahead, sweptAt: ahead, isBusy: true };
	expect(windowOf(busy, NOW)).toEqual({ from: NOW - HOUR, isSweep: false });
});

test('many posts: the last hour, and the day every half an hour', () => {
	const busy = { ...LOOKED, isBusy: true };
	expect(windowOf(busy, NOW + HOUR / 4)).toEqual({ from: NOW - HOUR, isSweep: false });
	expect(windowOf(busy, NOW + HOUR / 2)).toEqual({ from: NOW - 24 * HOUR, isSweep: true });
});

test('no poll goes back behind what the first one has looked at', () => {
	expect(windowOf({ ...LOOKED, sweptFrom: NOW - HOUR }, NOW)).toEqual({ from: NOW - HOUR, isSweep: true });
});
