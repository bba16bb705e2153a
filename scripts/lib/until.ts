import { setTimeout as sleep } from 'node:timers/promises';
import { PlainFailure } from './failure';

/** Milliseconds that something may take where nothing else is said: n8n answers in one or two seconds, on a slow machine in ten. */
const WITHIN_MS = 20_000;
const LOOK_MS = 200;

/**
 * Asks again and again until there is an answer, which is anything but undefined and false.
 *
 * @param what is waited for, for the error when it does not come
 */
export async function until<T>(
	what: string,
	look: () => T | undefined | false | Promise<T | undefined | false>,
	withinMs = WITHIN_MS,
): Promise<T> {
	const end = Date.now() + withinMs;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > end) throw new PlainFailure(`Not within ${withinMs / 1000} seconds: ${what}`);
		await sleep(LOOK_MS);
	}
}
