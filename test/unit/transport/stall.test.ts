import { watchForStall } from '../../../nodes/SocialPostScheduling/transport/stall';

const LIMIT = 10_000;

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** A transfer that goes on when the test says so. */
function watched(stop?: AbortSignal) {
	const begun = Date.now();
	let last = begun;
	const watch = watchForStall(stop, LIMIT, () => last);
	return {
		watch,
		goOn: () => {
			last = Date.now();
		},
	};
}

test('a transfer that goes on is left alone, however long it takes', async () => {
	const { watch, goOn } = watched();
	for (let at = 0; at < 20; at++) {
		await jest.advanceTimersByTimeAsync(LIMIT - 2_000);
		goOn();
	}
	expect(watch.signal.aborted).toBe(false);
	expect(watch.stalled()).toBe(false);
	watch.end();
});

test('a transfer that stands still is ended', async () => {
	const { watch } = watched();
	await jest.advanceTimersByTimeAsync(LIMIT - 1_000);
	expect(watch.signal.aborted).toBe(false);
	await jest.advanceTimersByTimeAsync(2_000);
	expect(watch.signal.aborted).toBe(true);
	expect(watch.stalled()).toBe(true);
});

test('a stop of the execution ends it at once, and is no standstill', () => {
	const stop = new AbortController();
	const { watch } = watched(stop.signal);
	stop.abort();
	expect(watch.signal.aborted).toBe(true);
	expect(watch.stalled()).toBe(false);
	watch.end();
});

test('an execution that was stopped before ends it too', () => {
	const { watch } = watched(AbortSignal.abort());
	expect(watch.signal.aborted).toBe(true);
	watch.end();
});

test('what is over is not watched any more', async () => {
	const stop = new AbortController();
	const removed = jest.spyOn(stop.signal, 'removeEventListener');
	const { watch } = watched(stop.signal);
	watch.end();
	expect(removed).toHaveBeenCalledTimes(1);
	await jest.advanceTimersByTimeAsync(10 * LIMIT);
	expect(watch.signal.aborted).toBe(false);
	expect(watch.stalled()).toBe(false);
	expect(jest.getTimerCount()).toBe(0);
});
