/** Pictures of n8n's editor. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { IMAGES, MEDIA } from '../lib/paths';
import { PLACEHOLDER_FOLDER } from '../lib/workflows';

/** Milliseconds that the editor gets to come to rest: its panels and notes slide and fade for about half a second. */
const REST_MS = 1500;
/** Milliseconds until the workflow has run; it takes one or two seconds. */
const RUN_MS = 60_000;

/** Sizes of the window in pixels: as low as shows everything that the picture is about. */
const SIZE = {
	canvas: { width: 1280, height: 560 },
	node: { width: 1440, height: 1130 },
	credential: { width: 1280, height: 760 },
	error: { width: 1600, height: 510 },
	check: { width: 1600, height: 650 },
};

/** The neighbours of a node peep over the edge of its panel, and messages slide over it: both would be cut in half. */
const HIDDEN = '[data-test-id="floating-nodes"], .el-notification { display: none !important; }';

const byTestId = (page: Page, id: string): Locator => page.locator(`[data-test-id="${id}"]`);

/** Saves what the window shows, or only a part of it. */
async function save(page: Page, name: string, part: Page | Locator = page): Promise<void> {
	// A mouse that rests on something makes it look different, and a field in focus blinks.
	await page.mouse.move(0, 0);
	await page.waitForTimeout(REST_MS);
	await part.screenshot({ path: join(IMAGES, name), animations: 'disabled', caret: 'hide', style: HIDDEN });
}

/** Opens a workflow, runs it as a person does, and takes the picture of the canvas. */
export async function pictureCanvas(page: Page, address: string, name: string): Promise<void> {
	await page.setViewportSize(SIZE.canvas);
	await page.goto(address);
	await byTestId(page, 'canvas-node').first().waitFor();
	await byTestId(page, 'execute-workflow-button').first().click();
	await page.getByText('Workflow executed successfully').waitFor({ timeout: RUN_MS });
	await page.getByText('Workflow executed successfully').waitFor({ state: 'hidden', timeout: RUN_MS });
	await byTestId(page, 'zoom-to-fit').click();
	await save(page, name);
}

/** Opens a node of the workflow that has just run, and takes the picture of its panel: the file that it got, and its output as JSON. */
export async function pictureNode(page: Page, node: string, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
	await byTestId(page, 'ndv').waitFor();
	await page.setViewportSize(SIZE.node);
	const input = byTestId(page, 'ndv-input-panel');
	await input.getByText('Binary', { exact: true }).click();
	// The folder as it is called in the example, not as this machine has it.
	await input.getByText(MEDIA, { exact: true }).evaluate((element, textContent) => {
		Object.assign(element, { textContent });
	}, PLACEHOLDER_FOLDER);
	await byTestId(page, 'output-panel').getByText('JSON', { exact: true }).click();
	await save(page, name, byTestId(page, 'ndv'));
	await page.keyboard.press('Escape');
	await byTestId(page, 'ndv').waitFor({ state: 'hidden' });
	await page.setViewportSize(SIZE.canvas);
	await page.waitForTimeout(REST_MS);
}

/** The credential, tested green. */
export async function pictureCredential(page: Page, n8nUrl: string, name: string): Promise<void> {
	await page.setViewportSize(SIZE.credential);
	await page.goto(`${n8nUrl}/home/credentials`);
	await page.getByText(name).first().click();
	await page.getByText('Connection tested successfully').waitFor();
	await save(page, 'credential.png');
}

/** Opens a node of a workflow, runs it as a person does, and takes the picture of the error that it ends with. */
export async function pictureError(page: Page, address: string, node: string, name: string): Promise<void> {
	await page.setViewportSize(SIZE.error);
	await page.goto(address);
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
	await byTestId(page, 'node-execute-button').click();
	await byTestId(page, 'node-error-message').waitFor({ timeout: RUN_MS });
	await save(page, name, byTestId(page, 'output-panel'));
}

/** Opens a node of a workflow, runs it as a person does, and takes the picture of its output as a table. */
export async function pictureTable(page: Page, address: string, node: string, name: string): Promise<void> {
	await page.setViewportSize(SIZE.check);
	await page.goto(address);
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
	await byTestId(page, 'node-execute-button').click();
	const output = byTestId(page, 'output-panel');
	await byTestId(page, 'node-run-info').or(output.getByText('items')).first().waitFor({ timeout: RUN_MS });
	await output.getByText('Table', { exact: true }).click();
	await save(page, name, output);
}
