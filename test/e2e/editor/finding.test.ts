/** How a person finds the node, and what it offers. */
import type { Locator } from 'playwright-core';
import { RESOURCES } from '../../../nodes/SocialPostScheduling/resources';
import codex from '../../../nodes/SocialPostScheduling/SocialPostScheduling.node.json';
import { SocialPostSchedulingTrigger } from '../../../nodes/SocialPostSchedulingTrigger/SocialPostSchedulingTrigger.node';
import { chosenIn, closePanel, panelOf } from './support/form';
import { openNodesPanel, openNodesPanelOf, rowOf, searchFor } from './support/nodes-panel';
import { byTestId, testInEditor } from './support/page';

const NODE = 'Social Post Scheduling';
/** In an empty workflow n8n shows a node and its trigger as one, with the words of the trigger. */
const { description: DESCRIPTION } = new SocialPostSchedulingTrigger().description;
/** What the node can do, as the panel says it, with the fields that are then set in the form. */
const ACTIONS = RESOURCES.flatMap(({ name: resource, operations }) =>
	operations.map(({ name: operation, action }) => ({ action, resource, operation })),
);
/** The panel's list: a headline for each resource, and its actions. */
const LIST = RESOURCES.flatMap(({ name, operations }) => [
	`${name.toUpperCase()} ACTIONS`,
	...operations.map(({ action }) => action),
]);

testInEditor('by its name and by every alias', async (page) => {
	const panel = await openNodesPanel(page);
	for (const words of [NODE, 'scheduling', ...codex.alias]) {
		await searchFor(panel, words);
		await rowOf(panel, NODE).waitFor();
	}
	await searchFor(panel, NODE);
	expect(await byTestId(rowOf(panel, NODE), 'node-creator-item-description').innerText()).toBe(DESCRIPTION);
});

/** Finds the node in the panel and opens the list of what it can do. */
async function listActions(panel: Locator): Promise<void> {
	await searchFor(panel, NODE);
	await rowOf(panel, NODE).click();
	const headline = panel.getByText(`Actions (${ACTIONS.length})`);
	await headline.waitFor();
	// In an empty workflow the triggers come first, and the actions are folded.
	const [{ action } = { action: '' }] = ACTIONS;
	if (!(await panel.getByText(action, { exact: true }).isVisible())) await headline.click();
}

testInEditor('its actions are listed by resource', async (page) => {
	const panel = await openNodesPanel(page);
	await listActions(panel);
	// n8n shows a long list piece by piece.
	await panel.getByText(LIST.at(-1) ?? '', { exact: true }).waitFor();
	const words = (await byTestId(page, 'node-creator').innerText()).split('\n').map((line) => line.trim());
	const first = words.indexOf(LIST[0] ?? '');
	expect(words.slice(first, first + LIST.length)).toEqual(LIST);
});

testInEditor('an action opens the form of its operation', async (page) => {
	let panel = await openNodesPanel(page);
	for (const { action, resource, operation } of ACTIONS) {
		await listActions(panel);
		await panel.getByText(action, { exact: true }).click();
		await panelOf(page).waitFor();
		expect(await byTestId(page, 'node-title-container').innerText()).toBe(action);
		expect([await chosenIn(page, 'resource'), await chosenIn(page, 'operation')]).toEqual([resource, operation]);
		await closePanel(page);
		panel = await openNodesPanelOf(page);
	}
});
