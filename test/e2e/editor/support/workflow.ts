/** Workflows whose last node is that of this package, opened in the editor. */
import type { Locator, Page } from 'playwright-core';
import type { JsonObject } from '../../../../scripts/lib/json';
import {
	chain,
	manualTrigger,
	node,
	NODE_TYPE,
	ourNode,
	workflow,
	type Node,
} from '../../../../scripts/lib/workflow-builder';
import { client, credential as paid, n8nUrl } from '../../support/n8n';
import { panelOf } from './form';
import { byTestId } from './page';

/** The node of this package in these workflows. */
export const NODE = 'Social Post Scheduling';

export interface Made {
	parameters?: JsonObject;
	/** Nodes between the trigger and the node of this package, in their order. */
	before?: Node[];
	/** That of the sandbox's paid account where nothing is said. */
	credential?: typeof paid;
	/** More settings of the workflow. */
	settings?: JsonObject;
}

/** A server of tools for agents, and the node of this package as one of its tools. */
export const SERVER = 'MCP Server Trigger';
export const TOOL = 'Schedule Post';

/** Saves a workflow with a server of tools, with or without this package's tool, and gives its id. */
export async function saveToolWorkflow({ withTool = false } = {}): Promise<string> {
	const server = node(SERVER, '@n8n/n8n-nodes-langchain.mcpTrigger', 2, { path: 'made-for-a-test' });
	const tool = ourNode(TOOL, {}, paid, { type: `${NODE_TYPE}Tool`, position: [0, 240] });
	const made = withTool ? workflow('Tools', [server, tool], [[TOOL, SERVER, 'ai_tool']]) : chain('Tools', [server]);
	return await client.createWorkflow(made);
}

/** Saves a workflow that starts by hand and ends with the node of this package, and gives its id. */
export async function saveWorkflow({
	parameters = {},
	before = [],
	credential = paid,
	settings,
}: Made): Promise<string> {
	const nodes = [manualTrigger, ...before, ourNode(NODE, parameters, credential)];
	return await client.createWorkflow(chain(`Made for a test, ${new Date().toISOString()}`, nodes, settings));
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
