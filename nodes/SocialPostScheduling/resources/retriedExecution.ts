import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { Item } from '../execution/operation';
import { isTool } from '../execution/tool';

/**
 * Whether n8n offers "Retry" for the execution: only of one that has failed. An item that failed is no failure where the node continues;
 * an agent and the MCP Server Trigger tell their caller of a tool that failed, and go on.
 */
export const hasRetry = (functions: IExecutePaginationFunctions): boolean =>
	!functions.continueOnFail() && !isTool(functions);

/** How a retried execution comes to the items behind one that each retry would refuse again; empty where there are none. */
export const sayHowToGoOn = ({ functions, pass }: Pick<Item, 'functions' | 'pass'>): string[] => {
	if (functions.getMode() !== 'retry' || !hasRetry(functions)) return [];
	const others = pass.openItems().filter((item) => item !== functions.getItemIndex());
	const isToDo = (item: number) => [undefined, 'inDoubt'].includes(pass.knownBefore.get(item));
	return others.some(isToDo) ? [GO_ON] : [];
};

const GO_ON =
	'To go on with the other items, set "On Error" in the node\'s settings to "Continue", and use "Retry with currently saved workflow": each refused item comes out as a failed one then.';
