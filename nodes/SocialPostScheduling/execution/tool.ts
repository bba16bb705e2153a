import type { IExecutePaginationFunctions } from 'n8n-workflow';

/** What n8n puts behind the type of a node that is a tool. */
const TOOL = 'Tool';

/** Whether the node is a tool of an agent or of the MCP Server Trigger, in whatever way they run it. */
export const isTool = (functions: Pick<IExecutePaginationFunctions, 'getNode'>): boolean =>
	functions.getNode().type.endsWith(TOOL);

/** Whether the node is called by another one, with the execution data of that one: as a tool, but for AI Agent 3 and later. */
export function isCalledAsTool(functions: IExecutePaginationFunctions): boolean {
	return functions.getExecuteData().node.name !== functions.getNode().name;
}

/** What tells whether n8n offers "Retry" for an execution. */
export type RetryFunctions = Pick<
	IExecutePaginationFunctions,
	'getNode' | 'continueOnFail' | 'getExecutionCancelSignal'
>;

/** Whether a person or the time limit of the workflow has stopped the execution. */
export const isCanceled = (functions: Pick<RetryFunctions, 'getExecutionCancelSignal'>): boolean =>
	functions.getExecutionCancelSignal()?.aborted === true;

/**
 * Whether n8n offers "Retry" for the execution: only of one that has failed, and was not canceled. An item that failed is no failure where the
 * node continues; an agent and the MCP Server Trigger tell their caller of a tool that failed, and go on.
 */
export const hasRetry = (functions: RetryFunctions): boolean =>
	!functions.continueOnFail() && !isTool(functions) && !isCanceled(functions);
