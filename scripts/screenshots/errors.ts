/** Workflows that end with an error, and the pictures of what n8n's editor shows of it. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { EXAMPLES, MEDIA } from '../lib/paths';
import type { Stage } from '../lib/stage';
import {
	chain,
	manualTrigger,
	ourNode,
	readFiles,
	scheduleTweet,
	uploadBinary,
	type Node,
} from '../lib/workflow-builder';
import { CREDENTIAL_TYPE, readExample } from '../lib/workflows';
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
		const credential = await client.saveCredential(old);
		await this.picture('error-key.png', ourNode(FAILING, { resource: 'profile', operation: 'get' }, credential));
	}

	/** The upload limit in the middle of a run. */
	async uploadLimit(): Promise<void> {
		const { credential, sandbox } = this.stage;
		const week = join(this.folder, 'week');
		mkdirSync(week, { recursive: true });
		for (const file of FILES) copyFileSync(join(MEDIA, 'balloons.png'), join(week, file));
		const upload = ourNode(FAILING, uploadBinary({ options: { simultaneousUploads: 1 } }), credential);
		sandbox.control.leaveBudget('uploads', UPLOADS_LEFT);
		await this.picture('error-upload-limit.png', readFiles(join(week, '*.png')), upload);
	}

	/** The answer to a post is lost: the service has it, and the node, set not to look, cannot know. */
	async inDoubt(): Promise<void> {
		const { credential, sandbox } = this.stage;
		const options = { duplicateCheck: 'never' };
		const parameters = { ...scheduleTweet([{ text: 'The season begins on Saturday.' }]), options };
		sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
		await this.picture('error-in-doubt.png', ourNode(FAILING, parameters, credential));
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

	/** @param nodes in a row; the last one fails */
	private async picture(name: string, ...nodes: Node[]): Promise<void> {
		const { client, n8n } = this.stage;
		const id = await client.createWorkflow(chain(name, [manualTrigger, ...nodes]));
		await pictureError(this.page, `${n8n.url}/workflow/${id}`, FAILING, name);
	}
}
