import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { type DoneItem, toNodeError } from '../errors/nodeError';
import { connect, CREDENTIAL_TYPE } from '../transport/connection';
import { mayHaveSucceeded } from '../transport/failure';
import { idField, textField } from '../utils/json';
import { nameItems } from '../utils/itemRanges';
import { type ExecutionState, getExecutionScope, getExecutionState } from './executionState';
import type { ItemQueue } from './itemQueue';
import { executeOnce } from './once';
import type { Item, ItemFailure, ItemResult, Operation } from './operation';
import { joinPass, type Pass } from './pass';

/** Does the work of an operation for one item. */
export type ItemHandler = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * The handler of an operation, in the place where the engine expects a pagination function: it is called once per item, in
 * a workflow as well as for a tool, and may send as many requests as it needs.
 */
export function createItemHandler<T>(operation: Operation<T>): ItemHandler {
	return async function ({ options }) {
		const index = this.getItemIndex();
		const state = getExecutionState(this);
		const earlier = state.results.get(index);
		const pass = joinPass(this, state, operation.concurrency);
		const { queue } = pass;

		const known = await earlier;
		const result =
			known !== undefined && isFinal(operation, known) ? known : await runItem(this, options, operation, state, pass);
		if (result === 'skipped') {
			queue.skip(index);
			return [];
		}
		queue.release(index, result.ok);
		if (result.ok) return result.output.map((json) => ({ json, pairedItem: { item: index } }));

		if (this.continueOnFail()) return [failedItem(await errorOf(this, result), index, this.getNode())];
		await queue.onIdle();
		throw await errorOf(this, result, summary(operation, queue), await doneItems(state, queue));
	};
}

async function runItem<T>(
	functions: IExecutePaginationFunctions,
	requestOptions: DeclarativeRestApiSettings.HttpRequestOptions,
	operation: Operation<T>,
	state: ExecutionState,
	{ queue, turn, baseUrl }: Pass,
): Promise<ItemResult | 'skipped'> {
	const { request, validate } = operation;
	const index = functions.getItemIndex();
	let begun = false;
	try {
		const unresolvable = await turn;
		if (unresolvable !== null) {
			const { item, words } = unresolvable;
			return item === index ? { ok: false, request, failure: { kind: 'unexpected', words, sent: false } } : 'skipped';
		}
		const connection = connect(functions, requestOptions, await baseUrl);
		if (!connection.ok) return { ok: false, request, failure: { kind: 'invalidInput', problem: connection.error } };
		const scope = getExecutionScope(functions, state);
		const item = { functions, connection: connection.value, scope, state };
		const values = await validate(item);
		if (!values.ok) return { ok: false, request, failure: { kind: 'invalidInput', problem: values.error } };
		if ((await queue.acquire(index)) === 'skipped') return 'skipped';
		if (queue.limitReached !== null) return queue.limitReached;
		begun = true;
		const pending = begin(operation, item, values.value);
		state.results.set(index, pending);
		const result = await pending;
		if (!result.ok && result.failure.kind === 'uploadLimit') queue.limitReached = result;
		return result;
	} catch (error) {
		return {
			ok: false,
			request,
			failure: { kind: 'unexpected', words: textField(error, 'message') ?? '', sent: begun },
		};
	}
}

/** What is unexpected becomes the item's result as well: the tries that wait for it must know that it may have been done. */
async function begin<T>(operation: Operation<T>, item: Item, values: T): Promise<ItemResult> {
	const { request, execute, once } = operation;
	try {
		return once === undefined ? await execute(item, values) : await executeOnce(operation, once, item, values);
	} catch (error) {
		return {
			ok: false,
			request,
			failure: { kind: 'unexpected', words: textField(error, 'message') ?? '', sent: true },
		};
	}
}

/** Whether the item must be left as it is when n8n runs the node again. */
function isFinal<T>({ once }: Operation<T>, result: ItemResult): boolean {
	return result.ok || (once !== undefined && mayHaveSucceeded(result.failure));
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
async function doneItems(state: ExecutionState, queue: ItemQueue): Promise<DoneItem[]> {
	const done: DoneItem[] = [];
	for (const item of queue.done) {
		const result = await state.results.get(item);
		for (const json of result?.ok === true ? result.output : []) {
			const id = idField(json, 'id') ?? idField(json.post, 'id');
			if (id !== null) done.push({ item, id });
		}
	}
	return done;
}

async function errorOf(
	functions: IExecutePaginationFunctions,
	{ failure, request, hints = [], details }: ItemFailure,
	others: readonly string[] = [],
	done: readonly DoneItem[] = [],
): Promise<NodeApiError | NodeOperationError> {
	const place = { node: functions.getNode(), itemIndex: functions.getItemIndex(), apiKey: await apiKeyOf(functions) };
	return toNodeError(failure, request, place, [...hints, ...others], { ...details, ...(done.length > 0 && { done }) });
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
