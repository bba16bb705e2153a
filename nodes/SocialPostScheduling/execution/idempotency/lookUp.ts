import type { RequestInfo } from '../../transport/request';
import { err, ok, type Result } from '../../utils/result';
import { notSentAgain } from './doubt';
import { type Again, type IdentifiedItem, isDoubted, mayHaveBegun } from './identifiedItem';
import type { ItemFailure } from '../itemResult';
import type { Item, Siblings, Sighting } from '../operation';
import { isForLookUp, lookBefore, resolveDoubt, SECOND_LOOK_AFTER_MS, type Verdict, withAdvice } from './resolveDoubt';

/**
 * What a look shows before it is sent. Where the service cannot be asked now: the doubt again, if an earlier execution has left it in doubt;
 * a refusal, if an earlier one may have begun it, or it is always looked up; a doubt, if another retry has begun it. No earlier one can have
 * begun what has the time of this moment.
 */
export async function lookFirst<T>(
	request: RequestInfo,
	identified: IdentifiedItem<T>,
	item: Item,
): Promise<Result<Sighting, ItemFailure>> {
	const { once, store, fingerprint, values, ofEndedRetry } = identified;
	const lookUp = once.reuse?.lookUp;
	const look = async (isShared: boolean) => await find(identified, item, isShared);
	const mayBeThere = mayHaveBegun(identified);
	const mayBeOfOthers = lookUp?.when(values) === 'always' && !lookUp.isOfThisMoment(values);
	const isSeenFirst = mayBeThere || mayBeOfOthers;
	const sighting = isSeenFirst ? await lookBefore(item, mayBeThere, look) : await look(true);
	const inDoubt = () => notSentAgain(withAdvice(request, lookUp?.adviceIfUnclear(item) ?? ''));
	const doubt = isDoubted(identified) ? inDoubt() : undefined;
	if (sighting === undefined) {
		return err({ ok: false, request, ...doubt, failure: { kind: 'canceled', sent: doubt !== undefined } });
	}
	if (!isSeenFirst || sighting.state !== 'unclear' || !sighting.mayClearLater) return ok(sighting);
	if (doubt !== undefined) return err({ ...doubt, unclear: [sighting.reason] });
	// It is stored with this retry: what the ended one has begun will be forgotten.
	if (ofEndedRetry !== undefined) store.takeDoubt(fingerprint, ofEndedRetry);
	const unseen = sighting.failure && lookUp?.notSeen(item, values, sighting.failure);
	if (unseen !== undefined) return err(unseen);
	return ofEndedRetry === undefined ? ok(sighting) : err({ ...inDoubt(), unclear: [sighting.reason] });
}

/**
 * What the service says of something that is in doubt. A further try asks it again.
 *
 * @param isFresh whether the response was lost just now
 * @param again does the item once more, in that try
 */
export async function judge<T>(
	identified: IdentifiedItem<T>,
	item: Item,
	doubt: ItemFailure,
	isFresh: boolean,
	again: Again<T>,
): Promise<Verdict> {
	const { once, values } = identified;
	const lookUp = once.reuse?.lookUp;
	if (lookUp === undefined || !isForLookUp(doubt)) return { isDone: false, failure: doubt };
	if (lookUp.when(values) === 'never') return { isDone: false, failure: { ...doubt, isSentByRetry: 'unasked' } };
	const look = async () => await find(identified, item, false);
	const advice = {
		ifAbsent: lookUp.adviceIfAbsent(item, values, SECOND_LOOK_AFTER_MS / 1000),
		ifUnclear: lookUp.adviceIfUnclear(item),
	};
	const mayBeOfOthers = lookUp.when(values) === 'always';
	const verdict = await resolveDoubt(item.connection, doubt, { isFresh, mayBeOfOthers }, look, advice);
	if (verdict.isDone) {
		const warnings = [...(doubt.warnings ?? []), ...(verdict.warnings ?? []), ...lookUp.warningIfFound(values)];
		return { ...verdict, result: { ...doubt.kept, ...verdict.result }, warnings };
	}
	const lookAgain = async () => await again(identified);
	return { isDone: false, failure: { ...verdict.failure, lookAgain } };
}

async function find<T>(identified: IdentifiedItem<T>, item: Item, isShared: boolean): Promise<Sighting> {
	const { once, store, fingerprint, values } = identified;
	const lookUp = once.reuse?.lookUp;
	if (lookUp === undefined) return { state: 'unclear', reason: '' };
	const wasOtherwise = store.known.wasDoubtedOtherwise(fingerprint);
	return await lookUp.find(item, values, await siblingsOf(identified), isShared, wasOtherwise);
}

/** What is known of the others that a look may show in the place of this item. */
export async function siblingsOf<T>({
	once,
	store,
	fingerprint,
	origin,
	values,
}: IdentifiedItem<T>): Promise<Siblings> {
	const lookUp = once.reuse?.lookUp;
	// What is always looked up is one thing where a look cannot tell it from another item.
	const withEqual = lookUp?.when(values) !== 'always';
	const outcomes = await store.known.siblingsOf(fingerprint, origin, lookUp?.sameTimeMs ?? 0, withEqual);
	return {
		results: outcomes.flatMap((outcome) => (outcome?.state === 'succeeded' ? [outcome.result] : [])),
		unknown: outcomes.filter((outcome) => outcome === undefined || outcome.state === 'uncertain').length,
	};
}
