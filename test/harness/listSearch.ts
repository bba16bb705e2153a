/** The lists of the editor, in n8n's own context for them. */
import { LoadOptionsContext } from 'n8n-core';
import { type INode, type INodeParameters, Workflow } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { CREDENTIAL, NODE_NAME, NODE_TYPE, type RunOptions, serverData } from './engine';
import { TestNodeTypes } from './nodeTypes';

/** The context of the list of a parameter, for a node that is set to `parameters`. */
export function listContext(
	credential: RunOptions['credential'],
	parameter: string,
	parameters: INodeParameters = {},
): LoadOptionsContext {
	const node: INode = {
		id: 'node',
		name: NODE_NAME,
		type: NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL]: { id: '1', name: 'Test account' } },
	};
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new TestNodeTypes({ [NODE_TYPE]: new SocialPostScheduling() }),
	});
	const data = { ...serverData(credential), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, data, `parameters.${parameter}`);
}
