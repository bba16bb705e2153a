/** Workflows for n8n, written as a list of nodes and the links between them. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../scripts/lib/json';
import type { Workflow } from '../../scripts/lib/n8n-client';

/** Name of the trigger that every workflow begins with. */
export const TRIGGER = 'Start';

const COLUMN_WIDTH = 220;

export interface Node {
	readonly name: string;
	readonly type: string;
	readonly version: number;
	readonly parameters: JsonObject;
	readonly credentials?: JsonObject;
	readonly webhookId?: string;
	/** What n8n does when the node fails: stops the execution where nothing is said. */
	readonly onError?: 'continueRegularOutput';
}

/** From one node to another; `to` may name an input: `Merge:1`, and `from` an output: `Loop:1`. */
export type Link = readonly [from: string, to: string];

const trigger: Node = { name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', version: 1, parameters: {} };

function portOf(end: string): { name: string; index: number } {
	const [name = '', index = '0'] = end.split(':');
	return { name, index: Number(index) };
}

function connect(links: readonly Link[]): JsonObject {
	const connections: Record<string, { main: JsonObject[][] }> = {};
	for (const [from, to] of links) {
		const [source, target] = [portOf(from), portOf(to)];
		const { main } = (connections[source.name] ??= { main: [] });
		while (main.length <= source.index) main.push([]);
		main[source.index]?.push({ node: target.name, type: 'main', index: target.index });
	}
	return connections;
}

/**
 * A workflow of any shape. The trigger is added.
 *
 * @param start another trigger than the one that a person starts by hand; its name must be the same
 */
export function workflow(name: string, nodes: readonly Node[], links: readonly Link[], start = trigger): Workflow {
	const placed = [start, ...nodes].map(({ version, ...node }, place) => ({
		...node,
		id: randomUUID(),
		typeVersion: version,
		position: [place * COLUMN_WIDTH, 0],
	}));
	return { name, nodes: placed, connections: connect(links), settings: { executionOrder: 'v1' } };
}

/** A workflow whose nodes stand in a row. */
export function chain(name: string, ...nodes: readonly Node[]): Workflow {
	return chainFrom(trigger, name, ...nodes);
}

/** The same behind another trigger, which must have the name {@link TRIGGER}. */
export function chainFrom(start: Node, name: string, ...nodes: readonly Node[]): Workflow {
	const names = [TRIGGER, ...nodes.map((node) => node.name)];
	const links = nodes.map((node, place): Link => [names[place] ?? TRIGGER, node.name]);
	return workflow(name, nodes, links, start);
}
