/** Workflows for n8n, written as a list of nodes and the links between them. */
import { randomUUID } from 'node:crypto';
import { name as packageName } from '../../package.json';
import type { JsonObject } from './json';
import type { Workflow } from './n8n-client';
import { CREDENTIAL_TYPE, inNodeParameters, type CredentialReference } from './workflows';

/** Name of {@link manualTrigger}. */
export const TRIGGER = 'Start';
/** n8n's name for the node of this package. */
export const NODE_TYPE = `${packageName}.socialPostScheduling`;
/** n8n's name for the trigger of this package. */
export const TRIGGER_TYPE = `${NODE_TYPE}Trigger`;
/** Pixels between two nodes on the canvas. */
const COLUMN_WIDTH = 240;

export interface Node extends JsonObject {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: JsonObject;
}

/**
 * From one node to another; `to` may name an input, `Merge:1`, and `from` an output, `Loop:1`.
 *
 * @param type the kind of link, where it is none for items: `ai_tool`
 */
export type Link = readonly [from: string, to: string, type?: string];

/** @param more settings of the node, such as `onError` */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: JsonObject = {},
	more: JsonObject = {},
): Node {
	return { name, type, typeVersion, parameters, ...more };
}

export const manualTrigger = node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1);

/** A POST at `/webhook/<path>` starts the workflow. */
export function webhook(name: string, path: string, parameters: JsonObject): Node {
	const all = { httpMethod: 'POST', path, ...parameters };
	return node(name, 'n8n-nodes-base.webhook', 2, all, { webhookId: randomUUID() });
}

/** A Code node that runs once for all items. */
export function code(name: string, jsCode: string): Node {
	return node(name, 'n8n-nodes-base.code', 2, { jsCode });
}

/** Reads files from disk into n8n's own store, by a path or a pattern. */
export function readFiles(pattern: string, name = 'Read', options: JsonObject = {}): Node {
	return node(name, 'n8n-nodes-base.readWriteFile', 1.1, { fileSelector: inNodeParameters(pattern), options });
}

/** The node of this package. */
export function ourNode(
	name: string,
	parameters: JsonObject,
	credential: CredentialReference,
	more: JsonObject = {},
): Node {
	return node(name, NODE_TYPE, 1, parameters, { credentials: { [CREDENTIAL_TYPE]: credential }, ...more });
}

/** Parameters of Upload Binary, with what is not at its default. */
export function uploadBinary(more: JsonObject = {}): JsonObject {
	return { resource: 'media', operation: 'uploadBinary', ...more };
}

const POST_AT = '2035-05-04T07:30:00';

const scheduleAt = (postAt: string): JsonObject => ({
	resource: 'tweet',
	operation: 'schedule',
	username: { __rl: true, mode: 'name', value: 'balloon_club' },
	postAt,
});

/** Parameters of Schedule Tweet, for a thread of these tweets. */
export function scheduleTweet(tweets: JsonObject[], postAt = POST_AT): JsonObject {
	return { ...scheduleAt(postAt), specifyThread: 'tweets', thread: { tweet: tweets } };
}

/**
 * Parameters of Schedule Tweet, for one text.
 *
 * @param more what is not at its default, such as `media`
 */
export function scheduleText(text: string, more: JsonObject = {}, postAt = POST_AT): JsonObject {
	return { ...scheduleAt(postAt), specifyThread: 'text', text, ...more };
}

function portOf(end: string): { name: string; index: number } {
	const [name = '', index = '0'] = end.split(':');
	return { name, index: Number(index) };
}

function connect(links: readonly Link[]): JsonObject {
	const connections: Record<string, Record<string, JsonObject[][]>> = {};
	for (const [from, to, type = 'main'] of links) {
		const [source, target] = [portOf(from), portOf(to)];
		const outputs = ((connections[source.name] ??= {})[type] ??= []);
		while (outputs.length <= source.index) outputs.push([]);
		outputs[source.index]?.push({ node: target.name, type, index: target.index });
	}
	return connections;
}

/** A workflow of any shape. */
export function workflow(
	name: string,
	nodes: readonly Node[],
	links: readonly Link[],
	settings: JsonObject = {},
): Workflow {
	const placed = nodes.map((one, place) => ({ id: randomUUID(), position: [place * COLUMN_WIDTH, 0], ...one }));
	return { name, nodes: placed, connections: connect(links), settings: { executionOrder: 'v1', ...settings } };
}

/** A workflow whose nodes stand in a row; the first one starts it. */
export function chain(name: string, nodes: readonly Node[], settings: JsonObject = {}): Workflow {
	const links = nodes.slice(1).map((one, place): Link => [nodes[place]?.name ?? '', one.name]);
	return workflow(name, nodes, links, settings);
}
