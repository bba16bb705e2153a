import type { IContextObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { IssuedAddresses } from '../errors/issuedAddresses';
import type { Connection } from '../transport/connection';
import { getOrCreate } from '../utils/getOrCreate';
import { RecentMap } from '../utils/recentMap';
import type { ExecutionState } from './executionState';
import { idOfCaller, MAX_CALLERS } from './caller';
import { isRetry } from './isRetry';
import { AttemptLog } from './idempotency/attemptLog';
import { type RetryLog, retryLogOf, storeFirstBegunAt, storeFirstExecution } from './idempotency/retryLog';
import { IdempotencyStore } from './idempotency/store';
import { SubworkflowCalls } from './idempotency/subworkflowCalls';

/** What is known in one execution, in all runs of all nodes of this type and as tools. */
export interface ExecutionScope {
	readonly idempotency: IdempotencyStore;
	/** What n8n stores with the execution, where it has one. */
	readonly context: IContextObject;
	/** Fields of documents that a service has refused because it does not know them, each by {@link fieldAt}. */
	readonly refusedFields: Set<string>;
	/** Stands for the execution, and goes with it: what is read once for all of its items can hang on it. */
	readonly execution: object;
	readonly firstExecution: FirstExecution;
}

/**
 * Stands for an execution with those that do the same once more, also when n8n loads them anew, as long as this n8n runs: its retries, and
 * where it is a sub-workflow, the others that the same execution has called. What hangs on it must be small.
 */
export interface FirstExecution {
	/** No other one has the same, as long as this n8n runs. */
	readonly id: number;
	/** Whether it was first seen in a retry: what was done before is known by what n8n has stored alone, and nothing is stored where it was stopped. */
	readonly isPartial: boolean;
}

/** What the items of a scope share; executions of a sub-workflow share it where they have the same caller. */
interface SharedScope {
	readonly attempts: AttemptLog;
	readonly refusedFields: Set<string>;
}

/** A field of a service: an execution may have several, with a credential for each. */
export const fieldAt = ({ endpoint }: Connection, field: string): string => `${endpoint.href} ${field}`;

const scopes = new WeakMap<object, SharedScope>();

export function getExecutionScope(functions: IExecutePaginationFunctions, state: ExecutionState): ExecutionScope {
	const execution = executionOf(functions, state);
	const context = contextOf(functions) ?? {};
	const id = functions.getExecutionId() ?? '';
	const firstId = idOfFirstExecution(functions);
	const caller = callerOf(functions);
	const retriedCalls = isRetry(functions) ? caller?.calls : undefined;
	const { attempts, refusedFields } = getOrCreate(scopes, retriedCalls ? execution : (caller ?? execution), () => ({
		attempts: retriedCalls?.logOfRetry(context, id, firstId) ?? caller?.calls.attempts ?? new AttemptLog(),
		refusedFields: new Set<string>(),
	}));
	const begunAt = storeFirstBegunAt(context, isRetry(functions));
	const idempotency = new IdempotencyStore(attempts, context, id, retriesOf(functions), firstId, begunAt);
	return { idempotency, context, refusedFields, execution, firstExecution: firstExecutionOf(functions, state) };
}

/** An item of an execution comes to the node. Gives what must be called when it leaves it. */
export function enterExecution(functions: IExecutePaginationFunctions): () => void {
	return retriesOf(functions)?.enter(functions.getExecutionId() ?? '') ?? (() => {});
}

/** What the retries of the same execution share; undefined in an execution that is no retry. */
function retriesOf(functions: IExecutePaginationFunctions): RetryLog | undefined {
	const first = idOfFirstExecution(functions);
	return first !== undefined && isRetry(functions) ? retryLogOf(first) : undefined;
}

/** The ID of the execution, or of the one that it is a retry of; undefined where n8n has no context for it. */
function idOfFirstExecution(functions: IExecutePaginationFunctions): string | undefined {
	const context = contextOf(functions);
	return context && storeFirstExecution(context, functions.getExecutionId() ?? '');
}

let firstExecutionsMade = 0;

const newFirstExecution = (isPartial: boolean): FirstExecution => ({ id: ++firstExecutionsMade, isPartial });

/** How many executions are known at most after a pause or a retry: n8n loads them anew, and what is secret or large is not stored with them. */
const MAX_FIRST_EXECUTIONS = 5_000;

/** By the ID of the execution that the others are retries of. */
const recentFirstExecutions = new RecentMap<FirstExecution>(MAX_FIRST_EXECUTIONS);

const firstExecutions = new WeakMap<object, FirstExecution>();

const firstExecutionOf = (functions: IExecutePaginationFunctions, state: ExecutionState): FirstExecution =>
	getOrCreate(firstExecutions, executionOf(functions, state), () => {
		const id = idOfFirstExecution(functions);
		const make = () => callerOf(functions)?.firstExecution ?? newFirstExecution(isRetry(functions));
		return id === undefined || id === '' ? make() : recentFirstExecutions.getOrCreate(id, make);
	});

/** Stands for the execution, in all of its runs; calls through MCP stand for themselves. */
const executionOf = (functions: IExecutePaginationFunctions, state: ExecutionState): object =>
	contextOf(functions) ?? state;

/** The context that all nodes of an execution share, which n8n stores with it. Calls through MCP have none. */
function contextOf(functions: IExecutePaginationFunctions): IContextObject | undefined {
	try {
		return functions.getContext('flow');
	} catch {
		return undefined;
	}
}

/** An execution that has called this workflow as a sub-workflow. */
interface Caller {
	/** Stands for all of its calls. */
	readonly firstExecution: FirstExecution;
	readonly calls: SubworkflowCalls;
}

/** By the execution that called the sub-workflow, and the workflow. */
const callers = new RecentMap<Caller>(MAX_CALLERS);

/** The name under which the caller is known. */
function nameOfCaller(functions: IExecutePaginationFunctions): string | undefined {
	const parent = idOfCaller(functions);
	return parent === undefined ? undefined : JSON.stringify([parent, functions.getWorkflow().id]);
}

/**
 * Where the workflow was called by another one: the "Retry On Fail" of the node that called it starts a new execution for each try. The retry
 * of a call may come first here, after a restart of n8n.
 */
function callerOf(functions: IExecutePaginationFunctions): Caller | undefined {
	const name = nameOfCaller(functions);
	if (name === undefined) return undefined;
	return callers.getOrCreate(name, () => ({
		firstExecution: newFirstExecution(isRetry(functions)),
		calls: new SubworkflowCalls(),
	}));
}

const addressesOfExecutions = new WeakMap<FirstExecution, IssuedAddresses>();

/** The addresses that were issued in an execution, in all of its nodes and retries. */
export const addressesOf = (functions: IExecutePaginationFunctions, state: ExecutionState): IssuedAddresses =>
	getOrCreate(addressesOfExecutions, firstExecutionOf(functions, state), () => new IssuedAddresses());
