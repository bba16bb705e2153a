/** The workflows of the loads: a file is uploaded, and a post with it is scheduled. */
import { join } from 'node:path';
import type { JsonObject } from '../../../../scripts/lib/json';
import type { Workflow } from '../../../../scripts/lib/n8n-client';
import {
	chain,
	manualTrigger,
	ourNode,
	readFiles,
	scheduleTweet,
	uploadBinary,
	webhook,
	type Node,
} from '../../../../scripts/lib/workflow-builder';
import type { CredentialReference } from '../../../../scripts/lib/workflows';
import { ITEM_FILES, LARGE_FILES } from './files';

/** The binary field of a file that was read from disk, and the field of the form that a caller sends. */
export const FILE_FIELD = 'data';
/** Last part of the webhook's address. */
export const WEBHOOK_PATH = 'soak';

/** Names of the nodes that upload and schedule. */
export const UPLOAD = 'Upload';
const SCHEDULE = 'Schedule';

const upload = (credential: CredentialReference, more: JsonObject = {}): Node =>
	ourNode(UPLOAD, uploadBinary(), credential, more);

/** A post with the file that was just uploaded. */
const schedule = (credential: CredentialReference): Node => {
	const tweet = {
		text: '={{ $json.name }}',
		media: { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }] },
	};
	// A post whose response was lost stays in doubt.
	return ourNode(SCHEDULE, { ...scheduleTweet([tweet]), options: { duplicateCheck: 'never' } }, credential);
};

/** Starts by hand, and gives an item for each file. */
const files = (folder: string, pattern: string): Node[] => [manualTrigger, readFiles(join(folder, pattern))];

/** All items in one execution. */
export function uploadAndSchedule(folder: string, credential: CredentialReference): Workflow {
	return chain('Items', [...files(folder, ITEM_FILES), upload(credential), schedule(credential)]);
}

/** The same, going on where an item fails. */
export function uploadWhatGoes(folder: string, credential: CredentialReference): Workflow {
	const goingOn = { onError: 'continueRegularOutput' };
	return chain('Items, going on', [...files(folder, ITEM_FILES), upload(credential, goingOn)]);
}

/** A post for each item, without its file. */
export function scheduleOnly(folder: string, credential: CredentialReference): Workflow {
	const post = ourNode(SCHEDULE, scheduleTweet([{ text: '={{ $json.fileName }}' }]), credential);
	return chain('Posts', [...files(folder, ITEM_FILES), post]);
}

/** One file, brought by whoever calls. */
export function onCall(credential: CredentialReference): Workflow {
	const call = webhook('Call', WEBHOOK_PATH, { responseMode: 'lastNode', options: {} });
	return chain('On call', [call, upload(credential), schedule(credential)]);
}

/** The large files in one execution, to be stopped while they are on their way. */
export function uploadLarge(folder: string, credential: CredentialReference): Workflow {
	return chain('To be stopped', [...files(folder, LARGE_FILES), upload(credential)]);
}
