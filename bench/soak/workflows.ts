/** The workflows of the loads: a file is uploaded, and a post with it is scheduled. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { JsonObject } from '../../scripts/lib/json';
import type { Workflow } from '../../scripts/lib/n8n-client';
import { chain, chainFrom, TRIGGER, type Node } from '../workflows/build';
import { readFiles, schedule, uploadBinary, type CredentialReference } from '../workflows/nodes';
import { ITEM_FILES, LARGE_FILES } from './files';

const DAY_MS = 86_400_000;
/** The binary field of a file that was read from disk, and the field of the form that a caller sends. */
export const FILE_FIELD = 'data';
/** Last part of the webhook's address. */
export const WEBHOOK_PATH = 'soak';

/** Names of the nodes that upload and schedule. */
export const UPLOAD = 'Upload';
export const SCHEDULE = 'Schedule';

const tomorrow = (): string => new Date(Date.now() + DAY_MS).toISOString();

const withTheFile: JsonObject = {
	text: '={{ $json.name }}',
	media: { reference: [{ by: 'id', value: '={{ $json.id }}' }] },
};

function webhook(): Node {
	const parameters = { httpMethod: 'POST', path: WEBHOOK_PATH, responseMode: 'lastNode', options: {} };
	return { name: TRIGGER, type: 'n8n-nodes-base.webhook', version: 2, parameters, webhookId: randomUUID() };
}

const items = (folder: string): Node => readFiles(join(folder, ITEM_FILES));

/** All items in one execution. */
export function uploadAndSchedule(folder: string, credential: CredentialReference): Workflow {
	return chain('Items', items(folder), uploadBinary(credential), schedule(credential, tomorrow(), withTheFile));
}

/** The same, going on where an item fails. */
export function uploadWhatGoes(folder: string, credential: CredentialReference): Workflow {
	const upload: Node = { ...uploadBinary(credential), onError: 'continueRegularOutput' };
	return chain('Items, going on', items(folder), upload);
}

/** A post for each item, without its file. */
export function scheduleOnly(folder: string, credential: CredentialReference): Workflow {
	const text = { text: '={{ $json.fileName }}', media: {} };
	return chain('Posts', items(folder), schedule(credential, tomorrow(), text));
}

/** One file, brought by whoever calls. */
export function onCall(credential: CredentialReference): Workflow {
	return chainFrom(webhook(), 'On call', uploadBinary(credential), schedule(credential, tomorrow(), withTheFile));
}

/** The large files in one execution, to be stopped while they are on their way. */
export function uploadLarge(folder: string, credential: CredentialReference): Workflow {
	return chain('To be stopped', readFiles(join(folder, LARGE_FILES)), uploadBinary(credential));
}
