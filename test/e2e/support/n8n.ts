/** Real n8n that runs for these tests: the examples in it, and what became of their executions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fromEnvironment } from '../../../scripts/e2e/handover';
import { asList, asObject, isObject, type JsonObject } from '../../../scripts/lib/json';
import { N8nClient, type Execution, type NewCredential } from '../../../scripts/lib/n8n-client';
import { readExample, type CredentialReference, type Filling } from '../../../scripts/lib/workflows';

const HANDOVER = fromEnvironment(process.env);
/** Milliseconds in which an execution of these examples must end. */
const ENDED_WITHIN_MS = 90_000;
/** Milliseconds in which n8n must know a webhook that was just published, or list an execution. */
const KNOWN_WITHIN_MS = 20_000;
const LOOK_MS = 200;

/** Address of n8n, without a slash at the end. */
export const n8nUrl = HANDOVER.n8nUrl;
/** The folder in which files for n8n's file nodes may be put. */
export const filesFolder = HANDOVER.filesFolder;
const client = new N8nClient(HANDOVER.n8nUrl, HANDOVER.n8nSession);

/** Asks again and again until there is an answer. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
	const end = Date.now() + KNOWN_WITHIN_MS;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > end) throw new Error(`Not within ${KNOWN_WITHIN_MS / 1000} seconds: ${what}`);
		await sleep(LOOK_MS);
	}
}

/** Saves a credential of another type, and gives what a node refers to it by. */
export async function saveCredential(credential: NewCredential): Promise<CredentialReference> {
	return { id: await client.createCredential(credential), name: credential.name };
}

/** Imports an example with everything in the place of its placeholders, and gives its id in n8n. */
export async function importExample(file: string, filling: Partial<Filling> = {}): Promise<string> {
	const credential = { id: HANDOVER.credentialId, name: HANDOVER.credentialName };
	return await client.createWorkflow(readExample(file, { credential, mediaFolder: filesFolder, ...filling }));
}

/** Runs a workflow by hand from one of its triggers, and waits for its end. */
export async function run(workflowId: string, trigger: string): Promise<Execution> {
	return await client.waitFor(await client.run(workflowId, trigger), ENDED_WITHIN_MS);
}

/** Whether n8n takes a POST at an address: it tells the methods to a browser that asks from another page. */
async function takesPost(address: string): Promise<true | undefined> {
	const answer = await fetch(address, { method: 'OPTIONS', headers: { origin: 'https://example.com' } });
	await answer.body?.cancel();
	const methods = answer.headers.get('access-control-allow-methods') ?? '';
	return methods.split(', ').includes('POST') ? true : undefined;
}

/**
 * Publishes a workflow for the time of some work, and begins when n8n listens at its address.
 *
 * @param address of the workflow's webhook, form or MCP server
 */
export async function whilePublished<T>(workflowId: string, address: string, work: () => Promise<T>): Promise<T> {
	await client.publish(workflowId);
	try {
		await until(`n8n takes a POST at ${address}`, () => takesPost(address));
		return await work();
	} finally {
		await client.unpublish(workflowId);
	}
}

/** The items that a node gave at one of its outputs, in its last run. */
export function itemsOf(execution: Execution, node: string, output = 0): JsonObject[] {
	const runs = asList(asObject(execution.result.runData)[node]);
	const main = asList(asObject(asObject(runs.at(-1)).data).main);
	return asList(main[output])
		.filter(isObject)
		.map((item) => asObject(item.json));
}

/** n8n's words about what went wrong, with the node it happened at. */
export function errorOf(execution: Execution): { node: unknown; message: unknown; description: unknown } {
	const error = asObject(execution.result.error);
	return { node: asObject(error.node).name, message: error.message, description: error.description };
}
