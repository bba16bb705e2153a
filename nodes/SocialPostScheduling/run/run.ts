import type { IExecuteData, IExecutePaginationFunctions } from 'n8n-workflow';
import { field } from '../shared/json';
import type { Performed } from './operation';
import { Round } from './round';

/**
 * What the items of one run share. n8n's "Retry On Fail" runs all items of the node again with the same execution data, so
 * what was done in an earlier try is known here, and is not done twice.
 */
export interface Run {
	/** What came of the items that must not be tried again: they are done, or may be. */
	readonly settled: Map<number, Performed>;
	round: Round | undefined;
}

const runs = new WeakMap<IExecuteData, Run>();

const newRun = (): Run => ({ settled: new Map(), round: undefined });

/**
 * The run that an item belongs to. As a tool of an AI agent the node is called with the agent's execution data, the same
 * for every call: each call is then a run of its own.
 */
export function runOf(functions: IExecutePaginationFunctions): Run {
	const execution = functions.getExecuteData();
	if (!isOwnRun(functions)) return newRun();
	const known = runs.get(execution);
	if (known !== undefined) return known;
	const run = newRun();
	runs.set(execution, run);
	return run;
}

/** The item's place in the current round of its run; a new round begins when an item comes again. */
export function joinRound(functions: IExecutePaginationFunctions, run: Run, width: number): Round {
	const item = functions.getItemIndex();
	if (run.round === undefined || run.round.has(item)) {
		run.round = new Round({
			total: countItems(functions),
			spaced: isSpaced(functions),
			width,
			stopsOnFailure: !functions.continueOnFail(),
		});
	}
	run.round.arrive(item);
	return run.round;
}

function isOwnRun(functions: IExecutePaginationFunctions): boolean {
	return functions.getExecuteData().node.name === functions.getNode().name;
}

/** How many items the run has. */
function countItems(functions: IExecutePaginationFunctions): number | null {
	if (!isOwnRun(functions) || functions.getNode().executeOnce === true) return 1;
	const { data } = functions.getExecuteData();
	return (data.main ?? data.ai_tool)?.[0]?.length ?? null;
}

/** Whether the user set "Batching" with an interval. */
function isSpaced(functions: IExecutePaginationFunctions): boolean {
	const requestOptions = functions.getNodeParameter('requestOptions', {});
	const interval = field(field(field(requestOptions, 'batching'), 'batch'), 'batchInterval');
	return typeof interval === 'number' && interval > 0;
}
