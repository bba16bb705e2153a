import { delay } from '../transport/delay';
import { mayHaveSucceeded } from '../transport/failure';
import type { StoredResult } from './storedResult';
import type { ItemFailure } from './itemResult';
import type { Item, Sighting } from './operation';

/** How long after a response was lost the service is asked first, in milliseconds: most are done at once, and shown a moment later. */
const FIRST_LOOK_AFTER_MS = 2_000;

/** How long after that it is asked once more, in milliseconds: longer than a service that is slow, and not down, takes. */
export const SECOND_LOOK_AFTER_MS = 10_000;

/** Whether what came of an item is for a look at the service to tell. Where the execution was stopped, nothing more is sent. */
export function isForLookUp({ failure }: ItemFailure): boolean {
	return mayHaveSucceeded(failure) && failure.kind !== 'canceled' && failure.kind !== 'doneTwice';
}

/** What two looks make of a doubt: the result of what was done, or the failure with what the looks have shown. */
export type Verdict =
	| { readonly isDone: true; readonly result: StoredResult; readonly warnings?: readonly string[] }
	| { readonly isDone: false; readonly failure: ItemFailure };

/**
 * Asks the service twice what came of something that is in doubt, some seconds apart. It is never done again after that: a service
 * that is slow may still be at it.
 *
 * @param isFresh whether the response was lost just now
 */
export async function resolveDoubt(
	{ connection: { signal } }: Item,
	doubt: ItemFailure,
	isFresh: boolean,
	look: () => Promise<Sighting>,
	adviceIfAbsent: (seconds: number) => string,
): Promise<Verdict> {
	const sightings: Sighting[] = [];
	for (const ms of [isFresh ? FIRST_LOOK_AFTER_MS : 0, SECOND_LOOK_AFTER_MS]) {
		if (ms > 0 && !(await delay(ms, signal))) return stopped(doubt);
		const sighting = await look();
		if (sighting.state === 'found') return { ...sighting, isDone: true };
		if (signal?.aborted) return stopped(doubt);
		sightings.push(sighting);
		// What cannot be told now, after the tries of the request, cannot be told a few seconds later.
		if (sighting.state === 'unclear' && sighting.mayClear !== true) break;
	}
	return { isDone: false, failure: inView(doubt, sightings, adviceIfAbsent) };
}

function inView(
	doubt: ItemFailure,
	sightings: readonly Sighting[],
	adviceIfAbsent: (seconds: number) => string,
): ItemFailure {
	const reasons = sightings.flatMap((sighting) => (sighting.state === 'unclear' ? [sighting.reason] : []));
	const { request } = doubt;
	if (reasons.length > 0 || request.doubt === undefined)
		return { ...doubt, hints: [...(doubt.hints ?? []), ...reasons] };
	const advice = adviceIfAbsent(SECOND_LOOK_AFTER_MS / 1000);
	return { ...doubt, request: { ...request, doubt: { ...request.doubt, advice } } };
}

const stopped = (doubt: ItemFailure): Verdict => ({
	isDone: false,
	failure: { ...doubt, failure: { kind: 'canceled', sent: true } },
});
