import type { Attempt, Origin, Thing } from '../../../../nodes/SocialPostScheduling/execution/idempotency/attempt';
import {
	isAtPlace,
	isOfOther,
	isOwnOf,
	isSameByClock,
	REPEAT_WINDOW_MS,
} from '../../../../nodes/SocialPostScheduling/execution/idempotency/movedTime';
import { HOUR, MINUTE, NOW, SECOND } from '../../builders';

const run = {};
const origin: Origin = {
	run: {},
	item: 0,
	equalItems: new Map([[0, { fingerprint: { identity: 'x', details: '' }, place: '1/0' }]]),
	place: '1/0',
	thing: { timeless: 'x', details: '' },
	things: new Map(),
	isOfClock: true,
	readAt: NOW,
	isRetried: false,
	firstBegunAt: 0,
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
	isSameByClock(attempt, { at: iso(AT + movedMs) }, { ...origin, readAt: NOW + passedMs, ...more });

test.each([
	['moved with the clock', 10 * SECOND, 10 * SECOND, true],
	['moved by less, as a rounded time', 0, 10 * SECOND, true],
	['rounded up to the next minute', MINUTE, 2 * SECOND, true],
	['rounded up by a whole minute', MINUTE + 2 * SECOND, 2 * SECOND, true],
	['moved by more than that', MINUTE + 3 * SECOND, 2 * SECOND, false],
	['moved by much more', HOUR, 10 * SECOND, false],
	['moved back by less than a second', 1 - SECOND, 10 * SECOND, true],
	['moved back', -SECOND, 10 * SECOND, false],
	['moved with the clock, as far as a repetition may take', REPEAT_WINDOW_MS, REPEAT_WINDOW_MS, true],
	['moved with the clock for longer', REPEAT_WINDOW_MS + SECOND, REPEAT_WINDOW_MS + SECOND, false],
])('a time that has %s', (_, movedMs, passedMs, expected) => {
	expect(isSame(earlier(), movedMs, passedMs)).toBe(expected);
});

test.each([
	['back, and its expression gave that one then', -HOUR, AT, MINUTE, true],
	['back, and its expression gave another one then', -HOUR, AT + MINUTE, MINUTE, false],
	['back, and its expression gave that one long before', -HOUR, AT, HOUR, false],
	['further than the clock, as its expression does', HOUR, AT, MINUTE, false],
])('whether a time is the same that has moved %s', (_, movedMs, gave, passedMs, expected) => {
	const later = { ...origin, readAt: NOW + passedMs };
	expect(isSameByClock(earlier(), { at: iso(AT + movedMs) }, later, () => gave)).toBe(expected);
});

test('a time moves from when it was evaluated, however long the item then waited for its turn', () => {
	const waited = earlier({ time: { ...TIME, begunAt: NOW + 10 * MINUTE } });
	expect(isSame(waited, 11 * MINUTE, 11 * MINUTE)).toBe(true);
	expect(isSame(waited, 39 * MINUTE, 39 * MINUTE)).toBe(true);
	expect(isSame(waited, 41 * MINUTE, 41 * MINUTE)).toBe(false);
	const forAnHour = earlier({ time: { ...TIME, begunAt: NOW + HOUR } });
	expect(isSame(forAnHour, HOUR, 61 * MINUTE)).toBe(true);
});

test('of calls at once, one that was evaluated first may begin last', () => {
	expect(isSame(earlier(), -SECOND, -SECOND)).toBe(true);
	expect(isSame(earlier(), -HOUR, -SECOND)).toBe(false);
});

test('items of one run are never the same', () => {
	expect(isSame(earlier(), SECOND, SECOND, { run })).toBe(false);
});

test.each<[string, movedMs: number, gave: number | undefined, expected: boolean, more?: Partial<Origin>]>([
	['just as the clock', 61 * MINUTE, undefined, true],
	['by less', 40 * MINUTE, undefined, false],
	['otherwise, as its expression does', 40 * MINUTE, AT, true],
	['otherwise, and its expression gave another one then', 40 * MINUTE, AT + MINUTE, false],
	['almost as the clock', 60 * MINUTE, undefined, false],
	['almost as the clock, and a node before it has made it', 60 * MINUTE, undefined, true, { isOfClock: false }],
	['by less, and a node before it has made it', 59 * MINUTE, undefined, false, { isOfClock: false }],
])(
	'in a retry, a time of something that began long after its evaluation is the same if it has moved %s',
	(_, movedMs, gave, expected, more: Partial<Origin> = {}) => {
		const waited = earlier({ time: { ...TIME, begunAt: NOW + HOUR } });
		const given = { at: iso(AT + movedMs) };
		const timeAt = (nowMs: number) => ([NOW, NOW + SECOND].includes(nowMs) ? gave : undefined);
		const inRetry = { ...origin, readAt: NOW + 61 * MINUTE, isRetried: true, ...more };
		expect(isSameByClock(waited, given, inRetry, timeAt)).toBe(expected);
	},
);

test('what the retry of a call hours before has found is not the same', () => {
	const found = { time: { ...TIME, begunAt: NOW + HOUR }, firstBegunAt: NOW, isOfOtherCall: true } as const;
	const inCall = { firstBegunAt: NOW + HOUR, isRetried: true };
	expect(isSame(earlier(found), 61 * MINUTE, 61 * MINUTE, inCall)).toBe(false);
	expect(isSame(earlier(found), 61 * MINUTE, 61 * MINUTE, { ...inCall, firstBegunAt: NOW })).toBe(true);
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

	const swapped = new Map<string, Thing>([
		['0/0', { timeless: 'y', details: '' }],
		['0/1', { timeless: 'x', details: '' }],
	]);
	test.each([
		['the item at the same place, with a time of the data', { place: '0/0', isOfClock: false }, true],
		['an item whose place another one has now', { place: '0/1', things: swapped }, true],
		['the same with a time of the data', { place: '0/1', things: swapped, isOfClock: false }, false],
	])('%s, however long it was ago', (_, more, expected) => {
		expect(isSame(stored, 72 * HOUR, 72 * HOUR, { ...retried, ...more })).toBe(expected);
	});

	test('what it has met is the same with a time that another node has made only if that moved just as the clock', () => {
		const given = { ...retried, place: '1/0', isOfClock: false };
		const met = earlier({ takenAt: NOW + 72 * HOUR - SECOND });
		expect(isSame(met, 72 * HOUR - SECOND, 72 * HOUR, given)).toBe(true);
		expect(isSame(met, 72 * HOUR - 50 * SECOND, 72 * HOUR, given)).toBe(false);
	});

	test('what another call has begun at the same time is not the same long after an item has met it', () => {
		const ofCall = { isOfOtherCall: true, firstBegunAt: NOW } as const;
		const here = { ...retried, place: '1/0', firstBegunAt: NOW };
		expect(isSame(earlier(ofCall), HOUR, HOUR, here)).toBe(true);
		expect(isSame(earlier({ ...ofCall, takenAt: NOW }), HOUR, HOUR, here)).toBe(false);
	});

	test('what it has begun itself at this place, as for the calls of an agent, goes by the clock', () => {
		expect(isSame(earlier(), SECOND, SECOND, { ...retried, place: '0/0' })).toBe(true);
		expect(isSame(earlier(), HOUR, SECOND, { ...retried, place: '0/0' })).toBe(false);
	});

	test('in another run the clock decides', () => {
		expect(isSame(stored, SECOND, SECOND, { ...retried, place: '1/0' })).toBe(true);
		expect(isSame(stored, 72 * HOUR, 72 * HOUR, { ...retried, place: '1/0' })).toBe(false);
	});

	test.each([
		['moved just as the clock', 72 * HOUR, 72 * HOUR, true],
		['moved by less than the clock', HOUR, 72 * HOUR, false],
		['moved as the clock, long after that', 72 * HOUR + 2 * REPEAT_WINDOW_MS, 72 * HOUR + 2 * REPEAT_WINDOW_MS, false],
	])(
		'what an item of it has taken the place of is the same in another run, with a time that has %s',
		(_, movedMs, passedMs, expected) => {
			const taken = earlier({ takenAt: NOW + 72 * HOUR - SECOND });
			expect(isSame(taken, movedMs, passedMs, { ...retried, place: '1/0' })).toBe(expected);
		},
	);
});

describe('what the execution before has begun at a place', () => {
	const retried = { ...origin, isRetried: true, place: '0/0' };
	const begun = { item: 0, origin: undefined };
	const time = { ...TIME, place: '0/0' };

	test.each([
		['with a time', { ...begun, time }, true, true],
		['without a time', { ...begun, storedPlace: '0/0' }, true, true],
		['by an item that is equal to the one there', { ...begun, time, item: 2 }, true, false],
		['at another place', { ...begun, time: { ...TIME, place: '0/1' } }, false, false],
		['in this execution', { ...begun, time, origin }, false, false],
	])('%s', (_, attempt, isThere, isOwn) => {
		expect(isAtPlace(attempt, retried)).toBe(isThere);
		expect(isOwnOf(attempt, retried)).toBe(isOwn);
		expect(isAtPlace(attempt, { ...retried, isRetried: false })).toBe(false);
	});
});

describe('what was at another place of the run that a retry repeats is another item', () => {
	const POST = { timeless: 'x', details: 'picture' };
	const OTHER_PICTURE = { timeless: 'x', details: 'other picture' };
	const OTHER_POST = { timeless: 'y', details: 'picture' };
	const isOther = (here: Thing, there?: Thing | null, place = '0/1') =>
		isOfOther(place, POST.details, {
			...origin,
			place: '0/0',
			thing: here,
			things: new Map(there === undefined ? [] : [[place, there]]),
		});

	test.each<[string, Thing, Thing | null | undefined, boolean]>([
		['where nothing has come there yet', POST, undefined, true],
		['where the same has come there', POST, POST, true],
		['not where another post has come there', POST, OTHER_POST, false],
		['not where another post has come there, also for an item with another picture', OTHER_PICTURE, OTHER_POST, false],
		['not where another picture has come there, for the item with the one that was there', POST, OTHER_PICTURE, false],
		['where another picture has come there, for an item with another one', OTHER_PICTURE, OTHER_PICTURE, true],
		['not where nothing is to be sent there, for the item with what was there', POST, null, false],
		['where nothing is to be sent there, for an item with another picture', OTHER_PICTURE, null, true],
	])('%s', (_, here, there, expected) => {
		expect(isOther(here, there)).toBe(expected);
	});

	test('not the item at the very place, nor what was in another run', () => {
		expect(isOther(POST, POST, '0/0')).toBe(false);
		expect(isOther(POST, POST, '1/1')).toBe(false);
	});
});
