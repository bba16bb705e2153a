/** Runs one workflow of examples/ in the n8n that is on the stage. */
import { tailOf } from './child';
import { asObject, asText, type JsonObject } from './json';
import { PlainFailure } from './lifetime';
import type { Execution } from './n8n-client';
import type { Stage } from './stage';
import { manualTriggerOf, readExample, SET_UP } from './workflows';

/** Milliseconds until an example must have ended; they take a few seconds. */
const ENDED_WITHIN_MS = 120_000;

export interface ExampleRun {
	workflowId: string;
	execution: Execution;
}

/** n8n's own words about what went wrong in an execution. */
function explain(execution: Execution): string {
	const error = asObject(execution.result.error);
	const node = asText(asObject(error.node).name, 'unknown node');
	const lines = [
		`The workflow ended with "${execution.status}" at the node "${node}".`,
		asText(error.message),
		asText(error.description),
	];
	const messages: JsonObject | unknown[] = Array.isArray(error.messages) ? (error.messages as unknown[]) : [];
	const all = new Set([...lines, ...messages.map((message) => asText(message))].filter((line) => line !== ''));
	return [...all].join('\n');
}

/** Imports the example, runs it as the button in the editor does, and fails with n8n's words when it does not succeed. */
export async function runExample(stage: Stage, file: string, mediaFolder: string): Promise<ExampleRun> {
	const { client, credential, n8n } = stage;
	const workflow = readExample(file, { credential, mediaFolder, replace: SET_UP });
	const workflowId = await client.createWorkflow(workflow);
	const execution = await client.waitFor(await client.run(workflowId, manualTriggerOf(workflow)), ENDED_WITHIN_MS);
	if (execution.status !== 'success') {
		throw new PlainFailure(`The end of n8n's log (${n8n.log}):\n${tailOf(n8n.log)}\n\n${explain(execution)}`);
	}
	return { workflowId, execution };
}
