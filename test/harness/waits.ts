import * as waiting from '../../nodes/SocialPostScheduling/transport/delay';
import * as jitter from '../../nodes/SocialPostScheduling/transport/jitter';

/**
 * The node waits for seconds and minutes between tries. In the tests of a file that calls this, a wait is only written down,
 * in milliseconds and without jitter, and ends at once; everything else is real.
 *
 * @param onWait what happens meanwhile
 */
export function useShortWaits(onWait: () => Promise<void> = async () => {}): readonly number[] {
	const waits: number[] = [];
	beforeEach(() => {
		waits.splice(0);
		jest.spyOn(jitter, 'withJitter').mockImplementation((ms) => ms);
		jest.spyOn(waiting, 'delay').mockImplementation(async (ms, signal, isLeft = () => false) => {
			if (isLeft()) return false;
			waits.push(ms);
			await onWait();
			await new Promise((resolve) => setImmediate(resolve));
			return signal?.aborted !== true && !isLeft();
		});
	});
	afterEach(() => jest.restoreAllMocks());
	return waits;
}
