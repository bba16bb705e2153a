import type { IDataObject, IExecutePaginationFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { type AheadItem, type DoneItem, toNodeError, type UnfinishedItem } from '../errors/nodeError';
import type { Failure } from '../transport/failure';
import { descriptionSafe } from '../errors/titleSafe';
import { getOrCreate } from '../utils/getOrCreate';
import { nameItems } from '../utils/itemRanges';
import { idField } from '../utils/json';
import { joinIds, nameWithIds, sayUploaded } from '../utils/uploadedFile';
import { asSentence } from '../utils/values';
import { CREDENTIAL_GONE, readApiKeys } from './credential';
import { hasOtherRunDone } from './doneRuns';
import { isInLoop } from './isInLoop';
import { isRetry } from './isRetry';
import { getExecutionScope } from './executionScope';
import type { ExecutionState, Pass, PassMemory } from './executionState';
import { isInDoubt, type ItemFailure, type ItemResult, type ItemSuccess } from './itemResult';
import type { Operation } from './operation';
import { isDoneBefore, itemsOf, type Outcomes, outcomesOf, type Results, resultsOf, sayOutcomes } from './outcomes';
import type { ItemError } from './passError';
import {
	CALLER_REPEATS,
	NEW_EXECUTION_REPEATS,
	sayAfterStop,
	sayNext,
	sayWhichWorkflow,
	sentByRetry,
} from './retryAdvice';
import { safeWordsOf, safeWordsWithout } from './safeWords';
import { hasRetry, isCanceled, isTool } from './tool';
import type { UploadsAhead } from './uploadsAhead';

/** The error of an item where the node is set to stop, with what became of the other items. */
export async function errorOfPass<T>(
	functions: IExecutePaginationFunctions,
	failure: ItemFailure,
	operation: Pick<Operation<T>, 'request' | 'pastTense' | 'once' | 'sayRepeated'>,
	state: ExecutionState,
	{ queue, memory }: Pick<Pass, 'queue' | 'memory'>,
): Promise<ItemError> {
	const { request, pastTense, sayRepeated } = operation;
	const items = { done: queue.done, failed: queue.failed, skipped: queue.skippedItems() };
	const item = functions.getItemIndex();
	const results = await resultsOf(state);
	const done = itemsOf(results, items.done);
	const outcomes = outcomesOf(items, memory, results, item, request.retryClass);
	const uploads = uploadsOfOthers(results, items, item, memory.uploadsAhead);
	const repeated = outcomes.done.size > 0 && !isCanceled(functions) ? (sayRepeated?.(functions) ?? []) : [];
	const isFileRepeated =
		hasRetry(functions) &&
		request.retryClass === 'nonIdempotent' &&
		(uploads.hints.length > 0 || failure.unfinished !== undefined);
	const { isGone } = await readApiKeys(functions);
	return await errorOf(
		functions,
		memory,
		withOwnFiles(failure, item, memory.uploadsAhead),
		[
			...sayOutcomes(pastTense, outcomes, item, request.retryClass === 'idempotent'),
			...repeated,
			// With another credential, no retry goes on.
			...(isGone ? [] : sayNextStep(functions, failure, operation, { ...outcomes, results }, state, { queue, memory })),
			...warningsOfDone(done, await safeWordsOf(functions, memory)),
			...uploads.hints,
			...(isFileRepeated && repeated.length === 0 ? [FILES_REPEATED] : []),
		],
		// What was only read can be read again.
		{ done: request.retryClass === 'safe' ? [] : doneItems(done), ...uploads.lists },
	);
}

/** Files that are in the library, or on their way there: only a post that was scheduled keeps them in a retry. */
const FILES_REPEATED =
	'A retry uploads the files again, unless the library has them by the same name and "If File Exists" is "Use Existing".';

/** What each retry meets again, unless something is changed. */
const REFUSALS: ReadonlySet<Failure['kind']> = new Set(['invalidInput', 'refused', 'graphqlErrors']);

/** The next step of a person, in view of what is done, here and by the nodes before. */
function sayNextStep<T>(
	functions: IExecutePaginationFunctions,
	failure: ItemFailure,
	{ request, pastTense, once }: Pick<Operation<T>, 'request' | 'pastTense' | 'once'>,
	{ done, shown, doubtful, skipped, results }: Outcomes & { readonly results: Results },
	state: ExecutionState,
	{ queue, memory }: Pick<Pass, 'queue' | 'memory'>,
): string[] {
	if (functions.continueOnFail() || isTool(functions)) return [];
	const { idempotency, context } = getExecutionScope(functions, state);
	const which = sayWhichWorkflow(functions);
	const isRetried = isRetry(functions);
	// One that is refused because it is done would be refused by each retry.
	const isRefusedAsDone = isDoneBefore(memory, functions.getItemIndex());
	// A retry uploads the files of this run again.
	const isKept = once?.reuse !== undefined || request.retryClass === 'idempotent';
	const isDoneHere = [...done].some((of) => !shown.has(of));
	const isOwnDone = isKept && (isDoneHere || idempotency.operations.hasDone(request.name));
	const isOfNodeDone = isDoneHere || idempotency.operations.hasDoneIn(request.name, functions.getNode().name);
	const isAnyDone = isOwnDone || hasOtherRunDone(context, functions);
	if (isCanceled(functions)) {
		const isRead = failure.request.retryClass === 'safe';
		const mayBeDone = isAnyDone || (!isRead && (isDoneHere || doubtful.length > 0 || isInDoubt(failure)));
		return [...(mayBeDone ? [sayAfterStop(isRetried)] : []), ...(which === '' || isRead ? [] : [CALLER_REPEATS])];
	}
	const doubt = sentByRetry(failure, { once });
	const othersInDoubt = doubtful.flatMap((item) => {
		const result = results.get(item);
		const howToLook = once?.reuse?.lookUp?.howToLook;
		if (result === undefined) return memory.knownBefore.get(item) === 'inDoubtSentAgain' ? [{ item, howToLook }] : [];
		const sent = result.ok ? undefined : sentByRetry(result, { once });
		return sent === undefined ? [] : [{ item, ...sent }];
	});
	const problem = failure.failure.kind === 'invalidInput' ? failure.failure.problem : undefined;
	return sayNext({
		pastTense,
		done: isAnyDone && !isRefusedAsDone ? (isOwnDone ? pastTense : 'done') : undefined,
		isRetried,
		areOthersLeft: skipped.length > 0,
		isOneOfMany: isAnyDone || queue.size > 1,
		isInLoop: isInLoop(functions),
		isOfEarlierNode: failure.isOfEarlierNode === true,
		isOfInput: problem?.isOfInput === true,
		isRefused:
			doubt === undefined && !failure.request.saysNext && !problem?.isOfNode && REFUSALS.has(failure.failure.kind),
		isRefusedForGood: failure.isRefusedForGood === true,
		doubt,
		othersInDoubt,
		repeatedIf: isOfNodeDone || (isRetried && doubtful.length > 0) ? once?.changes : undefined,
		isCalled: which !== '' && failure.request.retryClass !== 'safe',
		which,
	});
}

/** The uploads of other items that can be gone on with, or were done ahead. */
function uploadsOfOthers(
	results: Results,
	{ failed, skipped }: { readonly failed: ReadonlySet<number>; readonly skipped: readonly number[] },
	item: number,
	ahead: UploadsAhead,
) {
	const others = itemsOf(results, failed).filter(([of]) => of !== item);
	const unfinished = [
		...others.flatMap(([of, result]) => (result.ok ? [] : unfinishedOf(of, [result]))),
		...skipped.flatMap((of) => unfinishedOf(of, ahead.failuresOf(of))),
	];
	const tokens = unfinished.map(({ item: of, uploadToken }) => `item ${of} with the upload token ${uploadToken}`);
	const uploaded = skipped
		.map((of) => ({ item: of, files: ahead.filesOf(of) }))
		.filter(({ files }) => files.length > 0);
	return {
		hints: [
			...(tokens.length === 0 ? [] : [`Other uploads can be completed with "Complete Upload": ${tokens.join(', ')}.`]),
			...uploaded.map(({ item: of, files }) => `Uploaded ahead for item ${of}: ${nameWithIds(files)}.`),
		],
		lists: {
			unfinished,
			uploadedAhead: uploaded.map(({ item: of, files }) => ({ item: of, mediaIds: joinIds(files) })),
		},
	};
}

/**
 * The output of an item that is not done, where the node is set to continue. It holds only fields that n8n knows as those
 * of a failed item, so that the error output takes it and joins it with the item's own fields.
 *
 * n8n before 2.36 does not know `details`: there the error output takes only what has an `error` beside its `json`. An item
 * that leaves the node with it would lose its `json`, so n8n must see the error and not copy it: it is not enumerable.
 */
export async function failedItem<T>(
	functions: IExecutePaginationFunctions,
	failure: ItemFailure,
	{ request }: Pick<Operation<T>, 'request'>,
	state: ExecutionState,
	{ queue, memory }: Pick<Pass, 'queue' | 'memory'>,
): Promise<INodeExecutionData> {
	const withFiles = withOwnFiles(failure, functions.getItemIndex(), memory.uploadsAhead);
	const { idempotency, context } = getExecutionScope(functions, state);
	const isOneOfMany = request.retryClass !== 'safe' && (queue.size > 1 || idempotency.operations.hasDone(request.name));
	const isAnyDone = isOneOfMany || hasOtherRunDone(context, functions);
	const others = isAnyDone && !isTool(functions) ? [NEW_EXECUTION_REPEATS] : [];
	const error = await errorOf(functions, memory, withFiles, others);
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
	return [...warnings.slice(0, MAX_WARNINGS), ...(left > 0 ? [sayMoreWarnings(left)] : [])];
}

const sayMoreWarnings = (count: number): string =>
	count === 1 ? 'There is 1 more warning for done items.' : `There are ${count} more warnings for done items.`;

/** The items that are done, for a workflow that goes on by itself: n8n drops the items that a failed node has done. */
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
	const { apiKeys, isGone } = await readApiKeys(functions);
	const isSaid = failure.kind === 'invalidInput' && failure.problem.isOfNode === true;
	const ofCredential = isGone && !isSaid ? [CREDENTIAL_GONE] : [];
	const { issuedAddresses } = memory;
	const place = { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKeys, issuedAddresses };
	const safe = safeWordsWithout(apiKeys, memory);
	const said = [...unclear.map(safe), ...warnings.map((words) => `Warning: ${asSentence(safe(words))}`)];
	return toNodeError(failure, request, place, [...hints, ...said, ...ofCredential, ...others], {
		...details,
		...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
	});
}
