import { type IExecutePaginationFunctions, sleep } from 'n8n-workflow';
import { field } from '../utils/json';
import { readBaseUrl } from './credential';
import { addressesOf } from './executionScope';
import { type ExecutionState, newPassMemory, type Pass } from './executionState';
import { findUnresolvable, ITEMS_PER_TURN, type Unresolvable } from './expressions';
import { ItemQueue } from './itemQueue';
import { PassError } from './passError';
import { isCalledAsTool } from './tool';

/**
 * How many items are prepared while the ones before are under way: enough to hide the upload of a picture behind a few posts, and few
 * enough to lose little where a post fails and the node stops.
 */
const LOOKAHEAD = 3;

/**
 * The item's place in the pass that is under way; a new pass begins when an item comes again. What the pass before has not
 * begun by then must not begin any more: the engine has given up on it.
 */
export function joinPass(
	functions: IExecutePaginationFunctions,
	state: ExecutionState,
	concurrency: number | ((functions: IExecutePaginationFunctions) => number),
): Readonly<Pass> {
	const item = functions.getItemIndex();
	let { pass } = state;
	if (pass === undefined || pass.queue.has(item)) {
		pass?.queue.close();
		pass = newPass(functions, state, typeof concurrency === 'function' ? concurrency(functions) : concurrency);
		state.pass = pass;
	}
	pass.queue.register(item);
	if (pass.queue.size % ITEMS_PER_TURN === 0) pass.turn = pass.turn.then(nextTurn);
	return { ...pass };
}

async function nextTurn<T>(value: T): Promise<T> {
	await sleep(0);
	return value;
}

function newPass(functions: IExecutePaginationFunctions, state: ExecutionState, concurrency: number): Pass {
	const total = countItems(functions);
	const spaced = isSpaced(functions);
	const stopsOnFailure = !functions.continueOnFail();
	const queue = new ItemQueue({ total, spaced, concurrency, stopsOnFailure, lookahead: spaced ? 0 : LOOKAHEAD });
	const turn = open(functions, queue, spaced && stopsOnFailure ? total : null);
	const baseUrl = readBaseUrl(functions);
	const memory = newPassMemory(queue, addressesOf(functions, state), state.pass?.memory);
	return { queue, memory, error: new PassError(), turn, baseUrl };
}

/** @param total how many items' expressions are to be resolved ahead, or null where the engine does so before any item begins */
async function open(
	functions: IExecutePaginationFunctions,
	queue: ItemQueue,
	total: number | null,
): Promise<Unresolvable | null> {
	await sleep(0);
	const unresolvable = total === null ? null : await findUnresolvable(functions, total);
	queue.seal();
	return unresolvable;
}

/** How many items the run has. */
function countItems(functions: IExecutePaginationFunctions): number | null {
	if (isCalledAsTool(functions) || functions.getNode().executeOnce === true) return 1;
	const { data } = functions.getExecuteData();
	return (data.main ?? data.ai_tool)?.[0]?.length ?? null;
}

/** Whether the engine waits between items ("Batching"): it compares what the interval holds with 0, also a text. */
function isSpaced(functions: IExecutePaginationFunctions): boolean {
	const requestOptions = functions.getNodeParameter('requestOptions', {});
	return Number(field(field(field(requestOptions, 'batching'), 'batch'), 'batchInterval')) > 0;
}
