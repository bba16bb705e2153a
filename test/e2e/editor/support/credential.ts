/** The window in which a person enters a credential. */
import type { Locator, Page } from 'playwright-core';
import { asObject, asText } from '../../../../scripts/lib/json';
import { n8nUrl } from '../../support/n8n';
import { fieldOf } from './form';
import { byTestId } from './page';

const TYPE = 'Social Post Scheduling API';

export interface Entered {
	apiKey?: string;
	baseUrl?: string;
}

/** What n8n says after it has tested a credential. */
export interface Verdict {
	isGreen: boolean;
	/** Every word that is shown about it. */
	words: string;
}

export const windowOf = (page: Page): Locator => byTestId(page, 'editCredential-modal');
export const inputOf = (page: Page, name: keyof Entered): Locator => fieldOf(windowOf(page), name).locator('input');

/** Chooses the type in the list of all credentials, which opens an empty window. */
export async function openNewCredential(page: Page): Promise<void> {
	await page.goto(`${n8nUrl}/home/credentials`);
	await byTestId(page, 'add-resource-credential').first().click();
	await byTestId(page, 'new-credential-type-select').locator('input').fill(TYPE);
	await byTestId(page, 'new-credential-type-select-option').filter({ hasText: TYPE }).click();
	await byTestId(page, 'new-credential-type-button').click();
	await windowOf(page).waitFor();
}

/** Opens a saved credential in the list of all credentials. */
export async function openCredential(page: Page, name: string): Promise<void> {
	await page.goto(`${n8nUrl}/home/credentials`);
	await byTestId(page, 'resources-list-item').getByText(name, { exact: true }).click();
	await windowOf(page).waitFor();
}

/** Types into the fields, saves, and reads what n8n's test says. */
export async function enter(page: Page, entered: Entered): Promise<Verdict> {
	if (entered.apiKey !== undefined) await inputOf(page, 'apiKey').fill(entered.apiKey);
	if (entered.baseUrl !== undefined) await inputOf(page, 'baseUrl').fill(entered.baseUrl);
	const answered = page.waitForResponse((response) => response.url().endsWith('/rest/credentials/test'));
	// Until the editor has seen what was entered, "Saved" stands in its place.
	await windowOf(page).getByRole('button', { name: 'Save', exact: true }).click();
	const { data } = asObject(await (await answered).json());
	const { status, message } = asObject(data);
	if (status === 'OK') {
		const success = byTestId(windowOf(page), 'credentials-config-container-test-success');
		await success.waitFor();
		return { isGreen: true, words: await success.innerText() };
	}
	await windowOf(page).getByText('Couldn’t connect with these settings').waitFor();
	// Once opened, the details stay open for the next test.
	const more = windowOf(page).getByText('More details');
	if (await more.isVisible()) await more.click();
	const details = windowOf(page).getByText(asText(message), { exact: true });
	await details.waitFor();
	return { isGreen: false, words: await details.innerText() };
}
