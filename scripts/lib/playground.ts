/** An n8n that stays open for a person: the examples are in it, and all that their notes ask for is there. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serveFeed, type FeedEntry } from './feed';
import type { Lifetime } from './lifetime';
import { OWNER, type N8nClient } from './n8n-client';
import { EXAMPLES, MEDIA } from './paths';
import { choosePort } from './ports';
import type { Stage } from './stage';
import { table } from './table';
import { inNodeParameters, readExample, SET_UP, type CredentialReference, type Filling } from './workflows';

/** What callers of the examples must know. It opens only an n8n that listens on this machine. */
const UPLOAD_KEY = { name: 'X-Upload-Key', value: 'only-for-the-demo' };
const MCP_TOKEN = 'only-for-the-demo';
/** Port of the feed when nobody says otherwise. */
const FEED_PORT = 4602;
const FEED: FeedEntry[] = [
	{ title: 'Balloons over the meadow', guid: 'entry-1', file: 'balloons.png', mimeType: 'image/png' },
	{ title: 'A take-off', guid: 'entry-2', file: 'take-off.mp4', mimeType: 'video/mp4' },
];
/** Files for the example that takes one of the library which is in no post yet. */
const UNUSED_FILES = 1;
const PICTURE = join(MEDIA, 'balloons.png');
const SAMPLES = [PICTURE, join(MEDIA, 'take-off.mp4'), join(EXAMPLES, 'posts.csv')];

/** Puts the files of the examples into the folder that n8n may read. */
export function copySamples(folder: string): void {
	mkdirSync(folder, { recursive: true });
	for (const sample of SAMPLES) copyFileSync(sample, join(folder, basename(sample)));
}

/** The examples that wait for a caller, and how to call each. */
function callsOf(n8nUrl: string, filesFolder: string): Record<string, string> {
	const { name, value } = UPLOAD_KEY;
	const picture = join(filesFolder, basename(PICTURE));
	return {
		'form-to-thread.json': `open ${n8nUrl}/form/schedule-a-post`,
		'webhook-to-library.json': `curl -H '${name}: ${value}' -F 'file=@${picture}' ${n8nUrl}/webhook/library`,
		'agent-tool.json': `MCP server ${n8nUrl}/mcp/social-posts, bearer token ${MCP_TOKEN}`,
	};
}

/** What of a stage goes into the examples. */
interface FilledStage {
	client: Pick<N8nClient, 'saveCredential'>;
	credential: CredentialReference;
	n8n: { url: string };
}

/** The credentials, the folder, the feed and the addresses that stand in the place of the examples' placeholders. */
export async function fillingFor(
	{ client, credential, n8n }: FilledStage,
	filesFolder: string,
	feedUrl: string,
): Promise<Filling> {
	const header = { name: 'Key of the upload webhook', type: 'httpHeaderAuth', data: { ...UPLOAD_KEY } };
	const bearer = { name: 'Token of the MCP server', type: 'httpBearerAuth', data: { token: MCP_TOKEN } };
	return {
		credential,
		mediaFolder: filesFolder,
		otherCredentials: {
			httpHeaderAuth: await client.saveCredential(header),
			httpBearerAuth: await client.saveCredential(bearer),
		},
		replace: {
			...SET_UP,
			'https://example.com/feed.xml': feedUrl,
			'https://your-n8n': n8n.url,
			'X-Upload-Key: …': `${UPLOAD_KEY.name}: ${UPLOAD_KEY.value}`,
			'@balloons.png': `@${inNodeParameters(filesFolder)}/balloons.png`,
		},
	};
}

/** What of a stage is furnished. */
interface FurnishedStage extends FilledStage {
	client: Pick<N8nClient, 'saveCredential' | 'workflowIds' | 'createWorkflow' | 'publish'>;
	n8n: Pick<Stage['n8n'], 'url' | 'log'>;
	sandbox: Pick<Stage['sandbox'], 'baseUrl' | 'keys' | 'control'>;
}

/**
 * Imports the examples that this n8n does not have yet, those that wait for a caller as published ones, and puts a file into
 * the library that no post uses. Gives what a person wants to know.
 */
export async function furnish(
	stage: FurnishedStage,
	filesFolder: string,
	lifetime: Pick<Lifetime, 'add'>,
): Promise<string[]> {
	const { client, n8n, sandbox } = stage;
	const feed = await serveFeed(FEED, await choosePort(FEED_PORT, 'the feed of the examples'));
	lifetime.add({ end: feed.close });
	await sandbox.control.fillLibrary(UNUSED_FILES);
	const filling = await fillingFor(stage, filesFolder, feed.url);
	const calls = callsOf(n8n.url, filesFolder);
	const examples: string[][] = [];
	for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
		const workflow = readExample(file, filling);
		const [known] = await client.workflowIds(workflow.name);
		const id = known ?? (await client.createWorkflow(workflow));
		const call = calls[file];
		if (call !== undefined && known === undefined) await client.publish(id);
		examples.push([workflow.name, `${n8n.url}/workflow/${id}`, call ?? 'press "Execute workflow"']);
	}
	return [
		...table([
			['Editor', `${n8n.url}/home/workflows`, `sign in with ${OWNER.email} and ${OWNER.password}`],
			['Sandbox', `${sandbox.baseUrl}/`, `its explorer: ${sandbox.baseUrl}/gql`],
			['API key', sandbox.keys.paid, 'of the sandbox; it is in the credential already'],
			['Files', filesFolder, 'the folder that n8n may read; the next start of the demo empties it'],
			['Process', String(process.pid), `n8n's log: ${n8n.log}`],
		]),
		'',
		'The examples:',
		...table(examples),
	];
}
