import { clockTime, readsClock } from '../../../nodes/SocialPostScheduling/execution/clock';

test.each([
	['={{ $now.plus({ days: 1 }).toISO() }}', true],
	["={{ DateTime.local({ zone: 'Europe/Berlin' }) }}", true],
	["={{ DateTime.now({ zone: 'Europe/Berlin' }).plus({ hours: 3 }).toISO() }}", true],
	["={{ DateTime.now('Europe/Berlin') }}", true],
	['={{ DateTime\n.now()\n.plus({ hours: 3 }) }}', true],
	['={{ new Date().toISOString() }}', true],
	['={{ new Date($json.date) }}', false],
	['={{ $execution.id }}', false],
	['{{ $now }}', false],
	[undefined, false],
])('whether %j reads the clock: %s', (written, expected) => {
	expect(readsClock(written)).toBe(expected);
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2030-05-04T18:20:23.456Z');
/** Times of a table, with the second of the clock by chance. */
const TO_COME = Date.parse('2030-05-07T09:30:23Z');
const PASSED = Date.parse('2030-05-01T09:30:23Z');
const startOfDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

afterEach(() => jest.restoreAllMocks());

type Given = (clock: number) => number | undefined;

test.each<[string, Given, isOfClock: boolean, hasItsSeconds: boolean]>([
	['an hour after the clock', (clock) => clock + HOUR_MS, true, true],
	['the same without milliseconds', (clock) => Math.floor((clock + HOUR_MS) / 1000) * 1000, true, true],
	['an hour and some seconds after it', (clock) => clock + HOUR_MS + 10_000, true, false],
	['a minute and second of its day', (clock) => startOfDay(clock) + DAY_MS + 9 * HOUR_MS + 23_000, true, false],
	['its full minute', (clock) => Math.floor(clock / MINUTE_MS) * MINUTE_MS + HOUR_MS, true, false],
	['a table', () => TO_COME, false, false],
	['a table, if it is still to come', (clock) => (TO_COME > clock ? TO_COME : clock + HOUR_MS), false, false],
	['the clock, if that of the table has passed', (clock) => (PASSED > clock ? PASSED : clock + HOUR_MS), true, false],
	['another second, at this time of day', (clock) => clock + (clock % DAY_MS < HOUR_MS ? HOUR_MS : 5_000), true, false],
	['a table that has only this year', (clock) => (clock > PASSED ? TO_COME : undefined), true, false],
])('a time of %s', (_, given, isOfClock, hasItsSeconds) => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	const functions = {
		getItemIndex: () => 0,
		evaluateExpression: (expression: string) => given(Number(/fromMillis\((\d+)\)/.exec(expression)?.[1])) as never,
	};
	const read = (value: unknown) => (typeof value === 'number' ? value : undefined);
	expect(clockTime(functions, '={{ $now }}', given(NOW) ?? 0, read)).toEqual({ isOfClock, hasItsSeconds });
});

test('what n8n cannot evaluate with another clock is taken for a time of the clock, of no moment', () => {
	const evaluateExpression = () => {
		throw new Error("can't be used on undefined value");
	};
	const functions = { getItemIndex: () => 0, evaluateExpression };
	expect(clockTime(functions, '={{ $now }}', NOW, () => NOW)).toEqual({ isOfClock: true, hasItsSeconds: false });
});
