/** Polls the trigger of this package in n8n's own context for polls, without an n8n server. */
import { PollContext } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
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
	/**
	 * Polls once as n8n's scheduler of polls does: each poll has a context of its own, reads what is stored, and stores only what a
	 * poll with items leaves.
	 */
	itemsByScheduler(): Promise<IDataObject[]>;
	/** Unpublishes the workflow and publishes it again: the polls from then on have another context. */
	publishAgain(activation?: WorkflowActivateMode): void;
	/** Is another node from now on, and is published again: it has another name or other parameters, or was made anew with the same name. */
	change(changes: Partial<Pick<INode, 'id' | 'name' | 'parameters'>>): void;
	/** The workflow as n8n makes it anew where it is published with other parameters; a poll of the one before may be under way. */
	withParameters(parameters: INodeParameters): TriggerUnderTest;
	/** Publishes the workflow again, as n8n has stored it earlier: what came of the polls since then was not stored. */
	restore(stored: IDataObject): void;
	/** Runs it as the editor's test does. */
	test(): Promise<INodeExecutionData[][] | null>;
	/** Has another credential from now on: somebody chose it and published the workflow again. */
	changeCredential(id: string): void;
	/** What n8n keeps in its database, as it is read after a restart. */
	stored(): IDataObject;
}

/**
 * @param from what an earlier one has stored: n8n was restarted in between
 * @param credentialId another one is another account
 */
export function triggerOf(
	credential: RunOptions['credential'],
	parameters: INodeParameters = {},
	from: IDataObject = {},
	credentialId = '1',
	workflowId?: string,
): TriggerUnderTest {
	const type = new SocialPostSchedulingTrigger();
	const { node, workflow } = oneNode(TYPE, type, parameters, credentialId, structuredClone(from), workflowId);
	const contextIn = (mode: 'trigger' | 'manual', activation: WorkflowActivateMode) =>
		new PollContext(workflow, node, serverData(credential), mode, activation);
	const jsonOf = (items: INodeExecutionData[][] | null) => (items ?? []).flat().map(({ json }) => json);
	const stored = (): IDataObject => {
		const written: unknown = JSON.parse(JSON.stringify(workflow.staticData));
		return written as IDataObject;
	};
	// n8n makes one context for an activation, and all its polls have it.
	let context = contextIn('trigger', 'activate');
	const poll = async () => await type.poll.call(context);
	const publishAgain = (activation: WorkflowActivateMode = 'activate') => {
		context = contextIn('trigger', activation);
	};
	return {
		poll,
		items: async () => jsonOf(await poll()),
		itemsByScheduler: async () => {
			const before = stored();
			const items = await type.poll.call(contextIn('trigger', 'update'));
			if (items === null) workflow.staticData = before;
			return jsonOf(items);
		},
		publishAgain,
		change: (changes) => {
			Object.assign(node, changes);
			publishAgain();
		},
		withParameters: (others) => triggerOf(credential, others, stored(), credentialId, workflow.id),
		restore: (earlier) => {
			workflow.staticData = structuredClone(earlier);
			publishAgain();
		},
		test: async () => await type.poll.call(contextIn('manual', 'manual')),
		changeCredential: (id) => {
			node.credentials = { [CREDENTIAL]: { id, name: 'Another account' } };
			publishAgain();
		},
		stored,
	};
}
