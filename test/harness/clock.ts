/** n8n's clock, in the process of the tests. */

/** Moves the clock by some milliseconds from now on, until the mocks are restored. It goes on from there. */
export function moveClock(ms: number): void {
	const moved = Date.now() + ms - performance.now();
	jest.spyOn(Date, 'now').mockImplementation(() => Math.floor(moved + performance.now()));
}
