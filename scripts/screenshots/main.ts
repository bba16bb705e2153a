/** `npm run screenshots`: makes the pictures of README and docs/ again, from real n8n and the sandbox as they are now. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from '../bootstrap/progress.mjs';
import { openBrowser, openSignedIn } from '../lib/browser';
import { claim } from '../lib/claim';
import { runCommand, type Lifetime } from '../lib/lifetime';
import { ensureN8nInstalled } from '../lib/n8n-install';
import { buildAndInstall } from '../lib/package';
import { CACHE, IMAGES, MEDIA, emptyFolder } from '../lib/paths';
import { runExample } from '../lib/run-example';
import { setStage } from '../lib/stage';
import { chain, manualTrigger, ourNode } from '../lib/workflow-builder';
import { readExample } from '../lib/workflows';
import { pictureCanvas, pictureCredential, pictureNode, pictureTable } from './editor';
import { ErrorPictures } from './errors';

const EXAMPLE = 'picture-to-post.json';
/** What the sandbox shows on its page: files of both kinds, and a thread. */
const SHOWN_IN_SANDBOX = 'picture-and-video-thread.json';
/** A folder for files that only some pictures need. */
const FILES = join(CACHE, 'screenshots-files');
/** Size of the window for the sandbox's page, in pixels. */
const SANDBOX_SIZE = { width: 1200, height: 800 };
/** Whether each video of a page has its first frame (`HAVE_CURRENT_DATA`). */
const VIDEOS_LOADED = '[...document.querySelectorAll("video")].every(({ readyState }) => readyState >= 2)';
/** Milliseconds that the page gets to load its pictures, and to paint the first frame of its video. */
const LOADED_MS = 2500;

async function takePictures(lifetime: Lifetime): Promise<number> {
	claim('screenshots', 'npm run screenshots', lifetime);
	await ensureN8nInstalled();
	mkdirSync(IMAGES, { recursive: true });
	emptyFolder(FILES);
	const stage = await setStage({
		lifetime,
		name: 'screenshots',
		mediaFolder: MEDIA,
		install: buildAndInstall,
		fresh: true,
		settings: { N8N_RESTRICT_FILE_ACCESS_TO: [MEDIA, FILES].join(';') },
	});
	const { client, credential, n8n, sandbox } = stage;
	const workflowId = await client.createWorkflow(readExample(EXAMPLE, { credential, mediaFolder: MEDIA }));
	await withProgress({ title: 'Taking pictures' }, async () => {
		const context = await openSignedIn(await openBrowser(lifetime), n8n.url);
		const page = await context.newPage();
		await pictureCanvas(page, `${n8n.url}/workflow/${workflowId}`, 'workflow.png');
		await pictureNode(page, 'Schedule Post', 'schedule.png');
		await pictureCredential(page, n8n.url, credential.name);
		sandbox.control.reset();
		await runExample(stage, SHOWN_IN_SANDBOX, MEDIA);
		await page.setViewportSize(SANDBOX_SIZE);
		await page.goto(`${sandbox.baseUrl}/`);
		await page.locator('video').first().waitFor();
		await page.waitForFunction(VIDEOS_LOADED);
		await page.waitForTimeout(LOADED_MS);
		await page.screenshot({ path: join(IMAGES, 'sandbox.png'), animations: 'disabled', fullPage: true });
		const check = ourNode('Check', { resource: 'api', operation: 'check' }, credential);
		const checkId = await client.createWorkflow(chain('Check', [manualTrigger, check]));
		await pictureTable(page, `${n8n.url}/workflow/${checkId}`, 'Check', 'api-check.png');
		const errors = new ErrorPictures(page, stage, FILES);
		await errors.key();
		await errors.inDoubt();
		await errors.branch();
		await errors.uploadLimit();
	});
	console.log(`The pictures are in ${IMAGES}`);
	return 0;
}

export async function main(): Promise<void> {
	await runCommand(takePictures);
}
