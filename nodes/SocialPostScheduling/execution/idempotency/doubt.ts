import { causeOf, messageOf } from '../../errors/errorMessages';
import { mapServiceText } from '../../errors/serviceMessage';
import type { RequestInfo } from '../../transport/request';
import type { Outcome } from './attempt';
import { isInDoubt, type ItemFailure, type ItemResult } from '../itemResult';
import type { Item } from '../operation';
import { safeWordsOf } from '../safeWords';

/** The failure of something that has begun before and is in doubt, and whether nobody has looked for it yet: its execution was stopped. */
export function doubtOf(
	request: RequestInfo,
	{ connection: { signal } }: Item,
	{ failure }: Extract<Outcome, { state: 'uncertain' }>,
): { doubt: ItemFailure; isFresh: boolean } {
	const isFresh = failure !== undefined && wasStopped(failure) && signal?.aborted !== true;
	const startedBefore: ItemFailure = { ok: false, request, failure: { kind: 'startedBefore' } };
	return { doubt: isFresh ? startedBefore : (failure ?? startedBefore), isFresh };
}

/** Whether it was in doubt because its execution was stopped. */
export const wasStopped = ({ failure }: ItemFailure): boolean => failure.kind === 'canceled';

/** The failure of something that an earlier execution has left in doubt, where nothing was sent now. */
export const notSentAgain = (request: RequestInfo): ItemFailure => ({
	ok: false,
	request,
	failure: { kind: 'startedBefore', words: 'it was not sent again' },
	mayBeRepeated: true,
});

/** What was in doubt before this execution, could not be looked up, and is not done now: it may have been done then. */
export async function stillDoubted(
	request: RequestInfo,
	result: ItemResult,
	{ functions, memory }: Item,
): Promise<ItemResult> {
	if (result.ok || result.done !== undefined || isInDoubt(result)) return result;
	const { failure, hints = [] } = result;
	if (result.request.name === request.name && failure.kind === 'refused') {
		return { ...result, failure: { ...failure, uncertain: true }, mayBeRepeated: true };
	}
	const notDone = `${request.failed}.`;
	const safe = mapServiceText(failure, await safeWordsOf(functions, memory));
	const { what, description } = causeOf(safe, result.request);
	const words = result.request.name === request.name ? what : messageOf(safe, result.request);
	return {
		...result,
		request,
		failure: { kind: 'startedBefore', words },
		hints: [description, ...hints.filter((hint) => hint !== notDone)],
		notBegun: undefined,
		mayBeRepeated: true,
	};
}

/** Why the service could not be asked before, said with what came of it; of what is in doubt, the looks after it have told. */
export function withReason(result: ItemResult, reason: string): ItemResult {
	if (result.ok) return { ...result, warnings: [...new Set([...(result.warnings ?? []), reason])] };
	return isInDoubt(result) ? result : { ...result, unclear: [...new Set([...(result.unclear ?? []), reason])] };
}

/**
 * The doubt without what hangs on the item, and with no secret: it may be remembered for longer than the item, and be shown by another
 * execution, which does not know the addresses that were issued in this one.
 */
export async function asRemembered(failure: ItemFailure, { functions, memory }: Item): Promise<ItemFailure> {
	const safe = await safeWordsOf(functions, memory);
	return {
		...failure,
		failure: mapServiceText(failure.failure, safe),
		...(failure.unclear && { unclear: failure.unclear.map(safe) }),
		...(failure.warnings && { warnings: failure.warnings.map(safe) }),
		lookAgain: undefined,
	};
}
