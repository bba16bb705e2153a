/** A browser for looking at n8n's editor and at the sandbox's page. */
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core';
import { PlainFailure, type Lifetime } from './lifetime';
import { OWNER } from './n8n-client';
import { HOST } from './ports';
import { ensureProgram, type SystemProgram } from './system-program';

/** Where systems put Chromium or Chrome; CHROMIUM_PATH names another one. */
const USUAL_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const CHROMIUM: SystemProgram = {
	name: 'Chromium',
	places: process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : USUAL_PLACES,
	debianPackage: 'chromium',
};
/** No window, no graphics card, and no talk with the browser's maker. */
const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** What ends the command ends the browser, in its turn: it does not listen to signals itself. */
const optionsFor = (executablePath: string): LaunchOptions => ({
	executablePath,
	args: ARGUMENTS,
	handleSIGINT: false,
	handleSIGTERM: false,
	handleSIGHUP: false,
});

/** Starts the browser that this machine has, or gets. */
export async function openBrowser(lifetime: Lifetime): Promise<Browser> {
	const found = await ensureProgram(CHROMIUM);
	if ('missing' in found) throw new PlainFailure(`${found.missing}. CHROMIUM_PATH names another place.`);
	const browser = await chromium.launch(optionsFor(found.path));
	lifetime.add({ end: () => browser.close() });
	return browser;
}

/** Starts a browser for other processes, at an address that playwright connects to; or says why there is none. */
export async function serveBrowser(lifetime: Lifetime): Promise<{ address: string } | { missing: string }> {
	const found = await ensureProgram(CHROMIUM);
	if ('missing' in found) return found;
	const server = await chromium.launchServer({ ...optionsFor(found.path), host: HOST });
	lifetime.add({ end: () => server.close() });
	return { address: server.wsEndpoint() };
}

/** A window that is signed in to n8n. */
export async function openSignedIn(browser: Browser, n8nUrl: string): Promise<BrowserContext> {
	const context = await browser.newContext({ colorScheme: 'light', locale: 'en-GB' });
	const data = { emailOrLdapLoginId: OWNER.email, password: OWNER.password };
	const answer = await context.request.post(`${n8nUrl}/rest/login`, { data });
	if (!answer.ok()) throw new PlainFailure(`n8n refused the sign-in with ${answer.status()}.`);
	return context;
}
