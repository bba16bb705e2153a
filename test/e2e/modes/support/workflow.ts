/** Workflows of these tests, in the real n8n that runs for them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromEnvironment } from '../../../../scripts/e2e/handover';
import { asList, asObject, type JsonObject } from '../../../../scripts/lib/json';
import type { Execution, Workflow } from '../../../../scripts/lib/n8n-client';
import {
	chain,
	code,
	manualTrigger,
	readFiles,
	TRIGGER,
	workflow,
	type Link,
	type Node,
} from '../../../../scripts/lib/workflow-builder';
import { client, errorOf, filesFolder, itemsOf, run } from '../../support/n8n';
import type { GivenItem } from './cases';
import { UPLOAD } from './nodes';
import type { Outcome } from './outcome';

/** Milliseconds in which an execution must end; the largest files take tens of seconds on a slow disk. */
const ENDED_WITHIN_MS = 240_000;

/** n8n's setting N8N_DEFAULT_BINARY_DATA_MODE. */
export const { binaryMode: BINARY_MODE } = fromEnvironment();

/** Name of the node that gives the items with the files. */
export const FILES = 'Files';
/**
 * The nodes that give the items of a case: n8n reads the bytes from disk into where it keeps files, and a Code node gives
 * them their fields, names and types, as a node of the real world would have done.
 */
export function files(items: readonly GivenItem[]): Node[] {
	const folder = join(filesFolder, 'case');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const wanted = items.map(({ json = {}, files }, item) => ({
		json,
		files: files.map(({ bytes, field = 'data', fileName, mimeType }, file) => {
			const onDisk = `${item}-${file}`;
			writeFileSync(join(folder, onDisk), bytes);
			return { onDisk, field, given: { fileName, mimeType } };
		}),
	}));
	const jsCode = `
const onDisk = Object.fromEntries($input.all().map(({ json, binary }) => [json.fileName, binary.data]));
return ${JSON.stringify(wanted)}.map(({ json, files }) => ({
	json,
	binary: Object.fromEntries(files.map(({ onDisk: name, field, given }) => {
		const { fileName, fileExtension, mimeType, directory, ...kept } = onDisk[name];
		return [field, { ...kept, ...given }];
	})),
}));`;
	return [readFiles(`${folder}/*`), code(FILES, jsCode)];
}

/** Saves a workflow, runs it by hand, and waits for its end. */
async function runWorkflow(wanted: Workflow): Promise<Execution> {
	return await run(await client.createWorkflow(wanted), TRIGGER, ENDED_WITHIN_MS);
}

/** Runs nodes in a row. */
export async function runChain(...nodes: Node[]): Promise<Execution> {
	return await runWorkflow(chain('Files', [manualTrigger, ...nodes]));
}

/** Runs a workflow of another shape. */
export async function runShape(nodes: Node[], links: Link[], settings: JsonObject = {}): Promise<Execution> {
	return await runWorkflow(workflow('Files', [manualTrigger, ...nodes], links, settings));
}

/** How an execution ended, and what Upload Binary gave. */
export function outcomeOf(execution: Execution, node = UPLOAD): Outcome {
	return { status: execution.status, items: itemsOf(execution, node), error: errorOf(execution).message };
}

/** The files in the items that a node gave, each as n8n keeps it. */
export function binariesOf(
	execution: Execution,
	node: string,
): Array<Record<string, { id?: unknown; data?: unknown }>> {
	const [run] = asList(asObject(execution.result.runData)[node]);
	const [items] = asList(asObject(asObject(run).data).main);
	return asList(items)
		.map((item) => asObject(asObject(item).binary))
		.map((binary) => Object.fromEntries(Object.entries(binary).map(([field, file]) => [field, asObject(file)])));
}
