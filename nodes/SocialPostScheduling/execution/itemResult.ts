import type { IDataObject } from 'n8n-workflow';
import type { ErrorDetails, UnfinishedItem } from '../errors/nodeError';
import type { StoredResult } from './idempotency/storedResult';
import type { RequestInfo } from '../transport/request';
import { type Failure, mayHaveSucceeded } from '../transport/failure';
import { type InvalidInput, sayProblem } from '../utils/result';

/** What came of an item: any number of items of the output, or why there are none. */
export type ItemResult = ItemSuccess | ItemFailure;

export interface ItemSuccess {
	readonly ok: true;
	readonly output: readonly IDataObject[];
	/** Set where what would be done is only shown. */
	readonly nothingDone?: true;
	/** What the service said beside its success. */
	readonly warnings?: readonly string[];
	/** What is remembered with its result, and not shown. */
	readonly kept?: StoredResult;
}

export interface ItemFailure {
	readonly ok: false;
	readonly failure: Failure;
	readonly request: RequestInfo;
	/** Sentences that say how to go on. */
	readonly hints?: readonly string[];
	/** Why the last look at the service could not tell whether it is done, as sentences. */
	readonly unclear?: readonly string[];
	/** Set where two complete looks did not find it. */
	readonly notFound?: true;
	/** Set where each retry would send what is in doubt again: the service is not asked, or could not tell. */
	readonly isSentByRetry?: 'unasked' | 'unseen';
	/** What there is to say of what was done before it failed, such as the upload of a file; some of it in the service's words. */
	readonly warnings?: readonly string[];
	/** What is remembered of it, where the service has surely done it, and only its result cannot be given. */
	readonly done?: StoredResult;
	/** What it can be gone on with, where something was counted already. */
	readonly unfinished?: Omit<UnfinishedItem, 'item'>;
	/** What is known already of its result, where it may have been done. */
	readonly kept?: StoredResult;
	/** Set where a step before failed, such as the upload of a file: what the operation is for was not begun. */
	readonly notBegun?: true;
	/** What a workflow needs to go on by itself. */
	readonly details?: ErrorDetails;
	/** Set where it was surely not done now, and is in doubt for what an earlier execution did: a further try may do it. */
	readonly mayBeRepeated?: true;
	/** Set where each further try is refused as well, as for a post that is deleted. */
	readonly isRefusedForGood?: true;
	/** Set where the item comes with the error of an earlier node, which a retry does not run again. */
	readonly isOfEarlierNode?: true;
	/** Asks the service once more what came of it, in a further try; left out where it cannot be asked. */
	readonly lookAgain?: (() => Promise<ItemResult>) | undefined;
}

/** Input that cannot be sent: nothing was. */
export const invalidInput = (request: RequestInfo, problem: InvalidInput): ItemFailure => ({
	ok: false,
	request,
	failure: { kind: 'invalidInput', problem },
});

/**
 * What comes of a list where a filter may be wrong, for which the service gives nothing, and no error: nothing at all is refused, and what
 * else came has a warning.
 */
export function withFilterProblem(
	request: RequestInfo,
	problem: InvalidInput | undefined,
	isEmpty: boolean,
	result: ItemSuccess,
): ItemResult {
	if (problem === undefined) return result;
	if (isEmpty) return invalidInput(request, problem);
	return { ...result, warnings: [sayProblem(problem), ...(result.warnings ?? [])] };
}

/** Whether what the operation is for may have been done all the same. */
export const isInDoubt = ({ failure, notBegun }: ItemFailure): boolean =>
	notBegun !== true && mayHaveSucceeded(failure);
