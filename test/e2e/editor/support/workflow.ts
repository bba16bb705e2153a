/** Workflows whose last node is that of this package, opened in the editor. */
import type { Locator, Page } from 'playwright-core';
import { name as packageName } from '../../../../package.json';
import { fromEnvironment } from '../../../../scripts/e2e/handover';
import { asText, type JsonObject } from '../../../../scripts/lib/json';
import { N8nClient } from '../../../../scripts/lib/n8n-client';
import { CREDENTIAL_TYPE, type CredentialReference } from '../../../../scripts/lib/workflows';
import { panelOf } from './form';
import { byTestId } from './page';

const { n8nUrl, n8nSession, credentialId, credentialName } = fromEnvironment(process.env);
const client = new N8nClient(n8nUrl, n8nSession);

/** The node of this package in these workflows. */
export const NODE = 'Social Post Scheduling';
export const NODE_TYPE = `${packageName}.socialPostScheduling`;
/** Credential of the sandbox's paid account. */
export const PAID: CredentialReference = { id: credentialId, name: credentialName };
/** Pixels between two nodes on the canvas. */
const STEP = 240;

export interface Made {
	parameters?: JsonObject;
	/** Nodes between the trigger and the node of this package, in their order. */
	before?: JsonObject[];
	credential?: CredentialReference;
	/** More settings of the workflow. */
	settings?: JsonObject;
}

/** A node that reads files from disk. */
export function readFiles(fileSelector: string): JsonObject {
	const parameters = { fileSelector: fileSelector.replaceAll('\\', '/'), options: {} };
	return { id: 'read', name: 'Read Files', type: 'n8n-nodes-base.readWriteFile', typeVersion: 1.1, parameters };
}

/** A server of tools for agents, and the node of this package as one of its tools. */
export const SERVER = 'MCP Server Trigger';
export const TOOL = 'Schedule Post';

/** Saves a workflow with a server of tools, with or without this package's tool, and gives its id. */
export async function saveToolWorkflow({ withTool = false } = {}): Promise<string> {
	const server = { id: 'server', name: SERVER, type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2 };
	const tool = { id: 'tool', name: TOOL, type: `${NODE_TYPE}Tool`, typeVersion: 1 };
	const nodes: JsonObject[] = [{ ...server, parameters: { path: 'made-for-a-test' }, position: [0, 0] }];
	if (withTool) {
		nodes.push({ ...tool, parameters: {}, credentials: { [CREDENTIAL_TYPE]: PAID }, position: [0, STEP] });
	}
	const connections = withTool ? { [TOOL]: { ai_tool: [[{ node: SERVER, type: 'ai_tool', index: 0 }]] } } : {};
	return await client.createWorkflow({ name: 'Tools', nodes, connections, settings: { executionOrder: 'v1' } });
}

/** Saves a workflow that starts by hand and ends with the node of this package, and gives its id. */
export async function saveWorkflow({
	parameters = {},
	before = [],
	credential = PAID,
	settings,
}: Made): Promise<string> {
	const start = { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const credentials = { [CREDENTIAL_TYPE]: credential };
	const last = { id: 'posts', name: NODE, type: NODE_TYPE, typeVersion: 1, parameters, credentials };
	const nodes: JsonObject[] = [start, ...before, last].map((node, place) => ({ ...node, position: [place * STEP, 0] }));
	const connections: JsonObject = {};
	for (const [index, { name }] of nodes.slice(1).entries()) {
		connections[asText(nodes[index]?.name)] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	const name = `Made for a test, ${new Date().toISOString()}`;
	return await client.createWorkflow({ name, nodes, connections, settings: { executionOrder: 'v1', ...settings } });
}

export const nodeOnCanvas = (page: Page, node: string): Locator =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`);

/** Opens a node on the canvas. */
export async function openNode(page: Page, node: string): Promise<void> {
	await nodeOnCanvas(page, node).dblclick();
	await panelOf(page).waitFor();
	await byTestId(panelOf(page), 'node-execute-button').waitFor();
}

/** Saves a workflow and opens the node of this package in it. */
export async function openMade(page: Page, made: Made): Promise<void> {
	const id = await saveWorkflow(made);
	await page.goto(`${n8nUrl}/workflow/${id}`);
	await openNode(page, NODE);
}
