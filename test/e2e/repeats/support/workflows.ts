/** Workflows in which n8n comes to run the node of this package more than once. */
import type { JsonObject } from '../../../../scripts/lib/json';
import {
	chain,
	code,
	manualTrigger,
	node,
	NODE_TYPE,
	ourNode,
	scheduleTweet,
	TRIGGER,
	workflow,
	type Node,
} from '../../../../scripts/lib/workflow-builder';
import type { CredentialReference } from '../../../../scripts/lib/workflows';
import { client, credential as account } from '../../support/n8n';

export const SCHEDULE = 'Schedule';

/** How n8n tries a node again. */
export const THREE_TRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

/** A node that gives items with a text each. */
export const items = (...texts: string[]): Node =>
	code('Items', `return ${JSON.stringify(texts.map((text) => ({ json: { text } })))};`);

/** Schedules a post, which is not looked up where nothing else is said: a doubt stays. */
export const schedule = (parameters: JsonObject = {}, more: JsonObject = {}): Node =>
	ourNode(
		SCHEDULE,
		{ ...scheduleTweet([{ text: '={{ $json.text }}' }]), options: { duplicateCheck: 'never' }, ...parameters },
		account,
		more,
	);

/** The node as a tool, in which the model fills in the text. */
export const scheduleTool = (more: JsonObject = {}): Node => ({
	...schedule(
		{
			descriptionType: 'manual',
			toolDescription: 'Schedules a post with a text.',
			thread: { tweet: [{ text: "={{ $fromAI('text', 'what to say') }}" }] },
		},
		more,
	),
	type: `${NODE_TYPE}Tool`,
});

/** A trigger that another workflow calls. */
export const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });

/** Calls another workflow. */
export function call(workflowId: string, parameters: JsonObject = {}, more: JsonObject = {}): Node {
	const callee = { __rl: true, mode: 'id', value: workflowId };
	return node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, { workflowId: callee, options: {}, ...parameters }, more);
}

/** Saves a workflow of nodes in a row, and gives its id. */
export async function saveChain(name: string, ...nodes: Node[]): Promise<string> {
	return await client.createWorkflow(chain(name, nodes));
}

/** An AI agent with a scripted model and the node of this package as its tool. */
export async function saveAgent(typeVersion: number, credential: CredentialReference, tool: Node): Promise<string> {
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', typeVersion, {
		promptType: 'define',
		text: 'Schedule what you are told.',
		options: {},
	});
	const model = node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		1.2,
		{ model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
		{ credentials: { openAiApi: credential } },
	);
	return await client.createWorkflow(
		workflow(
			`Agent ${typeVersion}`,
			[manualTrigger, agent, model, tool],
			[
				[TRIGGER, 'Agent'],
				['Model', 'Agent', 'ai_languageModel'],
				[tool.name, 'Agent', 'ai_tool'],
			],
		),
	);
}
