/** A credential, entered by hand and tested by n8n: green, and each kind of red, as a person reads it. */
import type { Page } from 'playwright-core';
import { FIRST_KEYS } from '../../../sandbox/store/keys';
import { n8nUrl } from '../support/n8n';
import { resetService, sandboxUrl, stateOfService } from '../support/service';
import { enter, inputOf, openCredential, openNewCredential, windowOf } from './support/credential';
import { byTestId, testInEditor } from './support/page';

const KEY = FIRST_KEYS.paid;

/** Port 9 ("discard") of this machine: nobody listens there. */
const NOBODY = 'http://127.0.0.1:9';

beforeEach(resetService);

/** Everything that the page shows, and what stands in its fields that are no passwords. */
async function readPage(page: Page): Promise<string> {
	const typed = await page
		.locator('input:not([type=password]), textarea')
		.evaluateAll((fields) => fields.map((field) => ('value' in field ? String(field.value) : '')));
	return [await page.locator('body').innerText(), ...typed].join('\n');
}

testInEditor('a wrong key is red, and every wrong base URL says what is wrong with it', async (page) => {
	await openNewCredential(page);
	const wrongKey = await enter(page, { apiKey: 'guessed', baseUrl: sandboxUrl });
	expect(wrongKey).toEqual({
		isGreen: false,
		words: expect.stringContaining('The API key was not accepted. It may be mistyped'),
	});
	// n8n sends a request that is answered with 401 a second time, for credentials that must be renewed.
	expect((await stateOfService()).log.map(({ status }) => status)).toEqual([401, 401]);

	await resetService();
	const wordsFor = async (baseUrl: string): Promise<string> => {
		const verdict = await enter(page, { apiKey: KEY, baseUrl });
		expect(verdict.isGreen).toBe(false);
		return verdict.words;
	};
	// A web server without the API.
	expect(await wordsFor(n8nUrl)).toContain('There is no API at this base URL.');
	expect(await wordsFor('http://api.example.com')).toContain(
		'The Base URL of the credential is an http address on the host api.example.com, which would send the API key unencrypted. Use https.',
	);
	expect(await wordsFor('api.example.com')).toContain(
		'The Base URL of the credential is not a valid URL. Enter it with https://, for example https://api.example.com.',
	);
	// n8n's own word: of an error with a code it shows the code alone.
	expect(await wordsFor(NOBODY)).toContain('ECONNREFUSED');
	expect((await stateOfService()).log).toEqual([]);
	expect(await readPage(page)).not.toContain(KEY);
});

testInEditor(
	'a right key is green, is never shown, and is blanked out when the credential is opened again',
	async (page) => {
		const answers: Array<Promise<string>> = [];
		page.on('response', (response) => {
			if (new URL(response.url()).pathname.startsWith('/rest/credentials')) answers.push(response.text());
		});
		await openNewCredential(page);
		expect(await inputOf(page, 'apiKey').getAttribute('type')).toBe('password');
		expect(await inputOf(page, 'baseUrl').getAttribute('placeholder')).toBe('e.g. https://api.example.com');
		const name = await byTestId(windowOf(page), 'credential-name').innerText();
		const verdict = await enter(page, { apiKey: ` ${KEY} `, baseUrl: `${sandboxUrl}/gql/` });
		expect(verdict).toEqual({ isGreen: true, words: expect.stringContaining('Connection tested successfully') });
		expect((await stateOfService()).log).toEqual([expect.objectContaining({ status: 200 })]);
		expect(await readPage(page)).not.toContain(KEY);

		answers.length = 0;
		await openCredential(page, name);
		await windowOf(page).getByText('Connection tested successfully').waitFor();
		expect(await inputOf(page, 'baseUrl').inputValue()).toBe(`${sandboxUrl}/gql/`);
		expect(await inputOf(page, 'apiKey').inputValue()).not.toContain(KEY);
		expect(await readPage(page)).not.toContain(KEY);
		expect(answers.length).toBeGreaterThan(0);
		expect((await Promise.all(answers)).join('\n')).not.toContain(KEY);
	},
);
