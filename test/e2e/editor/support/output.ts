/** The output of an open node, as a person gets it with "Execute step". */
import type { Locator, Page } from 'playwright-core';
import { asObject, asText } from '../../../../scripts/lib/json';
import { ended } from '../../support/n8n';
import { panelOf } from './form';
import { byTestId } from './page';

/** With which the view as JSON is indented. */
const NO_BREAK_SPACE = '\u00a0';

/** The editor takes over what was typed a moment later, in milliseconds; a person does not click sooner. */
const TAKEN_OVER_AFTER_MS = 1_000;

export const outputOf = (page: Page): Locator => byTestId(page, 'output-panel');

/** Runs the open node and what comes before it, and waits until the editor shows how it ended. */
export async function executeStep(page: Page): Promise<void> {
	await page.waitForTimeout(TAKEN_OVER_AFTER_MS);
	const begun = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/run'));
	await byTestId(panelOf(page), 'node-execute-button').click();
	await ended(asText(asObject(asObject(await (await begun).json()).data).executionId));
	// Until n8n shows how it ended, the output may be that of the run before.
	await byTestId(panelOf(page), 'node-execute-button').and(page.locator(':enabled')).waitFor();
	const shown = byTestId(outputOf(page), 'node-run-info').or(byTestId(outputOf(page), 'node-error-message'));
	await shown.first().waitFor();
}

/** The output as JSON, as far as n8n shows it: of a long one the beginning alone. */
export async function textShown(page: Page): Promise<string> {
	await outputOf(page).getByText('JSON', { exact: true }).click();
	const shown = outputOf(page).locator('.vjs-tree');
	await shown.waitFor();
	return (await shown.innerText()).replaceAll(NO_BREAK_SPACE, ' ');
}

/** The items of a short output. */
export async function itemsShown(page: Page): Promise<unknown> {
	return JSON.parse(await textShown(page)) as unknown;
}

/** An error as the panel shows it. */
export interface ShownError {
	message: string;
	description: string;
}

export async function errorShown(page: Page): Promise<ShownError> {
	const read = async (part: string): Promise<string> => await byTestId(outputOf(page), part).innerText();
	return { message: await read('node-error-message'), description: await read('node-error-description') };
}

/** What stands behind the error's details. */
export async function readDetails(page: Page): Promise<string> {
	const details = outputOf(page).getByText('From Social Post Scheduling');
	await details.click();
	return await outputOf(page).innerText();
}

/** Opens one of the two outputs of a node that sends failed items to an output of their own. */
export async function openOutput(page: Page, name: 'Success' | 'Error'): Promise<void> {
	await outputOf(page)
		.getByText(new RegExp(`^${name}`))
		.click();
}
