import type { IExecutePaginationFunctions } from 'n8n-workflow';

/** Whether the node is called by another one, with the execution data of that one. */
export function isCalledAsTool(functions: IExecutePaginationFunctions): boolean {
	return functions.getExecuteData().node.name !== functions.getNode().name;
}
