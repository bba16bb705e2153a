import type { IDataObject, IExecutePaginationFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { type AheadItem, type DoneItem, toNodeError, type UnfinishedItem } from '../errors/nodeError';
import { descriptionSafe } from '../errors/titleSafe';
import { getOrCreate } from '../utils/getOrCreate';
import { nameItems } from '../utils/itemRanges';
import { idField } from '../utils/json';
import { joinIds, nameWithIds, sayUploaded } from '../utils/uploadedFile';
import { asSentence } from '../utils/values';
import { apiKeyOf } from './account';
import { type ExecutionState, getExecutionScope, type KnownBefore, type Pass, type PassMemory } from './executionState';
import { isInDoubt, type ItemFailure, type ItemResult, type ItemSuccess } from './itemResult';
import type { Operation } from './operation';
import type { ItemError } from './passError';
import { safeWordsOf } from './safeWords';
import { hasRetry } from './tool';
import type { UploadsAhead } from './uploadsAhead';

/** The error of an item where the node is set to stop, with what became of the other items. */
export async function errorOfPass<T>(
	functions: IExecutePaginationFunctions,
	failure: ItemFailure,
	{ request, pastTense, once }: Pick<Operation<T>, 'request' | 'pastTense' | 'once'>,
	state: ExecutionState,
	{ queue, memory }: Pick<Pass, 'queue' | 'memory'>,
): Promise<ItemError> {
	const { uploadsAhead: ahead } = memory;
	const skipped = queue.skippedItems();
	const item = functions.getItemIndex();
	const results = await resultsOf(state);
	const done = itemsOf(results, queue.done);
	const isKnownAs = (known: KnownBefore) => (of: number) => memory.knownBefore.get(of) === known;
	const isDoneBefore = (of: number) => isKnownAs('done')(of) || isKnownAs('doneOtherwise')(of);
	const refused = [...queue.failed].filter((of) => of !== item && isKnownAs('doneAtPlace')(of));
	const outcomes: Outcomes = {
		done: new Set([...queue.done, ...skipped.filter(isKnownAs('done')), ...refused]),
		failed: new Set([...queue.failed].filter((of) => !refused.includes(of))),
		otherwise: skipped.filter(isKnownAs('doneOtherwise')),
		skipped: skipped.filter((of) => !isDoneBefore(of)),
		shown: new Set(done.flatMap(([of, result]) => (result.ok && result.nothingDone ? [of] : []))),
		doubtful: request.retryClass === 'safe' ? [] : doubtfulItems(results, memory, item),
	};
	const isRetried = functions.getMode() === 'retry' && outcomes.done.size + outcomes.doubtful.length > 0;
	const { idempotency } = getExecutionScope(functions, state);
	// One that is refused because it is done would be refused by each retry.
	const hasDone = (operation?: string) => !isDoneBefore(item) && idempotency.hasDone(operation);
	const isOwnDone =
		once?.reuse !== undefined && ([...outcomes.done].some((of) => !outcomes.shown.has(of)) || hasDone(request.name));
	const goesOnByRetry = (isOwnDone || hasDone()) && !isRetried && hasRetry(functions);
	const doubt = doubtOf(failure, { pastTense, once });
	const others = [
		...summary(pastTense, outcomes, item, request.retryClass === 'idempotent'),
		...(goesOnByRetry ? sayRetry(isOwnDone ? pastTense : 'done', functions, doubt) : []),
		...((isRetried || (goesOnByRetry && isOwnDone)) && once?.changes !== undefined
			? [`An item that was ${pastTense} already is ${pastTense} again if ${once.changes}.`]
			: []),
		...warningsOfDone(done, await safeWordsOf(functions, memory)),
	];
	const failed = itemsOf(results, queue.failed).filter(([of]) => of !== item);
	const unfinished = [
		...failed.flatMap(([of, result]) => (result.ok ? [] : unfinishedOf(of, [result]))),
		...skipped.flatMap((of) => unfinishedOf(of, ahead.failuresOf(of))),
	];
	const tokens = unfinished.map(({ item: of, uploadToken }) => `item ${of} with the upload token ${uploadToken}`);
	const hint =
		tokens.length === 0 ? [] : [`Other uploads can be completed with "Complete Upload": ${tokens.join(', ')}.`];
	const uploaded = skipped
		.map((of) => ({ item: of, files: ahead.filesOf(of) }))
		.filter(({ files }) => files.length > 0);
	const names = uploaded.map(({ item: of, files }) => `Uploaded ahead for item ${of}: ${nameWithIds(files)}.`);
	const uploadedAhead = uploaded.map(({ item: of, files }) => ({ item: of, mediaIds: joinIds(files) }));
	return await errorOf(
		functions,
		memory,
		withOwnFiles(failure, item, ahead),
		[...others, ...hint, ...names],
		// What was only read can be read again.
		{ done: request.retryClass === 'safe' ? [] : doneItems(done), unfinished, uploadedAhead },
	);
}

type Results = ReadonlyMap<number, ItemResult>;

/** What came of the items that have begun: none of them is under way any more. */
async function resultsOf(state: ExecutionState): Promise<Results> {
	const results = new Map<number, ItemResult>();
	for (const [item, pending] of state.results) results.set(item, await pending);
	return results;
}

const itemsOf = (results: Results, items: ReadonlySet<number>): Array<[number, ItemResult]> =>
	[...items].flatMap((item) => {
		const result = results.get(item);
		return result === undefined ? [] : [[item, result]];
	});

/** What an earlier execution has made of an item that cannot be read any more, such as one whose file is gone. */
export const sayDoneBefore = ({ pastTense }: Pick<Operation<unknown>, 'pastTense'>, known: KnownBefore): string =>
	known === 'inDoubt'
		? `It may have been ${pastTense} before, in the execution that you retry: look in the service first.`
		: `It was ${pastTense} before, in the execution that you retry. A new execution may do it again.`;

/** What is to be said of a doubt before "Retry", where each retry sends it again; undefined where none does. */
function doubtOf<T>(
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
 * @param doubt what each retry sends again
 */
function sayRetry(done: string, functions: IExecutePaginationFunctions, doubt: ReturnType<typeof doubtOf>): string[] {
	const which = functions.getMode() === 'integrated' ? ' of this workflow' : '';
	const goOn = doubt === undefined ? 'To go on' : `If it was not ${doubt.pastTense}`;
	return [
		`${goOn}, use "Retry" in the list of executions${which}: a new execution does not know what is ${done}.`,
		...(doubt === undefined
			? []
			: [
					doubt.howToLook === undefined
						? 'If it was, do not use it: a retry sends this item again.'
						: `If it was, first ${doubt.howToLook}: a retry would send this item again.`,
				]),
		'A retry gets the same input items: to change a value, change it in this node, and choose "Retry with currently saved workflow".',
	];
}

/**
 * The output of an item that is not done, where the node is set to continue. It holds only fields that n8n knows as those
 * of a failed item, so that the error output takes it and joins it with the item's own fields.
 *
 * n8n before 2.36 does not know `details`: there the error output takes only what has an `error` beside its `json`. An item
 * that leaves the node with it would lose its `json`, so n8n must see the error and not copy it: it is not enumerable.
 */
export async function failedItem(
	functions: IExecutePaginationFunctions,
	failure: ItemFailure,
	{ memory }: Pick<Pass, 'memory'>,
): Promise<INodeExecutionData> {
	const withFiles = withOwnFiles(failure, functions.getItemIndex(), memory.uploadsAhead);
	const error = await errorOf(functions, memory, withFiles);
	const { onError }: INode = functions.getNode();
	const item: INodeExecutionData = {
		// A workflow may make an error of its own from it.
		json: {
			error: error.message,
			details: { ...error.context, description: descriptionSafe(error.description ?? '') },
		},
		pairedItem: { item: functions.getItemIndex() },
	};
	if (onError === 'continueErrorOutput') {
		Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
	}
	return item;
}

/** The output of an item that is done. What the service said beside it is shown in its first item, without any secret. */
export async function outputOf(
	functions: IExecutePaginationFunctions,
	{ output, warnings = [] }: ItemSuccess,
	memory: PassMemory,
): Promise<readonly IDataObject[]> {
	const [first, ...others] = output;
	if (first === undefined || warnings.length === 0) return output;
	const safe = await safeWordsOf(functions, memory);
	// In front, where a person sees it: n8n's table has a column for each field, in their order.
	return [{ warnings: [...new Set(warnings)].map(safe), ...first }, ...others];
}

/** What became of the items of a pass. */
interface Outcomes {
	readonly done: ReadonlySet<number>;
	readonly failed: ReadonlySet<number>;
	readonly skipped: readonly number[];
	/** Those that were done before with other details, and did not get their turn. */
	readonly otherwise: readonly number[];
	/** Those of which only was shown what would be done. */
	readonly shown: ReadonlySet<number>;
	readonly doubtful: readonly number[];
}

/**
 * Which item failed, and what became of the others: nobody should have to guess what a new run would do twice.
 *
 * @param isHarmless whether doing it twice changes nothing
 */
function summary(
	pastTense: string,
	{ doubtful, shown, otherwise, ...items }: Outcomes,
	item: number,
	isHarmless: boolean,
): string[] {
	const done = [...items.done].filter((other) => !shown.has(other));
	const isSure = (other: number) => other !== item && !doubtful.includes(other);
	const failed = [...items.failed].filter(isSure);
	const left = items.skipped.filter(isSure);
	const known = done.length + otherwise.length + doubtful.length;
	if (known + shown.size + failed.length + left.length === 0) return [];
	return [
		`This is item ${item}.`,
		...(known === 0 ? [`No other item was ${pastTense} in this run.`] : []),
		...(done.length > 0 ? [`Already ${pastTense}: ${nameItems(done)}.`] : []),
		...(otherwise.length > 0 ? [`Already ${pastTense}, with other values: ${nameItems(otherwise)}.`] : []),
		...(doubtful.length > 0
			? [`May have been ${pastTense}${isHarmless ? '' : ', look before you run this again'}: ${nameItems(doubtful)}.`]
			: []),
		...(failed.length > 0 ? [`Also failed: ${nameItems(failed)}.`] : []),
		...(left.length > 0 ? [`Not attempted: ${nameItems(left)}.`] : []),
	];
}

/** How many warnings of done items an error has at most: each has up to 500 characters. */
const MAX_WARNINGS = 5;

/** What there is to say of items that are done: n8n drops them with their warnings where another one ends the run. */
function warningsOfDone(done: ReadonlyArray<[number, ItemResult]>, safe: (words: string) => string): string[] {
	const items = new Map<string, Set<number>>();
	for (const [item, result] of done) {
		for (const words of result.ok ? (result.warnings ?? []) : []) {
			getOrCreate(items, safe(words), () => new Set<number>()).add(item);
		}
	}
	const warnings = [...items].map(([words, of]) => `Warning for ${nameItems([...of])}: ${asSentence(words)}`);
	const left = warnings.length - MAX_WARNINGS;
	return [...warnings.slice(0, MAX_WARNINGS), ...(left > 0 ? [`There are ${left} more warnings for done items.`] : [])];
}

/** The other items that an attempt of this run, in this try or an earlier one, or of an execution before has left in doubt. */
function doubtfulItems(results: Results, { knownBefore }: PassMemory, item: number): number[] {
	const isDoubtful = (result: ItemResult | undefined) =>
		result?.ok === false && result.request.retryClass !== 'safe' && isInDoubt(result);
	const before = [...knownBefore].filter(([other, known]) => known === 'inDoubt' && !results.has(other));
	return [...before, ...[...results].filter(([, result]) => isDoubtful(result))]
		.map(([other]) => other)
		.filter((other) => other !== item)
		.sort((one, other) => one - other);
}

/** The same for a workflow that goes on by itself: n8n drops the items that a failed node has done. */
const doneItems = (done: ReadonlyArray<[number, ItemResult]>): DoneItem[] =>
	done.flatMap(([item, result]) =>
		(result.ok ? result.output : []).flatMap((json) => {
			const id = idField(json, 'id') ?? idField(json.post, 'id');
			return id === null ? [] : [{ item, id }];
		}),
	);

const unfinishedOf = (item: number, failures: readonly ItemFailure[]): UnfinishedItem[] =>
	failures.flatMap(({ unfinished }) => (unfinished === undefined ? [] : [{ item, ...unfinished }]));

/** The failure of an item with what was uploaded ahead for it, as far as it does not say so itself. */
function withOwnFiles(failure: ItemFailure, item: number, ahead: UploadsAhead): ItemFailure {
	const { hints = [], details = {} } = failure;
	const known = new Set(String(details.mediaIds ?? '').split(','));
	const files = ahead.filesOf(item).filter(({ id }) => !known.has(id));
	const tokens = unfinishedOf(item, ahead.failuresOf(item))
		.map(({ uploadToken }) => uploadToken)
		.filter((token) => token !== failure.unfinished?.uploadToken);
	const mediaIds = [...known, joinIds(files)].filter((ids) => ids !== '').join(',');
	return {
		...failure,
		hints: [
			...hints,
			...sayUploaded(files),
			...tokens.map((token) => `"Complete Upload" can go on with the upload token ${token}.`),
		],
		details: { ...details, ...(mediaIds !== '' && { mediaIds }) },
	};
}

/** What a workflow gets that goes on by itself. */
type Lists = Readonly<Record<string, readonly DoneItem[] | readonly UnfinishedItem[] | readonly AheadItem[]>>;

async function errorOf(
	functions: IExecutePaginationFunctions,
	memory: PassMemory,
	{ failure, request, hints = [], unclear = [], warnings = [], details }: ItemFailure,
	others: readonly string[] = [],
	lists: Lists = {},
): Promise<ItemError> {
	const apiKey = await apiKeyOf(functions);
	const { issuedAddresses } = memory;
	const place = { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKey, issuedAddresses };
	const safe = await safeWordsOf(functions, memory);
	const said = [...unclear.map(safe), ...warnings.map((words) => `Warning: ${asSentence(safe(words))}`)];
	return toNodeError(failure, request, place, [...hints, ...said, ...others], {
		...details,
		...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
	});
}
