/** The lists of the editor, in n8n's own context for them. */
import { LoadOptionsContext } from 'n8n-core';
import type { INode, INodeParameters } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { NODE_TYPE, type RunOptions, serverData } from './engine';
import { oneNode } from './oneNode';

/** The context of the list of a parameter, for a node that is set to `parameters`; `changes` are its other properties. */
export function listContext(
	credential: RunOptions['credential'],
	parameter: string,
	parameters: INodeParameters = {},
	changes: Partial<INode> = {},
): LoadOptionsContext {
	const { node, workflow } = oneNode(NODE_TYPE, new SocialPostScheduling(), parameters);
	const data = { ...serverData(credential), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, { ...node, ...changes }, data, `parameters.${parameter}`);
}
