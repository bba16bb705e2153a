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

/** How n8n refers to a credential. */
export type CredentialReference = { id: string; name: string };

export interface Filling {
	credential: CredentialReference;
	mediaFolder: string;
	/** Credentials of other types, by type. */
	otherCredentials?: Record<string, CredentialReference>;
	/** Other texts of the workflow, and what stands in their place. */
	replace?: Record<string, string>;
}

/** n8n's file nodes want forward slashes on every system. */
export function inNodeParameters(folder: string): string {
	return folder.replaceAll('\\', '/');
}

/** What the note of an example says of its set-up, where the set-up is done. */
export const SET_UP = { '**First:**': '**In this demo this is done. In your n8n:**' };

/** Reads an example and puts the real credentials, the real folder and other values in the place of its placeholders. */
export function readExample(file: string, filling: Filling): Workflow {
	const { credential, mediaFolder, otherCredentials = {}, replace = {} } = filling;
	const texts = { [PLACEHOLDER_FOLDER]: inNodeParameters(mediaFolder), ...replace };
	let text = readFileSync(join(EXAMPLES, file), 'utf8');
	for (const [placeholder, value] of Object.entries(texts)) text = text.replaceAll(placeholder, value);
	const workflow = JSON.parse(text) as Workflow;
	const known: Record<string, CredentialReference> = { ...otherCredentials, [CREDENTIAL_TYPE]: credential };
	for (const node of workflow.nodes) {
		const wanted = Object.keys(asObject(node.credentials));
		if (wanted.length > 0) node.credentials = Object.fromEntries(wanted.map((type) => [type, known[type]]));
	}
	return workflow;
}

/** The name of the trigger that a person starts by hand. */
export function manualTriggerOf(workflow: Workflow): string {
	const trigger = workflow.nodes.find((node) => node.type === MANUAL_TRIGGER);
	if (!trigger) throw new Error(`"${workflow.name}" has no Manual Trigger.`);
	return asText(trigger.name);
}
