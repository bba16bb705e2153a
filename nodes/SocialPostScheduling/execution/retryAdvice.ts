import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { KnownBefore } from './executionState';
import { isInDoubt, type ItemFailure } from './itemResult';
import type { Operation } from './operation';

/** What an earlier execution has made of an item that cannot be read any more, such as one whose file is gone. */
export const sayDoneBefore = ({ pastTense }: Pick<Operation<unknown>, 'pastTense'>, known: KnownBefore): string =>
	known === 'inDoubt'
		? `It may have been ${pastTense} before, in the execution that you retry: look in the service first.`
		: `It was ${pastTense} before, in the execution that you retry. A new execution may do it again.`;

/** An item in doubt that each retry sends again. */
export interface SentByRetry {
	readonly pastTense: string;
	/** What a person does so that a retry looks first, in words; undefined where nothing helps. */
	readonly howToLook: string | undefined;
}

/** Undefined of an item that no retry sends again. */
export function sentByRetry<T>(
	{ request, mayBeRepeated, isSentByRetry, ...failure }: ItemFailure,
	{ pastTense, once }: Pick<Operation<T>, 'pastTense' | 'once'>,
): SentByRetry | undefined {
	const lookUp = once?.reuse?.lookUp;
	const isSent = lookUp === undefined ? mayBeRepeated !== true : isSentByRetry !== undefined;
	if (!isSent || request.retryClass !== 'nonIdempotent' || !isInDoubt({ request, ...failure })) return undefined;
	return { pastTense, howToLook: isSentByRetry === 'unasked' ? lookUp?.howToLook : undefined };
}

/** What to do where a look shows that an item is done which each retry sends again. */
export const sayIfDone = ({ howToLook }: SentByRetry): string =>
	howToLook === undefined
		? 'If it was, start a new execution with the items that are left: a retry sends this item again.'
		: `If it was, first ${howToLook}, save, and use "Retry with currently saved workflow": any other retry sends this item again.`;

/**
 * A person who starts the workflow anew would do the done items a second time. n8n keeps the input of a node that failed.
 *
 * @param done in a sentence, what a new execution does not know of
 */
export function sayRetry(
	done: string,
	functions: IExecutePaginationFunctions,
	doubt: SentByRetry | undefined,
): string[] {
	const which = functions.getMode() === 'integrated' ? ' of this workflow' : '';
	const goOn = doubt === undefined ? 'To go on' : `If it was not ${doubt.pastTense}`;
	return [
		`${goOn}, use "Retry" in the list of executions${which}: a new execution does not know what is ${done}.`,
		...(doubt === undefined ? [] : [sayIfDone(doubt)]),
		'A retry gets the same input items: to change a value, change it in this node, and choose "Retry with currently saved workflow".',
	];
}

/** The same where a retry meets the same again, as it does not run the earlier node that failed. */
export const sayNewExecution = (done: string): string =>
	`A new execution does not know what is ${done}: set "Duplicate Check" to "Always" in each Schedule node first, and look in the service for all else.`;

/** The same where the node goes on after an item that failed: n8n has no "Retry" for what it shows as a success. */
export const sayWhichItems = (pastTense: string): string =>
	`A new execution does not know what is ${pastTense}: give it only items that are not.`;
