import { untilStopped } from '../../transport/delay';
import type { RequestInfo } from '../../transport/request';
import { outcomeSoFar } from './attempt';
import { notSentAgain, wasStopped } from './doubt';
import { type Again, type IdentifiedItem, looksFirst } from './identifiedItem';
import type { ItemResult } from '../itemResult';
import type { Item } from '../operation';
import { lookAnew } from './resolveDoubt';
import type { RetriedAttempt } from './retryLog';

/**
 * Another retry of the same execution has begun the item. It is waited for, and is this item from then on, unless nothing came of it. What
 * it had left in doubt before this one came is looked up as what an earlier execution has left so; where it cannot be, it stays in doubt,
 * but for the person who retries that very execution, and was asked to look.
 *
 * @param again does the item, with what is known by then
 */
export async function joinOtherRetry<T>(
	request: RequestInfo,
	identified: IdentifiedItem<T>,
	item: Item,
	other: RetriedAttempt,
	again: Again<T>,
): Promise<ItemResult> {
	const { store, origin } = identified;
	const { time, outcome } = other.attempt;
	const isSameTime = time === undefined || time.at === identified.fingerprint.timed?.at;
	const theirs = isSameTime ? identified : (identified.atTime?.(time) ?? identified);
	const endedBefore = (await outcomeSoFar(other.attempt))?.state === 'uncertain';
	if (endedBefore && store.isOfRetried(theirs.fingerprint, other)) {
		store.leave(other);
		return await again(identified);
	}
	if (endedBefore && looksFirst(theirs)) {
		store.takeDoubt(theirs.fingerprint, other);
		lookAnew(item);
		return await again(isSameTime ? identified : { ...theirs, asGiven: identified });
	}
	const settle = store.take(theirs.fingerprint, origin, other);
	const ended = await untilStopped(outcome, item.connection.signal);
	settle(endedBefore ? { state: 'uncertain' } : (ended ?? { state: 'uncertain' }));
	if (ended === undefined) return { ...notSentAgain(request), failure: { kind: 'canceled', sent: true } };
	if (ended.state === 'repeatable') return await again(identified);
	const look = async () => await again(theirs);
	// The other one has just looked for it.
	const hasLooked =
		!endedBefore && ended.state === 'uncertain' && ended.failure !== undefined && !wasStopped(ended.failure);
	return hasLooked ? { ...ended.failure, lookAgain: look } : await look();
}
