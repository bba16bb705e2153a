/** Workflows that end with an error, and the pictures of what n8n's editor shows of it. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { asText, type JsonObject } from '../lib/json';
import type { Workflow } from '../lib/n8n-client';
import { packageName } from '../lib/package';
import { EXAMPLES, MEDIA } from '../lib/paths';
import type { Stage } from '../lib/stage';
import { CREDENTIAL_TYPE, readExample, type CredentialReference } from '../lib/workflows';
import { pictureCanvas, pictureError } from './editor';

/** The node that fails. */
const FAILING = 'Social Post Scheduling';
/** Names in the folder that the upload limit is reached with. */
const FILES = ['monday.png', 'tuesday.png', 'wednesday.png', 'thursday.png', 'friday.png'];
/** Uploads that are left of the budget: the third file meets the limit. */
const UPLOADS_LEFT = 2;
const BAD_ROWS = `balloon_club,2020-05-04T07:30:00,Too late,balloons.png
balloon_club,2035-05-07T07:30:00,With a file that is not there,lost.png
`;

function node(name: string, type: string, typeVersion: number, parameters: JsonObject, place: number): JsonObject {
	return { id: `node-${place}`, name, type, typeVersion, parameters, position: [place * 240, 0] };
}

/** A workflow of nodes in a row that starts by hand and ends with the node of this package. */
function workflow(
	name: string,
	parameters: JsonObject,
	credential: CredentialReference,
	before: JsonObject[] = [],
): Workflow {
	const nodes: JsonObject[] = [
		node('When you click Execute', 'n8n-nodes-base.manualTrigger', 1, {}, 0),
		...before,
		{
			...node(FAILING, `${packageName()}.socialPostScheduling`, 1, parameters, before.length + 1),
			credentials: { [CREDENTIAL_TYPE]: credential },
		},
	];
	const connections: JsonObject = {};
	for (const [index, { name: next }] of nodes.slice(1).entries()) {
		connections[asText(nodes[index]?.name)] = { main: [[{ node: next, type: 'main', index: 0 }]] };
	}
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Takes pictures of errors, one after the other, each in a workflow of its own. */
export class ErrorPictures {
	constructor(
		private readonly page: Page,
		private readonly stage: Stage,
		/** A folder that n8n may read. */
		private readonly folder: string,
	) {}

	/** HTTP 401: a key that the service does not know. */
	async key(): Promise<void> {
		const { client, sandbox } = this.stage;
		const data = { apiKey: 'replaced-by-a-newer-key', baseUrl: sandbox.baseUrl };
		const old = { name: 'Account with an old key', type: CREDENTIAL_TYPE, data };
		const parameters = { resource: 'profile', operation: 'get' };
		await this.picture(workflow('Old key', parameters, await client.saveCredential(old)), 'error-key.png');
	}

	/** The upload limit in the middle of a run. */
	async uploadLimit(): Promise<void> {
		const { credential, sandbox } = this.stage;
		const week = join(this.folder, 'week');
		mkdirSync(week, { recursive: true });
		for (const file of FILES) copyFileSync(join(MEDIA, 'balloons.png'), join(week, file));
		const fileSelector = `${week.replaceAll('\\', '/')}/*.png`;
		const read = node('Read Files', 'n8n-nodes-base.readWriteFile', 1.1, { fileSelector, options: {} }, 1);
		const parameters = { resource: 'media', operation: 'uploadBinary', options: { simultaneousUploads: 1 } };
		sandbox.control.leaveBudget('uploads', UPLOADS_LEFT);
		await this.picture(workflow('A week', parameters, credential, [read]), 'error-upload-limit.png');
	}

	/** The answer to a post is lost: the service has it, and the node cannot know. */
	async inDoubt(): Promise<void> {
		const { credential, sandbox } = this.stage;
		const parameters = {
			resource: 'tweet',
			operation: 'schedule',
			username: { __rl: true, mode: 'name', value: 'balloon_club' },
			postAt: '2035-05-04T07:30:00',
			thread: { tweet: [{ text: 'The season begins on Saturday.' }] },
		};
		sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
		await this.picture(workflow('Lost answer', parameters, credential), 'error-in-doubt.png');
	}

	/** Good and bad rows on their ways. */
	async branch(): Promise<void> {
		const { client, credential, n8n } = this.stage;
		const rows = readFileSync(join(EXAMPLES, 'posts.csv'), 'utf8') + BAD_ROWS;
		writeFileSync(join(this.folder, 'posts.csv'), rows);
		const example = readExample('spreadsheet-of-posts.json', { credential, mediaFolder: this.folder });
		const id = await client.createWorkflow(example);
		await pictureCanvas(this.page, `${n8n.url}/workflow/${id}`, 'error-branch.png');
	}

	private async picture(workflow: Workflow, name: string): Promise<void> {
		const { client, n8n } = this.stage;
		const id = await client.createWorkflow(workflow);
		await pictureError(this.page, `${n8n.url}/workflow/${id}`, FAILING, name);
	}
}
