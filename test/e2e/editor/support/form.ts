/** The form of an open node: a person types into its fields, chooses from its lists, and adds rows. */
import type { Locator, Page } from 'playwright-core';
import { byTestId } from './page';

/** The panel of the node that is open: its input, its form and its output. */
export const panelOf = (page: Page): Locator => byTestId(page, 'ndv');

/** Closes the open node, back to the canvas. */
export async function closePanel(page: Page): Promise<void> {
	await byTestId(page, 'ndv-close-button').click();
	await panelOf(page).waitFor({ state: 'hidden' });
}

/** A field, by its name in the workflow; where rows repeat it, that of a row. */
export const fieldOf = (page: Page | Locator, name: string, row = 0): Locator =>
	byTestId(page, `parameter-input-${name}`).nth(row);

/** What a list shows as chosen. */
export async function chosenIn(page: Page, name: string): Promise<string> {
	return await fieldOf(page, name).locator('input').inputValue();
}

/** Chooses from a list by what it says. */
export async function choose(page: Page, name: string, option: string, row = 0): Promise<void> {
	await fieldOf(page, name, row).locator('input').click();
	const rows = byTestId(page, 'parameter-input-item').filter({ visible: true });
	await rows.filter({ has: page.getByText(option, { exact: true }) }).click();
}

/** Chooses several from a list that comes from the service, by what it says, once it is there. */
export async function chooseSeveral(page: Page, name: string, options: readonly string[]): Promise<void> {
	await fieldOf(page, name).locator('input[role="combobox"]:not([disabled])').first().waitFor();
	await fieldOf(page, name).locator('.el-select').click();
	for (const option of options) {
		await page.locator('.el-select-dropdown__item').filter({ visible: true, hasText: option }).first().click();
	}
	await page.keyboard.press('Escape');
}

/** What n8n says where the list of a field could not be read. */
export async function problemOfList(page: Page, name: string): Promise<string> {
	await byTestId(fieldOf(page, name), 'parameter-issues').locator('svg').hover();
	return await page.getByText('There was a problem loading').filter({ visible: true }).first().innerText();
}

/** How a resource is chosen, such as "By Handle". */
export async function chooseMode(page: Page, name: string, mode: string, row = 0): Promise<void> {
	await byTestId(fieldOf(page, name, row), 'rlc-mode-selector')
		.locator('input')
		.click();
	await byTestId(page, `mode-${mode}`).filter({ visible: true }).click();
}

/** What n8n shows of a list of the service, once it is there. */
export async function openList(page: Page, name: string): Promise<Locator> {
	await byTestId(fieldOf(page, name), 'rlc-input').click();
	const entries = byTestId(page, 'rlc-item').filter({ visible: true });
	await entries.first().waitFor();
	return entries;
}

export async function chooseOperation(page: Page, resource: string, operation: string): Promise<void> {
	await choose(page, 'resource', resource);
	await choose(page, 'operation', operation);
}

const inputOf = (page: Page, name: string, row = 0): Locator =>
	fieldOf(page, name, row).locator('input:not([readonly]), textarea').first();

/** Waits until n8n keeps a value, which takes a second. What comes sooner, such as a further row, can undo it on a busy machine. */
const whenKept = (page: Page, inWorkflow: string) =>
	page.waitForRequest((request) => request.postData()?.includes(inWorkflow) ?? false);

/** Types another value into a field, and waits until n8n keeps it; where the field is one for numbers, that number. */
export async function type(page: Page, name: string, value: string | number, row = 0): Promise<void> {
	const kept = whenKept(page, `:${JSON.stringify(value)}`);
	const input = inputOf(page, name, row);
	await input.fill(String(value));
	// A field for numbers is read when it is left.
	await input.blur();
	await kept;
}

/** Types a date and a time into the field above n8n's calendar, and takes it. */
export async function typeTime(page: Page, name: string, text: string): Promise<void> {
	await inputOf(page, name).fill(text);
	await page.keyboard.press('Enter');
}

/** Turns a field into an expression if it is none, writes it, and waits until n8n keeps it. */
export async function express(page: Page, name: string, expression: string): Promise<void> {
	const written = byTestId(fieldOf(page, name), 'inline-expression-editor-input').locator('.cm-content');
	if ((await written.count()) === 0) await turnIntoExpression(page, name);
	await written.click();
	await page.keyboard.press('ControlOrMeta+a');
	const kept = whenKept(page, `:${JSON.stringify(`=${expression}`)}`);
	await page.keyboard.insertText(expression);
	await kept;
}

/** Waits until n8n keeps it: it writes the value of before into the new field a moment later. */
async function turnIntoExpression(page: Page, name: string): Promise<void> {
	const switches = byTestId(page, `${name}-parameter-input-options-container`);
	await fieldOf(page, name).hover();
	const kept = whenKept(page, `"${name}":"=`);
	await byTestId(switches, 'radio-button-expression').click();
	await kept;
}

/** Adds a field or an option that is not shown at first, by how its name begins. */
export async function addField(page: Page, button: 'Add Field' | 'Add Option', field: string): Promise<void> {
	const offered = await openFields(page, button);
	await offered.filter({ hasText: new RegExp(`^\\s*${field}`) }).click();
}

/** The names of the fields or options that can be added now. */
export async function fieldsOffered(page: Page, button: 'Add Field' | 'Add Option'): Promise<string[]> {
	const offered = await openFields(page, button);
	await offered.first().waitFor();
	const names = await offered.allInnerTexts();
	await page.keyboard.press('Escape');
	return names.map((name) => name.trim());
}

async function openFields(page: Page, button: string): Promise<Locator> {
	await panelOf(page).getByPlaceholder(button, { exact: true }).filter({ visible: true }).click();
	return byTestId(page, 'collection-parameter-option').filter({ visible: true });
}

/** Adds a row, or the only option that there is; where rows hold rows, those of an outer row. */
export async function addRow(page: Page, button: 'Add Tweet' | 'Add Media' | 'Add Option', outer = 0): Promise<void> {
	await panelOf(page).getByRole('button', { name: button }).nth(outer).click();
}

/** Sets what the node does with a failed item, in its settings. */
export async function setOnError(page: Page, choice: 'Continue' | 'Continue (using error output)'): Promise<void> {
	await byTestId(panelOf(page), 'tab-settings').click();
	await choose(page, 'onError', choice);
}
