/** The node as a tool: found among the tools, with a form in which the model may fill in what a person leaves open. */
import type { Locator, Page } from 'playwright-core';
import { asObject, asText } from '../../../scripts/lib/json';
import { ended, n8nUrl } from '../support/n8n';
import { resetService, stateOfService } from '../support/service';
import { choose, chosenIn, fieldOf, panelOf } from './support/form';
import { openNodesPanelOf, rowOf, searchFor } from './support/nodes-panel';
import { byTestId, testInEditor } from './support/page';
import { nodeOnCanvas, openNode, saveToolWorkflow, SERVER, TOOL } from './support/workflow';

beforeEach(resetService);

testInEditor('it is found among the tools of an MCP server, and its form is that of the operation', async (page) => {
	await page.goto(`${n8nUrl}/workflow/${await saveToolWorkflow()}`);
	// n8n loads the panel when it is opened for the first time, and then may show all nodes for AI instead of the tools.
	await openNodesPanelOf(page);
	await page.keyboard.press('Escape');
	await byTestId(page, 'node-creator').waitFor({ state: 'hidden' });
	await byTestId(nodeOnCanvas(page, SERVER), 'canvas-handle-plus').click();
	const panel = byTestId(page, 'node-creator');
	await panel.getByText('Recommended Tools').waitFor();
	await searchFor(panel, 'Social Post');
	await rowOf(panel, 'Social Post Scheduling Tool').click();
	await panelOf(page).waitFor();
	expect(await byTestId(page, 'node-title-container').innerText()).toBe('Schedule tweet in Social Post Scheduling');
	expect(await chosenIn(page, 'descriptionType')).toBe('Set Automatically');
	expect([await chosenIn(page, 'resource'), await chosenIn(page, 'operation')]).toEqual(['Tweet', 'Schedule']);
	await choose(page, 'descriptionType', 'Set Manually');
	await fieldOf(page, 'toolDescription').waitFor();
});

/** The button of a field that leaves it to the model. */
const letModelDefine = (page: Page, name: string): Locator =>
	byTestId(page, 'parameter-item')
		.filter({ has: fieldOf(page, name) })
		.last()
		.locator('[data-test-id="from-ai-override-button"]');

/** What is left to the model here, and what it gives. */
const GIVEN = [
	{ field: 'username', asked: 'Account', value: '@balloon_club' },
	{ field: 'postAt', asked: 'Post_At', value: '2035-05-04T07:30:00+02:00' },
	{ field: 'text', asked: 'Text', value: 'The season begins.' },
];

/** Runs the tool by hand: n8n asks for what the model would give. */
async function tryTool(page: Page): Promise<string[]> {
	await byTestId(panelOf(page), 'node-execute-button').click();
	const dialog = page.getByRole('dialog').filter({ hasText: `Test ${TOOL}` });
	const inputs = byTestId(dialog, 'from-ai-parameters-modal-inputs');
	await inputs.waitFor();
	const asked = (await inputs.innerText()).split('\n').map((line) => line.replace(' *', ''));
	for (const [place, { value }] of GIVEN.entries()) await inputs.locator('input, textarea').nth(place).fill(value);
	const begun = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/run'));
	await dialog.getByRole('button', { name: 'Execute step' }).click();
	await ended(asText(asObject(asObject(await (await begun).json()).data).executionId));
	return asked;
}

testInEditor('account, time and text can be left to the model, and the tool can be tried by hand', async (page) => {
	await page.goto(`${n8nUrl}/workflow/${await saveToolWorkflow({ withTool: true })}`);
	await openNode(page, TOOL);
	for (const [place, { field }] of GIVEN.entries()) {
		await letModelDefine(page, field).click();
		const left = byTestId(panelOf(page), 'fromAI-override-field').nth(place);
		await left.getByText('Defined automatically by the model').waitFor();
	}
	expect(await tryTool(page)).toEqual(GIVEN.map(({ asked }) => asked));
	const { posts } = await stateOfService();
	const made = posts.map(({ username, postAt, submissions }) => [
		username,
		postAt,
		submissions.map(({ text }) => text),
	]);
	expect(made).toEqual([['balloon_club', '2035-05-04T05:30:00.000Z', ['The season begins.']]]);
});
