/** A test in a page of its own, signed in to n8n. */
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { fromEnvironment } from '../../../../scripts/e2e/handover';

const { n8nUrl, n8nSession, browser: address, picturesFolder } = fromEnvironment();

/** Size of the window in pixels: wide enough for input, form and output beside each other. */
const WINDOW = { width: 1500, height: 1000 };
/** Milliseconds in which what a person waits for must be there; on a busy machine n8n takes some seconds for a page. */
export const SHOWN_WITHIN_MS = 30_000;

/** A part of the page, by n8n's own mark for tests. */
export const byTestId = (place: Page | Locator, id: string): Locator => place.locator(`[data-test-id="${id}"]`);

let browser: Browser;
/** One for all tests of a file: what n8n's editor is made of is loaded once, which takes some seconds. */
let context: BrowserContext;

beforeAll(async () => {
	browser = await chromium.connect(address);
	context = await openContext();
});
afterAll(async () => {
	await browser.close();
});

async function openContext(): Promise<BrowserContext> {
	const opened = await browser.newContext({ colorScheme: 'light', locale: 'en-GB', viewport: WINDOW });
	opened.setDefaultTimeout(SHOWN_WITHIN_MS);
	const cookies = n8nSession.split('; ').map((cookie) => {
		const [name = '', ...value] = cookie.split('=');
		return { name, value: value.join('='), url: n8nUrl };
	});
	await opened.addCookies(cookies);
	return opened;
}

/** A test with a fresh page; where it fails, a picture of the page is kept. */
export function testInEditor(name: string, work: (page: Page) => Promise<void>): void {
	test(name, async () => {
		const page = await context.newPage();
		try {
			await work(page);
		} catch (error) {
			await page.screenshot({ path: join(picturesFolder, `${name.replace(/[^\w]+/g, '-')}.png`) });
			throw error;
		} finally {
			await page.close();
		}
	});
}
