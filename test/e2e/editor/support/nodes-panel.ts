/** The panel in which a person looks for nodes. */
import type { Locator, Page } from 'playwright-core';
import { n8nUrl } from '../../support/n8n';
import { byTestId } from './page';

/** Opens an empty workflow, and the panel in it. */
export async function openNodesPanel(page: Page): Promise<Locator> {
	await page.goto(`${n8nUrl}/workflow/new`);
	return await openNodesPanelOf(page);
}

/** Opens the panel of the workflow that the page shows. */
export async function openNodesPanelOf(page: Page): Promise<Locator> {
	await byTestId(page, 'node-creator-plus-button').first().click();
	const panel = byTestId(page, 'node-creator');
	await panel.waitFor();
	return panel;
}

/** The row of a node that the panel shows. */
export const rowOf = (panel: Locator, node: string): Locator =>
	byTestId(panel, 'item-iterator-item').filter({ has: panel.page().getByText(node, { exact: true }) });

export async function searchFor(panel: Locator, words: string): Promise<void> {
	await byTestId(panel, 'node-creator-search-bar').fill(words);
}
