import type { Connection } from '../../transport/connection';
import { delay } from '../../transport/delay';
import { mayHaveSucceeded } from '../../transport/failure';
import type { RequestInfo } from '../../transport/request';
import type { StoredResult } from './storedResult';
import type { ItemFailure } from '../itemResult';
import { getOrCreate } from '../../utils/getOrCreate';
import type { Item, Sighting } from '../operation';

/** How long after a response was lost the service is asked first, in milliseconds: most are done at once, and shown a moment later. */
const FIRST_LOOK_AFTER_MS = 2_000;

/** How long after that it is asked once more, in milliseconds: longer than a service that is slow, and not down, takes. */
export const SECOND_LOOK_AFTER_MS = 10_000;

/** Whether what came of an item is for a look at the service to tell. Where the execution was stopped, nothing more is sent. */
export function isForLookUp({ failure }: ItemFailure): boolean {
	return mayHaveSucceeded(failure) && failure.kind !== 'canceled' && failure.kind !== 'doneTwice';
}

/** What two looks make of a doubt: the result of what was done, or the failure with what the looks have shown. */
export type Verdict = FoundDone | { readonly isDone: false; readonly failure: ItemFailure };

interface FoundDone {
	readonly isDone: true;
	readonly result: StoredResult;
	readonly warnings?: readonly string[];
}

const withWarning = (found: FoundDone, words: string): FoundDone => ({
	...found,
	warnings: [...(found.warnings ?? []), `${words} ${MAY_BE_OF_OTHER}`],
});

/** What may be so where the second look did not tell. */
const MAY_BE_OF_OTHER =
	'The post that was found may be of another execution, and the own one may have come after it. Look at them in the service.';

/**
 * Asks the service twice what came of something that is in doubt, some seconds apart. It is never done again after that: a service
 * that is slow may still be at it.
 *
 * @param isFresh whether the response was lost just now
 * @param mayBeOfOthers whether what is found may well be another execution's, so that its own may come a moment later
 */
export async function resolveDoubt(
	{ signal }: Pick<Connection, 'signal'>,
	doubt: ItemFailure,
	{ isFresh, mayBeOfOthers }: { readonly isFresh: boolean; readonly mayBeOfOthers: boolean },
	look: () => Promise<Sighting>,
	advice: Advice,
): Promise<Verdict> {
	const sightings: Sighting[] = [];
	let found: FoundDone | undefined;
	for (const ms of [isFresh ? FIRST_LOOK_AFTER_MS : 0, SECOND_LOOK_AFTER_MS]) {
		if (ms > 0 && !(await delay(ms, signal))) return found ?? stopped(doubt);
		const sighting = await look();
		if (sighting.state === 'found') {
			found = { ...sighting, isDone: true };
			if (!mayBeOfOthers) return found;
			continue;
		}
		if (found !== undefined) return sighting.state === 'unclear' ? withWarning(found, sighting.reason) : found;
		if (signal?.aborted) return stopped(doubt);
		sightings.push(sighting);
		// What cannot be told now, after the tries of the request, cannot be told a few seconds later.
		if (sighting.state === 'unclear' && !sighting.mayClearSoon) break;
	}
	return found ?? { isDone: false, failure: inView(doubt, sightings, advice) };
}

/**
 * Asks the service before something is sent, and some seconds later once more: where an earlier execution may have begun it, which may have been
 * a moment ago, or where the first request failed, and was not tried again. These seconds are waited for once in an execution.
 *
 * @param mayHaveBegun whether an earlier execution may have begun it
 * @param look its argument says whether what another item has read is good enough
 * @returns undefined where the execution was stopped meanwhile
 */
export async function lookBefore(
	{ scope: { execution }, connection: { signal } }: Pick<Item, 'scope' | 'connection'>,
	mayHaveBegun: boolean,
	look: (isShared: boolean) => Promise<Sighting>,
): Promise<Sighting | undefined> {
	const tellsAt = getOrCreate(secondLooks, execution, () => Date.now() + SECOND_LOOK_AFTER_MS);
	const first = await look(true);
	if (first.state === 'found') return first;
	if (first.state === 'absent' && (!mayHaveBegun || first.readAt >= tellsAt)) return first;
	if (first.state === 'unclear' && !(first.mayClearSoon && (mayHaveBegun || first.failure))) return first;
	const ms = tellsAt - Date.now();
	if (ms > 0 && !(await delay(ms, signal))) return undefined;
	const second = await look(false);
	// What could be told once can be told again.
	return second.state === 'unclear' && first.state === 'absent' ? { ...second, mayClearLater: true } : second;
}

/** What was left in doubt just now is not looked up in a list that is older. */
export function lookAnew({ scope: { execution } }: Pick<Item, 'scope'>): void {
	secondLooks.set(execution, Date.now() + SECOND_LOOK_AFTER_MS);
}

/** When the second look of each execution is due, in milliseconds since 1970. */
const secondLooks = new WeakMap<object, number>();

/** What to do about a doubt, in sentences. */
interface Advice {
	/** Where two complete looks did not find it. */
	readonly ifAbsent: string;
	/** Where it could not be looked up, and can be later. */
	readonly ifUnclear: string;
}

function inView(doubt: ItemFailure, sightings: readonly Sighting[], advice: Advice): ItemFailure {
	const reasons = sightings.flatMap((sighting) => (sighting.state === 'unclear' ? [sighting.reason] : []));
	if (reasons.length === 0) {
		return { ...doubt, unclear: [], notFound: true, request: withAdvice(doubt.request, advice.ifAbsent) };
	}
	// What was unclear to an earlier look is of no interest any more; what two complete looks have shown stands.
	if (doubt.notFound) return doubt;
	const mayClear = sightings.some((sighting) => sighting.state === 'unclear' && sighting.mayClearLater);
	return mayClear
		? { ...doubt, unclear: reasons, request: withAdvice(doubt.request, advice.ifUnclear) }
		: { ...doubt, unclear: reasons, isSentByRetry: 'unseen' };
}

/** The request with another advice for what is in doubt. */
export const withAdvice = (request: RequestInfo, advice: string): RequestInfo =>
	request.doubt === undefined ? request : { ...request, doubt: { ...request.doubt, advice } };

const stopped = (doubt: ItemFailure): Verdict => ({
	isDone: false,
	failure: { ...doubt, failure: { kind: 'canceled', sent: true } },
});
