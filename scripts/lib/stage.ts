/** The stage that the commands play on: the sandbox, and real n8n with a credential for it. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from '../bootstrap/progress.mjs';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { PlainFailure, type Lifetime } from './lifetime';
import { N8nClient } from './n8n-client';
import type { N8nInstall } from './n8n-install';
import { startN8n, type N8nServer } from './n8n-server';
import { CACHE } from './paths';
import { NODE_TYPE } from './workflow-builder';
import { CREDENTIAL_TYPE, type CredentialReference } from './workflows';

/** Ports that the sandbox uses when nobody says otherwise: the service, and the storage that uploads go to. */
const SANDBOX_PORTS = { api: 4600, upload: 4601 };
/** Milliseconds between two looks whether a post is due, while a person watches the sandbox's page. */
const PUBLISH_EVERY_MS = 1000;
/** Name of the credential in n8n; the examples use the same one. */
const CREDENTIAL_NAME = 'Social Post Scheduling account';

export interface StageOptions {
	lifetime: Lifetime;
	/** Name of the folder under .cache/ that holds this n8n, and of its log. */
	name: string;
	mediaFolder: string;
	/** Puts the package into the user folder. */
	install: (userFolder: string) => Promise<void>;
	/** Starts from an empty n8n instead of going on with the one of the last run. */
	fresh: boolean;
	/** More settings of n8n, or other ones. */
	settings?: NodeJS.ProcessEnv;
	/** Which n8n; the usual one where nothing is said. */
	program?: N8nInstall;
}

export interface Stage {
	/** The folder that holds `.n8n`: database, settings, stored files, community packages. */
	userFolder: string;
	sandbox: Sandbox;
	n8n: N8nServer;
	/** Signed in as the owner. */
	client: N8nClient;
	credential: CredentialReference;
}

/** Starts the sandbox in this process, at other ports where its usual ones are taken. */
async function openSandbox(lifetime: Lifetime): Promise<Sandbox> {
	const { api: port, upload: uploadPort } = SANDBOX_PORTS;
	const sandbox = await startSandbox({ port, uploadPort, anyPortIfTaken: true, publishEveryMs: PUBLISH_EVERY_MS });
	lifetime.add({ end: () => sandbox.close() });
	return sandbox;
}

/** Saves the credential for this sandbox, and lets n8n test it. */
async function prepareCredential(client: N8nClient, sandbox: Sandbox): Promise<CredentialReference> {
	const data = { apiKey: sandbox.keys.paid, baseUrl: sandbox.baseUrl };
	const wanted = { name: CREDENTIAL_NAME, type: CREDENTIAL_TYPE, data };
	const saved = await client.saveCredential(wanted);
	const test = await client.testCredential(saved.id, wanted);
	if (!test.ok) throw new PlainFailure(`n8n's test of the credential failed: ${test.message}`);
	return saved;
}

/** Where a person finds it. */
export function addressesOf({ n8n, sandbox }: Stage): string {
	return `Editor   ${n8n.url}\nSandbox  ${sandbox.baseUrl}/`;
}

/** Starts everything and waits until it can be used. */
export async function setStage(options: StageOptions): Promise<Stage> {
	const { lifetime, name, mediaFolder, install, fresh, settings, program } = options;
	const userFolder = join(CACHE, name);
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	await install(userFolder);
	const sandbox = await openSandbox(lifetime);
	const n8n = await withProgress({ title: fresh ? 'Starting n8n with an empty database' : 'Starting n8n' }, () =>
		startN8n({ userFolder, mediaFolder, logName: `${name}.log`, lifetime, settings, program }),
	);
	const client = new N8nClient(n8n.url);
	await client.signIn();
	const types = await client.nodeTypes();
	if (!types.includes(NODE_TYPE)) {
		throw new PlainFailure(`n8n did not load the package. Its log: ${n8n.log}`);
	}
	return { userFolder, sandbox, n8n, client, credential: await prepareCredential(client, sandbox) };
}
