import { sleep } from 'n8n-workflow';

/**
 * The longest single timer in milliseconds. Older n8n has no timer that can be ended, so a wait is a row of short ones: a
 * stop leaves at most one of them behind.
 */
const SLICE_MS = 1000;

/**
 * Waits, and ends at once when the execution is stopped.
 *
 * @param isLeft whether nobody waits for what follows any more: looked at before, and each second
 * @returns whether the whole time has passed; false means that the execution was stopped, or the wait was left
 */
export async function delay(
	ms: number,
	signal: AbortSignal | undefined,
	isLeft: () => boolean = () => false,
): Promise<boolean> {
	const end = Date.now() + ms;
	let onAbort = () => {};
	const stopped = new Promise<void>((resolve) => {
		onAbort = resolve;
		signal?.addEventListener('abort', onAbort, { once: true });
	});
	try {
		for (let left = ms; left > 0; left = end - Date.now()) {
			if (signal?.aborted || isLeft()) return false;
			await Promise.race([sleep(Math.min(left, SLICE_MS)), stopped]);
		}
		return signal?.aborted !== true;
	} finally {
		signal?.removeEventListener('abort', onAbort);
	}
}

/**
 * Waits for something, and no longer when the execution is stopped.
 *
 * @returns undefined where it was stopped
 */
export async function untilStopped<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
	let onAbort = () => {};
	const stopped = new Promise<undefined>((resolve) => {
		onAbort = () => resolve(undefined);
		if (signal?.aborted) onAbort();
		signal?.addEventListener('abort', onAbort, { once: true });
	});
	try {
		return await Promise.race([awaited, stopped]);
	} finally {
		signal?.removeEventListener('abort', onAbort);
	}
}
