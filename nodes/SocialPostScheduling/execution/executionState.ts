import type { IExecuteData, IExecutePaginationFunctions } from 'n8n-workflow';
import { field } from '../utils/json';
import type { ItemResult } from './operation';
import { ItemQueue } from './itemQueue';

/**
 * What the items of one run share. n8n's "Retry On Fail" runs all items of the node again with the same execution data, so
 * what was done in an earlier try is known here, and is not done twice.
 */
export interface ExecutionState {
	/** What came of the items that must not be tried again: they are done, or may be. */
	readonly settled: Map<number, ItemResult>;
	queue: ItemQueue | undefined;
}

const states = new WeakMap<IExecuteData, ExecutionState>();

const newState = (): ExecutionState => ({ settled: new Map(), queue: undefined });

/**
 * The run that an item belongs to. As a tool of an AI agent the node is called with the agent's execution data, the same
 * for every call: each call is then a run of its own.
 */
export function getExecutionState(functions: IExecutePaginationFunctions): ExecutionState {
	const execution = functions.getExecuteData();
	if (!isOwnExecution(functions)) return newState();
	const known = states.get(execution);
	if (known !== undefined) return known;
	const state = newState();
	states.set(execution, state);
	return state;
}

/** The item's place in the current round of its run; a new round begins when an item comes again. */
export function joinQueue(
	functions: IExecutePaginationFunctions,
	state: ExecutionState,
	concurrency: number,
): ItemQueue {
	const item = functions.getItemIndex();
	if (state.queue === undefined || state.queue.has(item)) {
		state.queue = new ItemQueue({
			total: countItems(functions),
			spaced: isSpaced(functions),
			concurrency,
			stopsOnFailure: !functions.continueOnFail(),
		});
	}
	state.queue.register(item);
	return state.queue;
}

function isOwnExecution(functions: IExecutePaginationFunctions): boolean {
	return functions.getExecuteData().node.name === functions.getNode().name;
}

/** How many items the run has. */
function countItems(functions: IExecutePaginationFunctions): number | null {
	if (!isOwnExecution(functions) || functions.getNode().executeOnce === true) return 1;
	const { data } = functions.getExecuteData();
	return (data.main ?? data.ai_tool)?.[0]?.length ?? null;
}

/** Whether the user set "Batching" with an interval. */
function isSpaced(functions: IExecutePaginationFunctions): boolean {
	const requestOptions = functions.getNodeParameter('requestOptions', {});
	const interval = field(field(field(requestOptions, 'batching'), 'batch'), 'batchInterval');
	return typeof interval === 'number' && interval > 0;
}
