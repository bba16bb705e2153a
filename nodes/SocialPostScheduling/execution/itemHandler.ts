import {
	type DeclarativeRestApiSettings,
	type IExecutePaginationFunctions,
	type INode,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
	sleep,
} from 'n8n-workflow';
import { nameItems } from '../utils/itemRanges';
import { idField, textField } from '../utils/json';
import { connect, CREDENTIAL_TYPE } from '../transport/connection';
import { type DoneItem, toNodeError } from '../errors/nodeError';
import type { Operation, ItemResult } from './operation';
import type { ItemQueue } from './itemQueue';
import { joinQueue, type ExecutionState, getExecutionState } from './executionState';
import { mayHaveSucceeded } from '../transport/failure';

type ItemHandler = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

type ItemFailure = Extract<ItemResult, { ok: false }>;

/**
 * The program of an operation, in the place where the engine expects a pagination function: it is called once per item, in
 * a workflow as well as for a tool, and may send as many requests as it needs.
 */
export function createItemHandler<T>(operation: Operation<T>): ItemHandler {
	return async function (requestData) {
		const index = this.getItemIndex();
		const state = getExecutionState(this);
		const concurrency =
			typeof operation.concurrency === 'function' ? operation.concurrency(this) : operation.concurrency;
		const queue = joinQueue(this, state, concurrency);
		await sleep(0);
		queue.seal();

		const result = state.settled.get(index) ?? (await runItem(this, requestData, operation, state, queue));
		if (result === 'skipped') return [];
		if (isFinal(operation, result)) state.settled.set(index, result);
		queue.release(index, result.ok);
		if (result.ok) return [{ json: result.value, pairedItem: { item: index } }];

		if (this.continueOnFail()) return [failedItem(await errorOf(this, result), index, this.getNode())];
		await queue.onIdle();
		throw await errorOf(this, result, summary(operation, queue), doneItems(state, queue));
	};
}

async function runItem<T>(
	functions: IExecutePaginationFunctions,
	{ options: requestOptions }: DeclarativeRestApiSettings.ResultOptions,
	{ call, validate, execute }: Operation<T>,
	state: ExecutionState,
	queue: ItemQueue,
): Promise<ItemResult | 'skipped'> {
	let begun = false;
	try {
		const connection = connect(functions, requestOptions);
		if (!connection.ok) return { ok: false, call, failure: { kind: 'invalidInput', problem: connection.error } };
		const item = { functions, connection: connection.value, state, requestOptions };
		const values = await validate(item);
		if (!values.ok) return { ok: false, call, failure: { kind: 'invalidInput', problem: values.error } };
		if ((await queue.acquire(functions.getItemIndex())) === 'skipped') return 'skipped';
		if (queue.limitReached !== null) return queue.limitReached;
		begun = true;
		const result = await execute(item, values.value);
		if (!result.ok && result.failure.kind === 'uploadLimit') queue.limitReached = result;
		return result;
	} catch (error) {
		return { ok: false, call, failure: { kind: 'unexpected', words: textField(error, 'message') ?? '', sent: begun } };
	}
}

/** Whether the item must be left as it is when n8n runs the node again. */
function isFinal<T>({ atMostOnce }: Operation<T>, result: ItemResult): boolean {
	return result.ok || (atMostOnce && mayHaveSucceeded(result.failure));
}

/** What became of the other items: nobody should have to guess what a new run would do twice. */
function summary<T>({ pastTense }: Operation<T>, queue: ItemQueue): string[] {
	const done = [...queue.done];
	const left = queue.skippedItems();
	if (done.length + left.length === 0) return [];
	return [
		done.length === 0 ? `No other item was ${pastTense}.` : `Already ${pastTense}: ${nameItems(done)}.`,
		...(left.length > 0 ? [`Not attempted: ${nameItems(left)}.`] : []),
	];
}

/** The same for a workflow that goes on by itself: n8n drops the items that a failed node has done. */
function doneItems(state: ExecutionState, queue: ItemQueue): DoneItem[] {
	return [...queue.done].flatMap((item) => {
		const result = state.settled.get(item);
		const id = result?.ok === true ? idField(result.value, 'id') : null;
		return id === null ? [] : [{ item, id }];
	});
}

async function errorOf(
	functions: IExecutePaginationFunctions,
	{ failure, call, hints = [], details }: ItemFailure,
	others: readonly string[] = [],
	done: readonly DoneItem[] = [],
): Promise<NodeApiError | NodeOperationError> {
	const place = { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKey: await apiKeyOf(functions) };
	return toNodeError(failure, call, place, [...hints, ...others], { ...details, ...(done.length > 0 && { done }) });
}

/** The key, to keep it out of every text; without a credential there is none to keep out. */
async function apiKeyOf(functions: IExecutePaginationFunctions): Promise<string> {
	try {
		return textField(await functions.getCredentials(CREDENTIAL_TYPE), 'apiKey') ?? '';
	} catch {
		return '';
	}
}

/**
 * The output of an item that is not done, where the node is set to continue. It holds only fields that n8n knows as those
 * of a failed item, so that the error output takes it and joins it with the item's own fields.
 *
 * n8n before 2.36 does not know `details`: there the error output takes only what has an `error` beside its `json`. An item
 * that leaves the node with it would lose its `json`, so n8n must see the error and not copy it: it is not enumerable.
 */
function failedItem(error: NodeApiError | NodeOperationError, index: number, { onError }: INode): INodeExecutionData {
	const item: INodeExecutionData = {
		json: { error: error.message, details: { ...error.context, description: error.description ?? '' } },
		pairedItem: { item: index },
	};
	if (onError === 'continueErrorOutput') {
		Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
	}
	return item;
}
