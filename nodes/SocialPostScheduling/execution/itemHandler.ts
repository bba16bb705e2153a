import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { connect } from '../transport/connection';
import { afterDoubt, mayHaveSucceeded } from '../transport/failure';
import { PATIENT } from '../transport/retry';
import { textField } from '../utils/json';
import { findUnevaluated } from '../validation/unevaluated';
import { noteDone } from './doneRuns';
import { enterExecution, getExecutionScope } from './executionScope';
import { type ExecutionState, getExecutionState, type Pass } from './executionState';
import type { RequestInfo } from '../transport/request';
import { invalidInput, isInDoubt, type ItemFailure, type ItemResult } from './itemResult';
import type { InvalidInput } from '../utils/result';
import { checkFirst, willBegin } from './idempotency/checkFirst';
import type { IdentifiedItem } from './idempotency/identifiedItem';
import { identify, knownAtPlace, noteNothing } from './idempotency/identify';
import { executeOnce } from './idempotency/once';
import type { Prepare } from './itemQueue';
import { isRetry } from './isRetry';
import { safeWordsOf } from './safeWords';
import { findUnreadableDate, sayDates } from './storedData';
import { isTool } from './tool';
import type { Item, Operation } from './operation';
import { joinPass } from './pass';
import { errorOfPass, failedItem, outputOf } from './report';
import { sayDoneBefore, sayRetryAfterChange } from './retryAdvice';
import { sayFailedBefore } from './failedBefore';

/**
 * Does the work of an operation for one item.
 *
 * @param fields what the panel shows for the operation
 */
export type ItemHandler = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	fields: readonly INodeProperties[],
) => Promise<INodeExecutionData[]>;

/**
 * The handler of an operation, in the place where the engine expects a pagination function: it is called once per item, in
 * a workflow as well as for a tool, and may send as many requests as it needs.
 */
export function createItemHandler<T>(operation: Operation<T>): ItemHandler {
	return async function (requestData, fields) {
		const leave = enterExecution(this);
		try {
			return await handleItem(this, requestData, fields, operation);
		} finally {
			leave();
		}
	};
}

async function handleItem<T>(
	functions: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
	fields: readonly INodeProperties[],
	operation: Operation<T>,
): Promise<INodeExecutionData[]> {
	const index = functions.getItemIndex();
	const state = getExecutionState(functions);
	const earlier = state.results.get(index);
	const pass = joinPass(functions, state, operation.concurrency);
	const { queue } = pass;

	const known = await earlier;
	const result =
		known !== undefined && isFinal(operation, known)
			? known
			: await runItem(functions, options, fields, operation, state, pass, known);
	if (result === 'skipped') {
		queue.skip(index);
		return [];
	}
	if (!result.ok) {
		pass.error.offer(index, async () => await errorOfPass(functions, result, operation, state, pass));
	}
	queue.release(index, result.ok);
	await queue.onPrepared(index);
	if (result.ok) {
		const output = await outputOf(functions, result, pass.memory);
		return output.map((json) => ({ json, pairedItem: { item: index } }));
	}

	if (functions.continueOnFail()) return [await failedItem(functions, result, operation, state, pass)];
	await queue.onIdle();
	// Nobody would catch the error.
	if (queue.isAbandoned()) return [];
	throw await pass.error.get();
}

async function runItem<T>(
	functions: IExecutePaginationFunctions,
	requestOptions: DeclarativeRestApiSettings.HttpRequestOptions,
	fields: readonly INodeProperties[],
	operation: Operation<T>,
	state: ExecutionState,
	{ queue, memory, turn, baseUrl }: Pass,
	earlier: ItemResult | undefined,
): Promise<ItemResult | 'skipped'> {
	const { request, validate } = operation;
	const index = functions.getItemIndex();
	const lookAgain = lookAgainOf(earlier);
	let begun = false;
	try {
		const unresolvable = await turn;
		if (lookAgain !== undefined) {
			if ((await queue.acquire(index)) === 'skipped') return 'skipped';
			const pending = settled(request, lookAgain);
			state.results.set(index, pending);
			return await pending;
		}
		if (unresolvable !== null) {
			const { item, words } = unresolvable;
			return item === index ? { ok: false, request, failure: { kind: 'unexpected', words, sent: false } } : 'skipped';
		}
		const written = await baseUrl;
		const connection = written.ok ? connect(functions, requestOptions, written.value, PATIENT) : written;
		const scope = getExecutionScope(functions, state);
		/** Nothing of it is sent in this try. */
		const refuse = (problem: InvalidInput, more: Partial<ItemFailure> = {}): ItemResult => {
			const refused = { ...invalidInput(request, problem), ...more };
			const before = operation.once?.reuse && knownAtPlace(operation, { functions, scope, memory });
			if (before === undefined) return inViewOf(earlier, operation, refused);
			memory.knownBefore.set(index, before);
			return { ...refused, hints: [sayDoneBefore(operation, before)] };
		};
		if (!connection.ok) return refuse(connection.error);
		const unevaluated = findUnevaluated(fields, functions.getNode().parameters);
		if (unevaluated !== undefined) {
			const advice = [unevaluated.advice, ...sayRetryAfterChange(functions)].join(' ');
			return refuse({ ...unevaluated, advice, isOfNode: true });
		}
		const item = { functions, connection: connection.value, scope, state, memory };
		// What has begun before keeps its outcome where the operation itself looks at what is new.
		const isChecked = isRetry(functions) && operation.once?.validateNew === undefined;
		const unreadable = isChecked ? findUnreadableDate(functions, fields) : undefined;
		if (unreadable !== undefined) return refuse(unreadable);
		const values = await validate(item);
		if (!values.ok) {
			noteNothing(item);
			const failedBefore = await sayFailedBefore(functions, memory);
			// The cause comes first.
			const problem = { ...values.error, advice: [...failedBefore, values.error.advice].join(' ') };
			return refuse(problem, failedBefore.length > 0 ? { isOfEarlierNode: true } : {});
		}
		const sent = operation.requestOf?.(values.value) ?? request;
		// In a retry all data are as n8n stores them, and the model of an agent can do nothing about it.
		const isTold = sent.retryClass !== 'safe' && !isRetry(functions) && !isTool(functions);
		const ofDates = isTold ? sayDates(functions, fields) : [];
		const identified = operation.once && (await identify(operation, operation.once, item, values.value));
		const { known, problem } = identified === undefined ? {} : await checkFirst(identified, item);
		if (known !== undefined) memory.knownBefore.set(index, known);
		if (problem !== undefined) {
			await operation.remember?.(item, values.value);
			return invalidInput(request, problem);
		}
		const admission = await queue.acquire(index, preparationOf(operation, identified, item, values.value));
		if (admission === 'skipped') return 'skipped';
		begun = true;
		const pending = settled(sent, async () => await begin(operation, identified, item, values.value)).then(
			async (result) => await withoutSecrets(withWarnings(inViewOf(earlier, operation, result), ofDates), item),
		);
		state.results.set(index, pending);
		const result = await pending;
		if (mayBeDone(sent, result)) noteDone(scope.context, functions);
		return result;
	} catch (error) {
		return {
			ok: false,
			request,
			failure: { kind: 'unexpected', words: textField(error, 'message') ?? '', sent: begun },
		};
	}
}

/** Whether an item has done something, or may have. */
const mayBeDone = ({ retryClass }: RequestInfo, result: ItemResult): boolean =>
	retryClass !== 'safe' && (result.ok ? result.nothingDone !== true : isInDoubt(result));

/** What is done for an item ahead of its turn, if anything. */
function preparationOf<T>(
	{ prepare }: Operation<T>,
	identified: IdentifiedItem<T> | undefined,
	item: Item,
	values: T,
): Prepare | undefined {
	if (prepare === undefined || (identified !== undefined && !willBegin(identified, item))) return undefined;
	return async () => await prepare(item, values);
}

async function begin<T>(
	operation: Operation<T>,
	identified: IdentifiedItem<T> | undefined,
	item: Item,
	values: T,
): Promise<ItemResult> {
	await operation.remember?.(item, values);
	return identified === undefined
		? await operation.execute(item, values)
		: await executeOnce(operation, identified, item);
}

/** What is unexpected becomes the item's result as well: the tries that wait for it must know that it may have been done. */
async function settled(request: RequestInfo, act: () => Promise<ItemResult>): Promise<ItemResult> {
	try {
		return await act();
	} catch (error) {
		return {
			ok: false,
			request,
			failure: { kind: 'unexpected', words: textField(error, 'message') ?? '', sent: true },
		};
	}
}

const withWarnings = (result: ItemResult, more: readonly string[]): ItemResult =>
	more.length === 0 ? result : { ...result, warnings: [...(result.warnings ?? []), ...more] };

/** Warnings are shown later, and in the error of another item, whose credential may have another key by then. */
async function withoutSecrets(result: ItemResult, { functions, memory }: Item): Promise<ItemResult> {
	if (result.warnings === undefined || result.warnings.length === 0) return result;
	return { ...result, warnings: result.warnings.map(await safeWordsOf(functions, memory)) };
}

const lookAgainOf = (result: ItemResult | undefined) => (result?.ok === false ? result.lookAgain : undefined);

/** What came of an item that n8n tries again: what an earlier try may have done, this one must not say is not done. */
function inViewOf<T>(
	earlier: ItemResult | undefined,
	{ request: { retryClass, doubt } }: Operation<T>,
	result: ItemResult,
): ItemResult {
	if (retryClass !== 'idempotent' || doubt === undefined) return result;
	if (result.ok || earlier?.ok !== false || !mayHaveSucceeded(earlier.failure)) return result;
	return { ...result, failure: afterDoubt(result.failure, earlier.failure) };
}

/** Whether the item must be left as it is when n8n runs the node again. */
function isFinal<T>({ once }: Operation<T>, result: ItemResult): boolean {
	if (result.ok) return true;
	if (result.lookAgain !== undefined || result.mayBeRepeated) return false;
	// What was only read can be read again.
	return once !== undefined && result.request.retryClass !== 'safe' && (result.done !== undefined || isInDoubt(result));
}
