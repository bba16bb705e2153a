import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { KnownBefore } from './executionState';
import { isInDoubt, type ItemFailure } from './itemResult';
import type { Operation } from './operation';

/** What an earlier execution has made of an item that cannot be read any more, such as one whose file is gone. */
export const sayDoneBefore = ({ pastTense }: Pick<Operation<unknown>, 'pastTense'>, known: KnownBefore): string =>
	known === 'inDoubt'
		? `It may have been ${pastTense} before, in the execution that you retry: look in the service first.`
		: `It was ${pastTense} before, in the execution that you retry. A new execution may do it again.`;

/** What is said of an item in doubt that each retry sends again; undefined of another one. */
export function sentByRetry<T>(
	{ request, mayBeRepeated, isSentByRetry, ...failure }: ItemFailure,
	{ pastTense, once }: Pick<Operation<T>, 'pastTense' | 'once'>,
): { readonly pastTense: string; readonly howToLook: string | undefined } | undefined {
	const lookUp = once?.reuse?.lookUp;
	const isSent = lookUp === undefined ? mayBeRepeated !== true : isSentByRetry !== undefined;
	if (!isSent || request.retryClass !== 'nonIdempotent' || !isInDoubt({ request, ...failure })) return undefined;
	return { pastTense, howToLook: isSentByRetry === 'unasked' ? lookUp?.howToLook : undefined };
}

/**
 * A person who starts the workflow anew would do the done items a second time. n8n keeps the input of a node that failed.
 *
 * @param done in a sentence, what a new execution does not know of
 * @param doubt what is said of the item, where each retry sends it again though it may be done
 */
export function sayRetry(
	done: string,
	functions: IExecutePaginationFunctions,
	doubt: ReturnType<typeof sentByRetry>,
): string[] {
	const which = functions.getMode() === 'integrated' ? ' of this workflow' : '';
	const goOn = doubt === undefined ? 'To go on' : `If it was not ${doubt.pastTense}`;
	return [
		`${goOn}, use "Retry" in the list of executions${which}: a new execution does not know what is ${done}.`,
		...(doubt === undefined
			? []
			: [
					doubt.howToLook === undefined
						? 'If it was, start a new execution with the items that are left: a retry sends this item again.'
						: `If it was, first ${doubt.howToLook}: a retry would send this item again.`,
				]),
		'A retry gets the same input items: to change a value, change it in this node, and choose "Retry with currently saved workflow".',
	];
}
