import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { KnownBefore } from './executionState';
import { isRetry } from './isRetry';
import { isInDoubt, type ItemFailure } from './itemResult';
import type { Operation } from './operation';
import { nameItems } from '../utils/itemRanges';
import { hasRetry, type RetryFunctions } from './tool';

/** What an earlier execution has made of an item that cannot be read any more, such as one whose file is gone. */
export const sayDoneBefore = ({ pastTense }: Pick<Operation<unknown>, 'pastTense'>, known: KnownBefore): string =>
	known === 'inDoubt'
		? `It may have been ${pastTense} before, in the execution that you retry: look in the service first.`
		: `It was ${pastTense} before, in the execution that you retry. A new execution may do it again.`;

/** Which execution is to be retried, where a sub-workflow failed: the workflow that called it shows the same words. Empty where none called it. */
export function sayWhichWorkflow(functions: Pick<IExecutePaginationFunctions, 'getMode' | 'getWorkflow'>): string {
	if (functions.getMode() !== 'integrated') return '';
	const { name = '' } = functions.getWorkflow();
	return ` for ${name === '' ? 'the sub-workflow' : `the workflow "${name}"`}`;
}

/** An item in doubt that each retry sends again. */
interface SentByRetry {
	/** What a person does so that a retry looks first, in words; undefined where nothing helps. */
	readonly howToLook: string | undefined;
}

/** Undefined of an item that no retry sends again, or of which nothing is lost where it does, as of an upload. */
export function sentByRetry<T>(
	{ request, mayBeRepeated, isSentByRetry, ...failure }: ItemFailure,
	{ once }: Pick<Operation<T>, 'once'>,
): SentByRetry | undefined {
	if (once?.reuse === undefined) return undefined;
	const { lookUp } = once.reuse;
	const isSent = lookUp === undefined ? mayBeRepeated !== true : isSentByRetry !== undefined;
	if (!isSent || request.retryClass !== 'nonIdempotent' || !isInDoubt({ request, ...failure })) return undefined;
	return { howToLook: isSentByRetry === 'unasked' ? lookUp?.howToLook : undefined };
}

/** What the retry of a sub-workflow does not do; empty where none called it. */
export const sayCallerStays = (which: string): string =>
	which === ''
		? ''
		: ' The workflow that called it does not go on by that: do by hand what its next nodes do, such as to mark rows. Its own retry runs all its calls from the start.';

/** Where the "Retry" is: an older execution does not know what a retry of it has done. */
const sayWhere = (isRetried: boolean): string => (isRetried ? 'of this execution' : 'in the list of executions');

/** The same with the workflow, where this one was called: what to say after "Retry". */
export const sayWhichRetry = (functions: Pick<IExecutePaginationFunctions, 'getMode' | 'getWorkflow'>): string =>
	`${sayWhere(isRetry(functions))}${sayWhichWorkflow(functions)}`;

/** How to go on after a change of the node, where nothing of it was sent: earlier nodes may have done something. */
export const sayRetryAfterChange = (
	functions: Pick<IExecutePaginationFunctions, 'getMode' | 'getWorkflow'> & RetryFunctions,
): string[] =>
	hasRetry(functions)
		? [
				`After the change, use "Retry with currently saved workflow" ${sayWhichRetry(functions)}: a new execution runs the earlier nodes again.`,
			]
		: [];

/** What decides how a person goes on where an item has ended an execution that n8n can retry. */
export interface Situation {
	/** What the operation does, as in `Already <pastTense>`. */
	readonly pastTense: string;
	/** What is done that a new execution would do again, in a word; undefined where nothing is. */
	readonly done: string | undefined;
	readonly isRetried: boolean;
	/** Whether other items have not begun. */
	readonly areOthersLeft: boolean;
	/** Whether the node has other items as well, here or in another run. */
	readonly isOneOfMany: boolean;
	/** Whether the workflow leads from the node back to it. */
	readonly isInLoop: boolean;
	/** Whether the item came with the error of an earlier node. */
	readonly isOfEarlierNode: boolean;
	/** Whether what is wrong came into the node, such as a file. */
	readonly isOfInput: boolean;
	/** Whether the item is refused for what it is: each retry refuses it, unless something is changed. */
	readonly isRefused: boolean;
	/** Whether no change of it helps. */
	readonly isRefusedForGood: boolean;
	readonly doubt: SentByRetry | undefined;
	/** The same of other items. */
	readonly othersInDoubt: ReadonlyArray<SentByRetry & { readonly item: number }>;
	/** By which changes a retry does the done items again, in words; undefined where it does not know them, or by none. */
	readonly repeatedIf: string | undefined;
	/** Whether another workflow has called this one, perhaps once for each of its items, to do something. */
	readonly isCalled: boolean;
	/** Which execution is to be retried, by {@link sayWhichWorkflow}. */
	readonly which: string;
}

/**
 * How to go on, as sentences: one way for each case, which does nothing twice. A person who starts the workflow anew would do the done items a
 * second time; n8n keeps the input of a node that failed.
 */
export function sayNext(situation: Situation): string[] {
	const { pastTense, done, isRetried, areOthersLeft, isOneOfMany } = situation;
	const { isCalled, isOfEarlierNode, isOfInput, isRefused, isRefusedForGood, repeatedIf } = situation;
	const isAdvised = done !== undefined;
	const ifDone = sayIfDone(situation);
	const changes = repeatedIf === undefined ? [] : [sayWhatRepeats(pastTense, repeatedIf)];
	if (isOfEarlierNode || (isOfInput && isAdvised))
		return [...sayNextAfterEarlierNode(situation), ...ifDone, ...changes];
	return [
		...(isAdvised ? [sayRetry(situation)] : []),
		...(isAdvised || isRetried || areOthersLeft ? ifDone : []),
		...(!isAdvised && isCalled ? [CALLER_REPEATS] : []),
		...(isRefused && (isAdvised || isRetried) ? ['A retry gets the same input items and files.'] : []),
		...(isRefused && isOneOfMany ? [HOLDS_FOR_ALL] : []),
		...(isRefused && (isAdvised || isRefusedForGood || (isRetried && areOthersLeft)) ? [sayLeaveOut(situation)] : []),
		...changes,
	];
}

/** Where each call has one item, the calls before this one have done theirs, and those after it have not begun. */
export const CALLER_REPEATS =
	'A retry of the workflow that called this one runs all its calls from the start. If some of them have done their items, let a new execution do only what is left.';

function sayRetry(situation: Situation): string {
	const { pastTense, done, isRetried, doubt, which } = situation;
	const sent = sentAgain(situation);
	const how = [
		sent === undefined ? 'To go on, use "Retry"' : `If ${sent.none} ${pastTense}, use "Retry"`,
		` ${sayWhere(isRetried)}${which}`,
		doubt === undefined ? ' ("with currently saved workflow" if you have changed it)' : '',
	].join('');
	const why = isRetried
		? 'an older one does not know what this one has done'
		: `a new execution does not know what is ${done}`;
	return `${how}: ${why}.${sayCallerStays(which)}`;
}

/** An index tells one item from another in one run alone: a loop counts from 0 in each round. */
const HOLDS_FOR_ALL =
	"A change in this node counts for all of its items, also in later rounds and executions. To change one item only, use an expression with a condition that no other item meets, such as {{ $json.column === 'wrong' ? 'right' : $json.column }}.";

/** At the error output, it does not come to nodes that would take it for done; but a loop, which then gets nothing back, would end with it. */
const sayLeaveOut = ({ isInLoop }: Pick<Situation, 'isInLoop'>): string =>
	`To leave this item out, set "On Error" in this node's settings to ${isInLoop ? '"Continue"' : '"Continue (using error output)"'} for one "Retry with currently saved workflow", then to "Stop Workflow" again, before the workflow is published or runs again. n8n shows that retry as a success, whichever items fail in it: look at all runs and branches of this node's output. ${isInLoop ? BACK_TO_LOOP : ONLY_OTHERS}`;

const BACK_TO_LOOP =
	'The nodes after it get the item as well, with "error": before that retry, check that they do not take it for done, and lead it back to the loop.';

const ONLY_OTHERS =
	'The nodes after it get only the other items: before that retry, check that this is right for them. A Merge by position would join the wrong items.';

const sayWhatRepeats = (pastTense: string, repeatedIf: string): string =>
	`An item that was ${pastTense} already is ${pastTense} again if ${repeatedIf}.`;

/** No retry runs the earlier node again, so each one would meet the same. */
const sayNextAfterEarlierNode = ({ isRetried, which, isInLoop }: Situation): string[] => [
	`If the mistake is in this node, correct it, and use "Retry with currently saved workflow" ${sayWhere(isRetried)}${which}. ${HOLDS_FOR_ALL}`,
	`Without a change, each retry fails again for this item. ${sayLeaveOut({ isInLoop })}`,
	NEW_EXECUTION_REPEATS,
];

/** What to do where a look shows that an item is done which each retry sends again. */
function sayIfDone(situation: Situation): string[] {
	const { pastTense, which, doubt, othersInDoubt } = situation;
	const sent = sentAgain(situation);
	if (sent === undefined) return [];
	const looks = [...(doubt === undefined ? [] : [doubt]), ...othersInDoubt].map(({ howToLook: look }) => look);
	const howToLook = looks.includes(undefined) ? undefined : looks[0];
	return [
		howToLook === undefined
			? `If ${sent.some} ${pastTense}, do not use "Retry"${which}: it sends ${sent.them} again. Do what is left by hand, or with a workflow that does only that.`
			: `If ${sent.some} ${pastTense}, first ${howToLook}, save, and use "Retry with currently saved workflow"${which}: any other retry sends ${sent.them} again, and so does this one if API: Check shows that the service does not offer the list of posts.`,
	];
}

/** The items in doubt that each retry sends again, in words: before what was done, and what was not. */
function sentAgain({ doubt, othersInDoubt }: Situation): Record<'some' | 'none' | 'them', string> | undefined {
	const own = doubt === undefined ? [] : ['this item'];
	const others = othersInDoubt.map(({ item }) => item);
	if (own.length + others.length === 0) return undefined;
	const them = [...own, ...(others.length > 0 ? [nameItems(others)] : [])].join(' and ');
	return own.length + others.length > 1
		? { some: `one of ${them} was`, none: `none of ${them} was`, them }
		: { some: `${them} was`, none: `${them} was not`, them };
}

/** For where no retry helps, or there is none: n8n has no "Retry" for what it shows as a success. */
export const NEW_EXECUTION_REPEATS =
	'A new execution runs all nodes again, also those that are done for an item: let it do only what is left.';

/** How to go on where the execution was stopped: n8n offers no "Retry" for it. Where it shows one all the same, that does nothing, or all again. */
export const sayAfterStop = (isRetried: boolean): string =>
	`Do not retry ${isRetried ? 'this execution, nor an older one' : 'this execution'}. Look in the service what is done, and let a new execution do only what is left.`;

/** How to repeat what is done to posts that an earlier node has found: it may find others by then. */
export const sayRetryOfFound = (functions: IExecutePaginationFunctions): string[] =>
	hasRetry(functions)
		? [
				`If your workflow takes posts or times from the service, use "Retry" ${sayWhichRetry(functions)}: a new execution may find others.`,
			]
		: [];
