import { sleep } from 'n8n-workflow';

/** How often a transfer is looked at, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Watches one transfer; `end` must be called when it is over. */
interface StallWatch {
	/** Aborted when the transfer stands still for too long, or when the execution is stopped. */
	readonly signal: AbortSignal;
	readonly stalled: () => boolean;
	readonly end: () => void;
}

/**
 * Tells a slow transfer from one that stands still. n8n's own time limit is one until the head of the response has come: a
 * large file on a slow line would never arrive within it.
 *
 * @param limitMs how long a transfer may stand still, in milliseconds
 * @param lastProgressAt when it last went on, in milliseconds since 1970
 */
export function watchForStall(
	stop: AbortSignal | undefined,
	limitMs: number,
	lastProgressAt: () => number,
): StallWatch {
	const controller = new AbortController();
	const abort = () => controller.abort();
	if (stop?.aborted) abort();
	stop?.addEventListener('abort', abort, { once: true });
	let over = false;
	let stalled = false;
	const look = async () => {
		while (!over) {
			await sleep(LOOK_EVERY_MS);
			if (over || Date.now() - lastProgressAt() < limitMs) continue;
			stalled = true;
			over = true;
			abort();
		}
	};
	void look();
	return {
		signal: controller.signal,
		stalled: () => stalled,
		end: () => {
			over = true;
			stop?.removeEventListener('abort', abort);
		},
	};
}
