/** Polls the trigger of this package in n8n's own context for polls, without an n8n server. */
import { PollContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { SocialPostSchedulingTrigger } from '../../nodes/SocialPostSchedulingTrigger/SocialPostSchedulingTrigger.node';
import { CREDENTIAL, type RunOptions, serverData } from './engine';
import { oneNode } from './oneNode';

const TYPE = 'n8n-nodes-social-post-scheduling.socialPostSchedulingTrigger';

/** A trigger in a workflow, with what n8n keeps of it between its polls. */
export interface TriggerUnderTest {
	/** Polls once; null where the poll gives nothing. */
	poll(): Promise<INodeExecutionData[][] | null>;
	/** Polls once, and gives the items. */
	items(): Promise<IDataObject[]>;
	/** Runs it as the editor's test does. */
	test(): Promise<INodeExecutionData[][] | null>;
	/** Has another credential from now on: somebody chose it and published the workflow again. */
	changeCredential(id: string): void;
	/** What n8n keeps in its database, as it is read after a restart. */
	stored(): IDataObject;
}

/**
 * @param stored what an earlier one has stored: n8n was restarted in between
 * @param credentialId another one is another account
 */
export function triggerOf(
	credential: RunOptions['credential'],
	parameters: INodeParameters = {},
	stored: IDataObject = {},
	credentialId = '1',
): TriggerUnderTest {
	const type = new SocialPostSchedulingTrigger();
	const { node, workflow } = oneNode(TYPE, type, parameters, credentialId, structuredClone(stored));
	const contextIn = (mode: 'trigger' | 'manual') =>
		new PollContext(workflow, node, serverData(credential), mode, mode === 'manual' ? 'manual' : 'activate');
	const poll = async () => await type.poll.call(contextIn('trigger'));
	return {
		poll,
		items: async () => ((await poll()) ?? []).flat().map(({ json }) => json),
		test: async () => await type.poll.call(contextIn('manual')),
		changeCredential: (id) => {
			node.credentials = { [CREDENTIAL]: { id, name: 'Another account' } };
		},
		stored: () => {
			const written: unknown = JSON.parse(JSON.stringify(workflow.staticData));
			return written as IDataObject;
		},
	};
}
