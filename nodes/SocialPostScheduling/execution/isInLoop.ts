import type { IExecutePaginationFunctions } from 'n8n-workflow';

/** Whether the workflow leads from the node back to it, as "Loop Over Items" does: some node comes both after it and before it. */
export function isInLoop(
	functions: Pick<IExecutePaginationFunctions, 'getNode' | 'getChildNodes' | 'getParentNodes'>,
): boolean {
	const { name } = functions.getNode();
	const after = new Set(functions.getChildNodes(name).map((node) => node.name));
	return functions.getParentNodes(name).some((node) => after.has(node.name));
}
