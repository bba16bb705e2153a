/** `npm run screenshots`: makes the pictures of the README again, from real n8n and the sandbox as they are now. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from '../bootstrap/progress.mjs';
import { openBrowser, openSignedIn } from '../lib/browser';
import { runCommand, type Lifetime } from '../lib/lifetime';
import { ensureN8nInstalled } from '../lib/n8n-install';
import { buildAndInstall } from '../lib/package';
import { IMAGES, MEDIA } from '../lib/paths';
import { setStage } from '../lib/stage';
import { readExample } from '../lib/workflows';
import { pictureCredential, pictureOperations, pictureWorkflow } from './editor';

const EXAMPLE = 'picture-and-video-thread.json';
/** Size of the window for the sandbox's page, in pixels. */
const SANDBOX_SIZE = { width: 1200, height: 800 };
/** Milliseconds that the page gets to load its pictures and the first frame of its video. */
const LOADED_MS = 2500;

async function takePictures(lifetime: Lifetime): Promise<number> {
	await ensureN8nInstalled();
	mkdirSync(IMAGES, { recursive: true });
	const stage = await setStage({
		lifetime,
		name: 'screenshots',
		mediaFolder: MEDIA,
		install: buildAndInstall,
		fresh: true,
	});
	const { client, credential, n8n, sandbox } = stage;
	const workflowId = await client.createWorkflow(readExample(EXAMPLE, { credential, mediaFolder: MEDIA }));
	await withProgress({ title: 'Taking pictures' }, async () => {
		const context = await openSignedIn(await openBrowser(lifetime), n8n.url);
		const page = await context.newPage();
		await pictureWorkflow(page, `${n8n.url}/workflow/${workflowId}`);
		await pictureOperations(page);
		await pictureCredential(page, n8n.url, credential.name);
		await page.setViewportSize(SANDBOX_SIZE);
		await page.goto(`${sandbox.baseUrl}/`);
		await page.waitForTimeout(LOADED_MS);
		await page.screenshot({ path: join(IMAGES, 'sandbox.png'), animations: 'disabled', fullPage: true });
	});
	console.log(`The pictures are in ${IMAGES}`);
	return 0;
}

export async function main(): Promise<void> {
	await runCommand(takePictures);
}
