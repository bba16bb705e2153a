/** The importable workflows of examples/, made ready for the n8n that runs here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, asText } from './json';
import type { Workflow } from './n8n-client';
import { EXAMPLES } from './paths';

/** The credential type of the node. */
export const CREDENTIAL_TYPE = 'socialPostSchedulingApi';
/** The folder that the examples read from: the one that n8n may read by default, as it is called in n8n's Docker image. */
export const PLACEHOLDER_FOLDER = '/home/node/.n8n-files';
const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

export interface Filling {
	credential: { id: string; name: string };
	mediaFolder: string;
}

/** n8n's file nodes want forward slashes on every system. */
function inNodeParameters(folder: string): string {
	return folder.replaceAll('\\', '/');
}

/** Reads an example and puts the real credential and the real folder in the place of its placeholders. */
export function readExample(file: string, { credential, mediaFolder }: Filling): Workflow {
	const text = readFileSync(join(EXAMPLES, file), 'utf8').replaceAll(PLACEHOLDER_FOLDER, inNodeParameters(mediaFolder));
	const workflow = JSON.parse(text) as Workflow;
	for (const node of workflow.nodes) {
		if (CREDENTIAL_TYPE in asObject(node.credentials)) node.credentials = { [CREDENTIAL_TYPE]: credential };
	}
	return workflow;
}

/** The name of the trigger that a person starts by hand. */
export function manualTriggerOf(workflow: Workflow): string {
	const trigger = workflow.nodes.find((node) => node.type === MANUAL_TRIGGER);
	if (!trigger) throw new Error(`"${workflow.name}" has no Manual Trigger.`);
	return asText(trigger.name);
}
