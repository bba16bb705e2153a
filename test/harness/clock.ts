/** n8n's clock, in the process of the tests. */

/** Moves the clock by some milliseconds from now on, until the mocks are restored. It goes on from there. */
export function moveClock(ms: number): void {
	const moved = Date.now() + ms - performance.now();
	jest.spyOn(Date, 'now').mockImplementation(() => Math.floor(moved + performance.now()));
}

/** Moves the clock to the beginning of the next minute: at a full minute, no time is known as one of this moment. */
export const moveToNextMinute = (): void => moveClock(MINUTE_MS - (Date.now() % MINUTE_MS) + AFTER_FULL_MINUTE_MS);

/** Milliseconds in a minute. */
const MINUTE_MS = 60_000;
/** Milliseconds after the full minute: its second is neither 0 nor the one after. */
const AFTER_FULL_MINUTE_MS = 2_000;
