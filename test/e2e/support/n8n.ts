/** Real n8n that runs for these tests: the examples in it, and what became of their executions. */
import { fromEnvironment } from '../../../scripts/e2e/handover';
import { asList, asObject, isObject, type JsonObject } from '../../../scripts/lib/json';
import { N8nClient, type Execution, type NewCredential } from '../../../scripts/lib/n8n-client';
import { whilePublished as publishedWhile } from '../../../scripts/lib/published';
import { readExample, type CredentialReference, type Filling } from '../../../scripts/lib/workflows';

const HANDOVER = fromEnvironment(process.env);
/** Milliseconds in which an execution of these examples must end. */
const ENDED_WITHIN_MS = 90_000;

export { until } from '../../../scripts/lib/until';

/** Address of n8n, without a slash at the end. */
export const n8nUrl = HANDOVER.n8nUrl;
/** The folder in which files for n8n's file nodes may be put. */
export const filesFolder = HANDOVER.filesFolder;
const client = new N8nClient(HANDOVER.n8nUrl, HANDOVER.n8nSession);

/** Saves a credential of another type, and gives what a node refers to it by. */
export async function saveCredential(credential: NewCredential): Promise<CredentialReference> {
	return await client.saveCredential(credential);
}

/** What n8n's own test says where the credential for the sandbox had other values. */
export async function testCredential(data: {
	apiKey: string;
	baseUrl: string;
}): Promise<{ ok: boolean; message: string }> {
	const { credentialId, credentialName: name } = HANDOVER;
	return await client.testCredential(credentialId, { name, type: 'socialPostSchedulingApi', data });
}

/** Imports an example with everything in the place of its placeholders, and gives its id in n8n. */
export async function importExample(file: string, filling: Partial<Filling> = {}): Promise<string> {
	const credential = { id: HANDOVER.credentialId, name: HANDOVER.credentialName };
	return await client.createWorkflow(readExample(file, { credential, mediaFolder: filesFolder, ...filling }));
}

/** Waits for the end of an execution that a person began in the editor. */
export async function ended(executionId: string): Promise<Execution> {
	return await client.waitFor(executionId, ENDED_WITHIN_MS);
}

/** Runs a workflow by hand from one of its triggers, and waits for its end. */
export async function run(workflowId: string, trigger: string): Promise<Execution> {
	return await client.waitFor(await client.run(workflowId, trigger), ENDED_WITHIN_MS);
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
