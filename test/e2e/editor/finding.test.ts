/** How a person finds the node, and what it offers. */
import type { Locator } from 'playwright-core';
import codex from '../../../nodes/SocialPostScheduling/SocialPostScheduling.node.json';
import { chosenIn, closePanel, panelOf } from './support/form';
import { openNodesPanel, openNodesPanelOf, rowOf, searchFor } from './support/nodes-panel';
import { byTestId, testInEditor } from './support/page';

const NODE = 'Social Post Scheduling';
const DESCRIPTION = 'Upload media to a content library and schedule threads';
/** What the node can do, as the panel says it, with the fields that are then set in the form. */
const ACTIONS = [
	{ action: 'Complete media upload', resource: 'Media', operation: 'Complete Upload' },
	{ action: 'Get many media files', resource: 'Media', operation: 'Get Many' },
	{ action: 'Upload media from binary data', resource: 'Media', operation: 'Upload Binary' },
	{ action: 'Upload media from URL', resource: 'Media', operation: 'Upload From URL' },
	{ action: 'Get many media labels', resource: 'Media Label', operation: 'Get Many' },
	{ action: 'Get profile', resource: 'Profile', operation: 'Get' },
	{ action: 'Get many social accounts', resource: 'Social Account', operation: 'Get Many' },
	{ action: 'Schedule tweet', resource: 'Tweet', operation: 'Schedule' },
];

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
	await panel.getByText(`Actions (${ACTIONS.length})`).waitFor();
}

testInEditor('its actions are listed by resource', async (page) => {
	await listActions(await openNodesPanel(page));
	const words = (await byTestId(page, 'node-creator').innerText()).split('\n').map((line) => line.trim());
	const shown = words.slice(words.indexOf('MEDIA ACTIONS'));
	expect(shown.slice(0, ACTIONS.length + 5)).toEqual([
		'MEDIA ACTIONS',
		'Complete media upload',
		'Get many media files',
		'Upload media from binary data',
		'Upload media from URL',
		'MEDIA LABEL ACTIONS',
		'Get many media labels',
		'PROFILE ACTIONS',
		'Get profile',
		'SOCIAL ACCOUNT ACTIONS',
		'Get many social accounts',
		'TWEET ACTIONS',
		'Schedule tweet',
	]);
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
