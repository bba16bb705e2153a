/** The form of an open node. */
import type { Locator, Page } from 'playwright-core';
import { byTestId } from './page';

/** The panel of the node that is open: its input, its form and its output. */
export const panelOf = (page: Page): Locator => byTestId(page, 'ndv');

/** Closes the open node, back to the canvas. */
export async function closePanel(page: Page): Promise<void> {
	await byTestId(page, 'ndv-close-button').click();
	await panelOf(page).waitFor({ state: 'hidden' });
}

/** A field, by its name in the workflow. */
export const fieldOf = (place: Page | Locator, name: string): Locator => byTestId(place, `parameter-input-${name}`);

/** What a list shows as chosen. */
export async function chosenIn(place: Page | Locator, name: string): Promise<string> {
	return await fieldOf(place, name).locator('input').inputValue();
}
