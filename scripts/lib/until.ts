import { setTimeout as sleep } from 'node:timers/promises';
import { PlainFailure } from './failure';

/** Milliseconds that something may take where nothing else is said: n8n answers in one or two seconds, on a slow machine in ten. */
const WITHIN_MS = 20_000;
const LOOK_MS = 200;

/**
 * Asks again and again until there is an answer.
 *
 * @param what is waited for, for the error when it does not come
 */
export async function until<T>(
	what: string,
	look: () => T | undefined | Promise<T | undefined>,
	withinMs = WITHIN_MS,
): Promise<T> {
	const end = Date.now() + withinMs;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > end) throw new PlainFailure(`Not within ${withinMs / 1000} seconds: ${what}`);
		await sleep(LOOK_MS);
	}
}
