import { outcomeSoFar } from './attempt';
import type { KnownBefore } from '../executionState';
import { decide, type IdentifiedItem, isDoubted, looksFirst } from './identifiedItem';
import type { Item } from '../operation';
import type { InvalidInput } from '../../utils/result';

/**
 * What is known of an item before anything is sent, and why it is refused, where it is. One that has begun in this execution already, or
 * was left in doubt in the one before, is refused only where nothing can be done with what came of it. What is known is stored with this
 * execution at once: other items may keep this one from being reached. Whether it was done with other details is told by its turn alone:
 * those may be another item's.
 */
export async function checkFirst<T>(
	identified: IdentifiedItem<T>,
	item: Item,
): Promise<{ known?: KnownBefore; problem?: InvalidInput | undefined }> {
	const { once, store, fingerprint, origin, values } = identified;
	const decision = decide(identified);
	if (decision.type === 'begin') {
		// Of such a one, more must be said than that it is refused.
		if (isDoubted(identified)) return { known: doubtOf(identified) };
		// With an earlier time, it may be there.
		return { problem: identified.asGiven === undefined ? once.validateNew?.(values, item) : undefined };
	}
	const { attempt } = decision;
	void attempt.outcome.then((outcome) => store.storeMet(fingerprint, attempt, outcome, origin));
	const outcome = await outcomeSoFar(attempt);
	if (outcome?.state === 'uncertain') return { known: doubtOf(identified) };
	if (outcome?.state !== 'succeeded') return {};
	if (attempt.details !== fingerprint.details) return { known: 'doneOtherwise' };
	// It is no other item of its run, which may differ from it only in its details.
	attempt.claimant ??= origin;
	return { known: 'done', problem: once.reuse?.refuse?.(item, outcome.result, values) };
}

function doubtOf<T>({ once: { reuse }, values }: IdentifiedItem<T>): KnownBefore {
	const isLookedUp = reuse?.lookUp !== undefined && reuse.lookUp.when(values) !== 'never';
	return reuse === undefined || isLookedUp ? 'inDoubt' : 'inDoubtSentAgain';
}

/**
 * Whether the item begins when its turn comes, as far as is known now: it has not begun yet, the service is not asked first, and nothing
 * is wrong with it.
 */
export const willBegin = <T>(identified: IdentifiedItem<T>, item: Item): boolean =>
	identified.asGiven === undefined &&
	!looksFirst(identified) &&
	decide(identified).type === 'begin' &&
	identified.store.otherRetries.underWay(identified.fingerprint, identified.origin) === undefined &&
	identified.once.validateNew?.(identified.values, item) === undefined;
