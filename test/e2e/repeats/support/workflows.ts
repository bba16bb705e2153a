/** Workflows in which n8n comes to run the node of this package more than once. */
import { name as packageName } from '../../../../package.json';
import { fromEnvironment } from '../../../../scripts/e2e/handover';
import type { JsonObject } from '../../../../scripts/lib/json';
import { N8nClient } from '../../../../scripts/lib/n8n-client';
import { CREDENTIAL_TYPE, type CredentialReference } from '../../../../scripts/lib/workflows';

const { n8nUrl, n8nSession, credentialId, credentialName } = fromEnvironment(process.env);
export const client = new N8nClient(n8nUrl, n8nSession);

export const START = 'Start';
export const SCHEDULE = 'Schedule';
const NODE_TYPE = `${packageName}.socialPostScheduling`;

/** How n8n tries a node again. */
export const THREE_TRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

export const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: JsonObject,
	more: JsonObject = {},
) => ({
	id: name,
	name,
	type,
	typeVersion,
	parameters,
	position: [0, 0],
	...more,
});

export const start = node(START, 'n8n-nodes-base.manualTrigger', 1, {});

/** A node that gives items with a text each. */
export const items = (...texts: string[]) =>
	node('Items', 'n8n-nodes-base.code', 2, {
		jsCode: `return ${JSON.stringify(texts.map((text) => ({ json: { text } })))};`,
	});

export const schedule = (parameters: JsonObject = {}, more: JsonObject = {}) =>
	node(
		SCHEDULE,
		NODE_TYPE,
		1,
		{
			resource: 'tweet',
			operation: 'schedule',
			username: { __rl: true, mode: 'name', value: 'my_brand' },
			postAt: '2035-05-04T09:30:00+02:00',
			thread: { tweet: [{ text: '={{ $json.text }}' }] },
			...parameters,
		},
		{ credentials: { [CREDENTIAL_TYPE]: { id: credentialId, name: credentialName } }, ...more },
	);

/** The node as a tool, in which the model fills in the text. */
export const scheduleTool = (more: JsonObject = {}) => ({
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

export type Links = Readonly<Record<string, JsonObject>>;

/** A link of the usual kind, from each output to one node; null where an output leads nowhere. */
export const to = (...nodes: Array<string | null>): JsonObject => ({
	main: nodes.map((name) => (name === null ? [] : [{ node: name, type: 'main', index: 0 }])),
});

/** The link that makes a node a tool of another. */
export const asToolOf = (name: string): JsonObject => ({ ai_tool: [[{ node: name, type: 'ai_tool', index: 0 }]] });

export async function save(name: string, nodes: JsonObject[], connections: Links): Promise<string> {
	return await client.createWorkflow({ name, nodes, connections, settings: { executionOrder: 'v1' } });
}

/** An AI agent with a scripted model and the node of this package as its tool. */
export async function saveAgent(
	typeVersion: number,
	credential: CredentialReference,
	tool: JsonObject,
): Promise<string> {
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
	return await save(`Agent ${typeVersion}`, [start, agent, model, tool], {
		[START]: to('Agent'),
		Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
		[SCHEDULE]: asToolOf('Agent'),
	});
}
