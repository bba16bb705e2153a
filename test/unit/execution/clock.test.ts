import { clockPartOf, isOfClock, readsClock, timeAt } from '../../../nodes/SocialPostScheduling/execution/clock';

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
/** A Saturday. */
const NOW = Date.parse('2030-05-04T18:20:23.456Z');
/** Times of a table, with the second of the clock by chance. */
const TO_COME = Date.parse('2030-05-07T09:30:23Z');
const PASSED = Date.parse('2030-05-01T09:30:23Z');
const startOfDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;
const inFullSeconds = (ms: number) => Math.floor(ms / 1000) * 1000;
const isWeekend = (ms: number) => [0, 6].includes(new Date(ms).getUTCDay());
const mondayAt9 = (ms: number) => startOfDay(ms) + ((8 - new Date(ms).getUTCDay()) % 7) * DAY_MS + 9 * HOUR_MS;

type Given = (clock: number) => number | undefined;

/** A time that an expression gives, and what it gives by another clock; how much later is it evaluated? */
const timeOf = (given: Given, now = NOW, laterMs = 3) => ({
	time: {
		written: '={{ $now }}',
		given: given(now) ?? 0,
		read: (value: unknown) => (typeof value === 'number' ? value : undefined),
	},
	functions: {
		getItemIndex: () => 0,
		evaluateExpression: (expression: string) => given(now + laterMs + movedIn(expression)) as never,
	},
});
const movedIn = (expression: string): number => {
	const [, ms] = /^\{\{ DateTime\.fromObject\(\{\}\)\.plus\(\{ milliseconds: (-?\d+) \}\) \}\}$/.exec(expression) ?? [];
	return Number(ms);
};

test.each<[string, Given, isOfIt: boolean, hasItsSeconds: boolean, now?: number]>([
	['an hour after the clock', (clock) => clock + HOUR_MS, true, true],
	['the same at a full minute', (clock) => clock + HOUR_MS, true, true, startOfDay(NOW) + 1],
	['the same without milliseconds', (clock) => inFullSeconds(clock + HOUR_MS), true, true],
	[
		'the same a moment before the next second',
		(clock) => inFullSeconds(clock + HOUR_MS),
		true,
		true,
		startOfDay(NOW) + 999,
	],
	['an hour and some seconds after it', (clock) => clock + HOUR_MS + 10_000, true, true],
	['a minute and second of its day', (clock) => startOfDay(clock) + DAY_MS + 9 * HOUR_MS + 23_000, true, false],
	['its full minute', (clock) => Math.floor(clock / MINUTE_MS) * MINUTE_MS + HOUR_MS, true, false],
	['its next month', (clock) => new Date(clock).setUTCMonth(new Date(clock).getUTCMonth() + 1, 1), true, true],
	[
		'the day of a table',
		(clock) => startOfDay(TO_COME) + Math.floor((clock % DAY_MS) / MINUTE_MS) * MINUTE_MS,
		true,
		false,
	],
	['the hour of a table', (clock) => Math.floor(TO_COME / HOUR_MS) * HOUR_MS + (clock % HOUR_MS), true, true],
	['the minute of a table', (clock) => Math.floor(TO_COME / MINUTE_MS) * MINUTE_MS + (clock % MINUTE_MS), true, true],
	['a table', () => TO_COME, false, false],
	['a table, if it is still to come', (clock) => (TO_COME > clock ? TO_COME : clock + HOUR_MS), false, false],
	['the clock, if that of the table has passed', (clock) => (PASSED > clock ? PASSED : clock + HOUR_MS), true, true],
	['a table, if it is at most a month away', (clock) => Math.min(TO_COME, clock + 30 * DAY_MS), true, false],
	['a Monday, at the weekend', (clock) => (isWeekend(clock) ? mondayAt9(clock) : clock + HOUR_MS), true, false],
	[
		'the clock, on a working day',
		(clock) => (isWeekend(clock) ? mondayAt9(clock) : clock + HOUR_MS),
		true,
		true,
		PASSED,
	],
	['a table that has only this year', (clock) => (clock > PASSED ? TO_COME : undefined), true, false],
	['a table that has only this moment', (clock) => (clock === NOW ? TO_COME : undefined), true, false],
])('a time of %s', (_, given, isOfIt, hasItsSeconds, now = NOW) => {
	const { functions, time } = timeOf(given, now);
	expect(isOfClock(functions, time)).toBe(isOfIt);
	expect(clockPartOf(functions, time).hasClockSeconds).toBe(hasItsSeconds);
});

const NONE = { hasClockSeconds: false, isOfThisMoment: false };

test.each<[string, Given, expected: boolean]>([
	['an hour after the clock', (clock) => clock + HOUR_MS, true],
	['the same without milliseconds', (clock) => inFullSeconds(clock + HOUR_MS), true],
	['its second, in a set minute of its day', (clock) => startOfDay(clock) + DAY_MS + (clock % MINUTE_MS), false],
	[
		'its second, in the minute of a table',
		(clock) => Math.floor(TO_COME / MINUTE_MS) * MINUTE_MS + (clock % MINUTE_MS),
		false,
	],
	['a table', () => TO_COME, false],
])('whether a time of %s may be one of another minute, too', (_, given, expected) => {
	const { functions, time } = timeOf(given);
	expect(clockPartOf(functions, time).isOfThisMoment).toBe(expected);
});

test('a time that is evaluated much later is not known as one of the second', () => {
	const { functions, time } = timeOf((clock) => clock + HOUR_MS, NOW, 2_500);
	expect(clockPartOf(functions, time)).toEqual(NONE);
});

test('a fixed time is none of the clock, whatever it is', () => {
	const { functions, time } = timeOf(() => undefined);
	for (const written of ['2030-05-07T09:30:23Z', '={{ $json.post_at }}'])
		expect([isOfClock, clockPartOf].map((of) => of(functions, { ...time, written }))).toEqual([false, NONE]);
});

test('what n8n cannot evaluate by another clock is taken for a time of the clock, of no moment', () => {
	const evaluateExpression = () => {
		throw new Error("can't be used on undefined value");
	};
	const { functions, time } = timeOf((clock) => clock);
	const failing = { ...functions, evaluateExpression };
	expect([isOfClock(failing, time), clockPartOf(failing, time)]).toEqual([true, NONE]);
});

test.each([
	['{{ $today }}', "{{ DateTime.fromObject({}).plus({ milliseconds: 67000 }).startOf('day') }}"],
	['{{ DateTime.now() }}', '{{ DateTime.fromObject({}).plus({ milliseconds: 67000 }) }}'],
	['{{ new Date(Date.now() + 1) }}', '{{ new Date((DateTime.fromObject({}).toMillis() + 67000) + 1) }}'],
	['{{ new Date() }}', '{{ new Date(DateTime.fromObject({}).toMillis() + 67000) }}'],
])('%s is evaluated by a clock that is put forward once', (expression, expected) => {
	const evaluated: string[] = [];
	const { functions, time } = timeOf(() => 0);
	const evaluateExpression = (text: string) => evaluated.push(text) as never;
	clockPartOf({ ...functions, evaluateExpression }, { ...time, written: `=${expression}` });
	expect(evaluated).toEqual([expected]);
});

describe('what a time is at another moment', () => {
	const evaluatedBy = (expression: string) => {
		const evaluated: string[] = [];
		const { functions, time } = timeOf(() => 0);
		const evaluateExpression = (text: string) => evaluated.push(text) as never;
		return { evaluated, at: timeAt({ ...functions, evaluateExpression }, { ...time, written: `=${expression}` }) };
	};

	test.each([
		['{{ $now.plus(1) }}', (ms: number) => `{{ DateTime.fromMillis(${ms}).plus(1) }}`],
		['{{ Date.now() }}', (ms: number) => `{{ (${ms}) }}`],
		['{{ Date.parse(Date()) }}', (ms: number) => `{{ Date.parse((new Date(${ms}).toString())) }}`],
	])('%s is evaluated by the clock at the second of that, once for each', (expression, expected) => {
		const { evaluated, at } = evaluatedBy(expression);
		expect([at(NOW), at(NOW + 500), at(NOW + 600)]).toEqual([1, 1, 2]);
		expect(evaluated).toEqual([expected(NOW - 456), expected(NOW + 544)]);
	});

	test('what does not read the clock is not evaluated', () => {
		const { evaluated, at } = evaluatedBy('{{ $json.post_at }}');
		expect(at(NOW)).toBeUndefined();
		expect(evaluated).toEqual([]);
	});
});
