/** The workflow with two triggers that n8n polls each minute, and what it has given so far. */
import { asObject, asText, type JsonObject } from '../../../../scripts/lib/json';
import { node, TRIGGER_TYPE, workflow, type Node } from '../../../../scripts/lib/workflow-builder';
import { CREDENTIAL_TYPE, type CredentialReference } from '../../../../scripts/lib/workflows';
import { client, itemsOf } from '../../support/n8n';

export const NAME = 'Watched';
export const POSTS = 'Posts';
export const ACCOUNTS = 'Accounts';

/** Milliseconds until a poll has certainly come, with what it starts: n8n polls once a minute. */
export const POLL_WITHIN_MS = 100_000;
const ENDED_WITHIN_MS = 60_000;

const trigger = (name: string, events: string[], credential: CredentialReference): Node =>
	node(
		name,
		TRIGGER_TYPE,
		1,
		{ pollTimes: { item: [{ mode: 'everyMinute' }] }, events, platforms: ['TWITTER'] },
		{ credentials: { [CREDENTIAL_TYPE]: credential } },
	);

/** Saves a workflow with a trigger for posts and one for accounts, and gives its id. */
export async function saveWatcher(name: string, credential: CredentialReference): Promise<string> {
	const triggers = [
		trigger(POSTS, ['postSubmitted', 'postFailed'], credential),
		trigger(ACCOUNTS, ['accountDisconnected'], credential),
	];
	return await client.createWorkflow(workflow(name, triggers, []));
}

/** An event in short, as `postSubmitted 7`. */
export const inShort = ({ event, post, account }: JsonObject): string =>
	`${asText(event)} ${asText(asObject(post ?? account).id)}`;

/** The events of all executions so far in short, sorted. */
export async function eventsOf(workflowId: string): Promise<string[]> {
	const events: string[] = [];
	for (const id of await client.executions(workflowId, 'success')) {
		const execution = await client.waitFor(id, ENDED_WITHIN_MS);
		for (const name of [POSTS, ACCOUNTS]) events.push(...itemsOf(execution, name).map(inShort));
	}
	return events.sort();
}
