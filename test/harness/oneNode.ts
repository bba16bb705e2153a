/** A workflow with one node, for the contexts of n8n that look at a node outside of an execution. */
import { type IDataObject, type INode, type INodeParameters, type INodeType, Workflow } from 'n8n-workflow';
import { CREDENTIAL } from './engine';
import { TestNodeTypes } from './nodeTypes';

/** Each has a workflow of its own. */
let workflows = 0;

/**
 * @param type the name of the type, as workflows have it
 * @param staticData what n8n has stored of the workflow
 * @param id of the workflow
 */
export function oneNode(
	type: string,
	nodeType: INodeType,
	parameters: INodeParameters = {},
	credentialId = '1',
	staticData: IDataObject = {},
	id = `workflow-${++workflows}`,
): { node: INode; workflow: Workflow } {
	const node: INode = {
		id: 'node',
		name: nodeType.description.displayName,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL]: { id: credentialId, name: 'Test account' } },
	};
	const workflow = new Workflow({
		id,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: new TestNodeTypes({ [type]: nodeType }),
		staticData,
	});
	return { node, workflow };
}
