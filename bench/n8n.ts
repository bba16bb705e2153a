/** The real n8n that runs the workflows, started again where a measurement wants a fresh process. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lifetime } from '../scripts/lib/lifetime';
import { N8nClient, type Workflow } from '../scripts/lib/n8n-client';
import { startN8n, type N8nServer } from '../scripts/lib/n8n-server';
import { CACHE } from '../scripts/lib/paths';
import { setStage, type Stage } from '../scripts/lib/stage';
import { TRIGGER } from '../scripts/lib/workflow-builder';
import { CREDENTIAL_TYPE, type CredentialReference } from '../scripts/lib/workflows';
import type { Sandbox } from '../sandbox/server';
import type { Folders } from './files';
import { Run } from './run';
import type { LeanService } from './service/lean';

const NAME = 'bench';
/** Folder of this n8n: database, settings, community packages. */
const USER_FOLDER = join(CACHE, NAME);
/** Milliseconds in which a workflow must have ended. */
const ENDED_WITHIN_MS = 120_000;

/** The credentials that the workflows use. */
export interface Credentials {
	/** Ours, for the sandbox and for the lean service. */
	readonly sandbox: CredentialReference;
	readonly lean: CredentialReference;
	/** The same key as HTTP Request takes it. */
	readonly header: CredentialReference;
}

/** A saved workflow. */
export interface Saved {
	readonly id: string;
	readonly name: string;
}

export class N8n {
	private constructor(
		private readonly lifetime: Lifetime,
		private readonly folders: Folders,
		readonly sandbox: Sandbox,
		readonly lean: LeanService,
		readonly credentials: Credentials,
		private server: N8nServer,
		private client: N8nClient,
	) {}

	/** @param install puts the packages into the user folder */
	static async open(
		lifetime: Lifetime,
		folders: Folders,
		lean: LeanService,
		install: (userFolder: string) => Promise<void>,
	): Promise<N8n> {
		const settings = settingsFor(folders);
		const stage = await setStage({ lifetime, name: NAME, mediaFolder: folders.files, install, fresh: true, settings });
		const { sandbox, n8n, client } = stage;
		return new N8n(lifetime, folders, sandbox, lean, await saveCredentials(stage, lean), n8n, client);
	}

	/** The process that runs the workflows. */
	get pid(): number {
		return this.server.pid;
	}

	async save(workflow: Workflow): Promise<Saved> {
		return { id: await this.client.createWorkflow(workflow), name: workflow.name };
	}

	/** Runs a workflow to its end, and removes the files that n8n kept of it. */
	async run({ id, name }: Saved): Promise<Run> {
		try {
			return new Run(name, await this.client.waitFor(await this.client.run(id, TRIGGER), ENDED_WITHIN_MS));
		} finally {
			for (const entry of readdirSync(this.folders.store)) rmSync(join(this.folders.store, entry), { recursive: true });
		}
	}

	/** A new process with the same database. */
	async restart(): Promise<void> {
		await this.server.stop();
		const { lifetime, folders } = this;
		const settings = settingsFor(folders);
		const where = { userFolder: USER_FOLDER, mediaFolder: folders.files, logName: `${NAME}.log` };
		this.server = await startN8n({ ...where, lifetime, settings });
		this.client = new N8nClient(this.server.url);
		await this.client.signIn();
	}
}

async function saveCredentials({ client, sandbox, credential }: Stage, lean: LeanService): Promise<Credentials> {
	const apiKey = sandbox.keys.paid;
	const toLean = { name: 'Lean service', type: CREDENTIAL_TYPE, data: { apiKey, baseUrl: lean.baseUrl } };
	const header = { name: 'Authorization', value: `Bearer ${apiKey}` };
	return {
		sandbox: credential,
		lean: await client.saveCredential(toLean),
		header: await client.saveCredential({ name: 'Key as header', type: 'httpHeaderAuth', data: header }),
	};
}

function settingsFor({ store }: Folders): NodeJS.ProcessEnv {
	return { N8N_STORAGE_PATH: store };
}
