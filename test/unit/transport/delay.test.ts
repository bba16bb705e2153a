import { delay } from '../../../nodes/SocialPostScheduling/transport/delay';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** A wait whose result can be looked at while it is still under way. */
function begin(ms: number, signal?: AbortSignal) {
	const seen: { result: boolean | 'under way' } = { result: 'under way' };
	const over = delay(ms, signal).then((result) => {
		seen.result = result;
	});
	return { seen, over };
}

test.each([1, 999, 1000, 1001, 30_000, 660_000])(
	'a wait of %i ms lasts that long, and not a millisecond less',
	async (ms) => {
		const { seen } = begin(ms);
		await jest.advanceTimersByTimeAsync(ms - 1);
		expect(seen.result).toBe('under way');
		await jest.advanceTimersByTimeAsync(1);
		expect(seen.result).toBe(true);
	},
);

test.each([0, -5])('a wait of %i ms is over at once', async (ms) => {
	await expect(delay(ms, undefined)).resolves.toBe(true);
	expect(jest.getTimerCount()).toBe(0);
});

test.each([0, 1, 60_000])('an execution that is stopped already waits not at all: %i ms', async (ms) => {
	await expect(delay(ms, AbortSignal.abort())).resolves.toBe(false);
	expect(jest.getTimerCount()).toBe(0);
});

test.each([0, 400, 5_500])('a stop after %i ms ends the wait at once', async (after) => {
	const stop = new AbortController();
	const { seen, over } = begin(60_000, stop.signal);
	await jest.advanceTimersByTimeAsync(after);
	expect(seen.result).toBe('under way');
	stop.abort();
	// No time passes here: this would hang if the wait went on.
	await over;
	expect(seen.result).toBe(false);
});

test('what a stop leaves behind is one short timer', async () => {
	const stop = new AbortController();
	const { over } = begin(600_000, stop.signal);
	await jest.advanceTimersByTimeAsync(10_500);
	stop.abort();
	await over;
	expect(jest.getTimerCount()).toBeLessThanOrEqual(1);
	await jest.advanceTimersByTimeAsync(1_000);
	expect(jest.getTimerCount()).toBe(0);
});

test.each([
	['its whole time', false],
	['a stop', true],
])('after %s nothing listens to the execution any more', async (_, stopped) => {
	const stop = new AbortController();
	const added = jest.spyOn(stop.signal, 'addEventListener');
	const removed = jest.spyOn(stop.signal, 'removeEventListener');
	const { over } = begin(2_500, stop.signal);
	if (stopped) stop.abort();
	await jest.advanceTimersByTimeAsync(2_500);
	await over;
	expect(added).toHaveBeenCalledTimes(1);
	expect(removed.mock.calls.map(([name, listener]) => [name, listener])).toEqual(
		added.mock.calls.map(([name, listener]) => [name, listener]),
	);
});
