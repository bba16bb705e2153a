/** Real n8n that runs for these tests: workflows in it, and what became of their executions. */
import { fromEnvironment } from '../../../scripts/e2e/handover';
import { asList, asObject, isObject, type JsonObject } from '../../../scripts/lib/json';
import { N8nClient, type Execution } from '../../../scripts/lib/n8n-client';
import { whilePublished as publishedWhile } from '../../../scripts/lib/published';
import { CREDENTIAL_TYPE, readExample, type Filling } from '../../../scripts/lib/workflows';

/** Milliseconds in which an execution must end where nothing else is said. */
const ENDED_WITHIN_MS = 90_000;

/**
 * - n8nUrl: address of n8n, without a slash at the end
 * - filesFolder: in it files for n8n's file nodes may be put
 * - credential: that of the sandbox's paid account
 */
export const { n8nUrl, filesFolder, credential, n8nSession } = fromEnvironment();
export const client = new N8nClient(n8nUrl, n8nSession);

/** What n8n's own test says where the credential for the sandbox had other values. */
export async function testCredential(data: {
	apiKey: string;
	baseUrl: string;
}): Promise<{ ok: boolean; message: string }> {
	const { id, name } = credential;
	return await client.testCredential(id, { name, type: CREDENTIAL_TYPE, data });
}

/** Imports an example with everything in the place of its placeholders, and gives its id in n8n. */
export async function importExample(file: string, filling: Partial<Filling> = {}): Promise<string> {
	return await client.createWorkflow(readExample(file, { credential, mediaFolder: filesFolder, ...filling }));
}

/** Waits for the end of an execution that a person began in the editor. */
export async function ended(executionId: string): Promise<Execution> {
	return await client.waitFor(executionId, ENDED_WITHIN_MS);
}

/** Runs a workflow by hand from one of its triggers, and waits for its end. */
export async function run(workflowId: string, trigger: string, withinMs = ENDED_WITHIN_MS): Promise<Execution> {
	return await client.waitFor(await client.run(workflowId, trigger), withinMs);
}

/** Publishes a workflow for the time of some work: see `scripts/lib/published.ts`. */
export async function whilePublished<T>(workflowId: string, address: string, work: () => Promise<T>): Promise<T> {
	return await publishedWhile(client, workflowId, address, work);
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
