/** What a person can do on the page: its buttons and forms send what the test controls take. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { CALL_KINDS } from '../../sandbox/calls';
import { apiOf, started } from './support/api';
import { http } from './support/http';
import { readContent } from './support/page';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const SCRIPT = readFileSync(join(__dirname, '../../sandbox/page/actions.js'), 'utf8');

type Listener = (event: object) => void;

/** Runs the script of the buttons and forms in a browser that has nothing but what it uses. */
function openPage() {
	const listeners = new Map<string, Listener>();
	const listenTo = (of: string) => (kind: string, listener: Listener) => listeners.set(`${of} ${kind}`, listener);
	const refused = { textContent: '' };
	const copied: string[] = [];
	const sent: string[] = [];
	const questions: string[] = [];
	const person = { agrees: true };
	const wanted = new URLSearchParams();
	let done: Promise<void> = Promise.resolve();
	let refreshed: () => void = () => undefined;
	runInContext(
		SCRIPT,
		createContext({
			document: {
				addEventListener: listenTo('page'),
				getElementById: (id: string) => (id === 'refused' ? refused : { addEventListener: listenTo(id) }),
			},
			window: { confirm: (question: string) => questions.push(question) > 0 && person.agrees },
			navigator: { clipboard: { writeText: (text: string) => Promise.resolve(copied.push(text)) } },
			refresh: () => refreshed(),
			wanted,
			fetch: (path: string, init: RequestInit) => {
				sent.push(path);
				return fetch(`${sandbox().baseUrl}${path}`, { ...init, headers: { ...init.headers, connection: 'close' } });
			},
		}),
	);
	/** Tells the script of an event, and waits until it brings the page up to date. */
	const fire = (event: string, details: object) => {
		done = new Promise((resolve) => {
			refreshed = resolve;
		});
		listeners.get(event)?.(details);
		return done;
	};
	return {
		copied,
		/** What the script has called. */
		sent,
		/** What the person was asked. */
		questions,
		person,
		refused,
		wanted,
		click: (dataset: object, value = '') => fire('page click', { target: { closest: () => ({ dataset, value }) } }),
		submit: (control: string, elements: object[]) =>
			fire('page submit', { preventDefault: () => undefined, target: { dataset: { control }, elements } }),
		choose: (name: string, value: string) => fire('filter input', { target: { name, value } }),
	};
}

const unescape = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/** The buttons in markup, as a person presses them. */
const buttonsIn = (markup: string) =>
	[
		...markup.matchAll(
			/data-control="([^"]*)"\s+data-method="([^"]*)"\s+value="([^"]*)"(?:\s+data-question="([^"]*)")?\s*>\s*([^<]*?)\s*</g,
		),
	].map(([, control, method, value, question, text]) => ({
		dataset: { control, method, question },
		value: unescape(value),
		text,
	}));

/** What can be chosen from a list in the page's forms. */
const choicesOf = (markup: string, name: string) => {
	const list = markup.split(`<select name="${name}"`)[1]?.split('</select>')[0] ?? '';
	return [...list.matchAll(/<option value="([^"]*)">([^<]*)/g)].map(([, value, text = '']) => ({
		value: unescape(value),
		text,
	}));
};

const optionsOf = (markup: string, name: string) => choicesOf(markup, name).map(({ value }) => value);

const markup = async () => (await http(`${sandbox().baseUrl}/`)).body;

test('each button of the test controls is taken', async () => {
	const buttons = buttonsIn(await markup());
	expect(new Set(buttons.map(({ dataset }) => dataset.control))).toEqual(
		new Set(['/clock', '/plan', '/budget', '/faults', '/reset']),
	);
	const page = openPage();
	for (const { dataset, value } of buttons) {
		await page.click(dataset, value);
		expect([value, page.refused.textContent]).toEqual([value, '']);
	}
});

test('only the button that resets everything asks, and does nothing for a person who says no', async () => {
	const buttons = buttonsIn(await markup());
	expect(buttons.filter(({ dataset }) => dataset.question).map(({ text }) => text)).toEqual(['Reset everything']);
	const reset = buttons.find(({ text }) => text === 'Reset everything');
	const press = () => page.click(reset?.dataset ?? {}, reset?.value);
	const page = openPage();
	sandbox().control.fillPosts({ platform: 'TWITTER', state: 'DRAFT', posts: 1 });
	page.person.agrees = false;
	void press();
	expect([page.sent, page.questions]).toEqual([[], [expect.stringContaining('Reset everything?')]]);
	page.person.agrees = true;
	await press();
	expect([page.sent, sandbox().state().posts]).toEqual([['/control/reset'], []]);
});

test('the clock can be moved, stopped, and set to a time in UTC', async () => {
	const page = openPage();
	const press = async (value: object) => await page.click({ control: '/clock', method: 'POST' }, JSON.stringify(value));
	await press({ frozen: true });
	await page.submit('/clock', [
		{ name: 'set', type: 'datetime-local', value: '2031-02-03T10:00', dataset: {} },
		{ name: '', type: 'submit', value: '', dataset: {} },
	]);
	await press({ advanceMs: 60_000 });
	expect(sandbox().state()).toMatchObject({ now: '2031-02-03T10:01:00.000Z', clock: { frozen: true } });
});

test('each fault can be set, for some request, and is shown in the words that were chosen', async () => {
	const page = openPage();
	const body = await markup();
	const faults = choicesOf(body, 'fault');
	expect([optionsOf(body, 'times'), faults.length]).toEqual([['1', '"always"'], 8]);
	for (const { value } of faults) {
		await page.submit('/faults', [
			{ name: 'times', type: 'select-one', value: '"always"', dataset: { json: '' } },
			{ name: 'on', type: 'select-one', value: 'completeMediaUpload', dataset: {} },
			{ name: 'fault', type: 'select-one', value, dataset: { json: '' } },
		]);
		expect([value, page.refused.textContent]).toEqual([value, '']);
	}
	expect(sandbox().state().faults).toHaveLength(8);
	const shown = [...((await readContent(sandbox())).sections.faults ?? '').matchAll(/<li>(.*?)<\/li>/g)];
	expect(shown.map(([, line]) => line)).toEqual(
		faults.map(
			({ text }) => `Every request to complete an upload (completeMediaUpload) ${text} · <b>has not struck yet</b>`,
		),
	);
});

test('a fault can hit each kind of request, which has a name for people before its own', async () => {
	const calls = choicesOf(await markup(), 'on');
	expect(calls.map(({ value }) => value).sort()).toEqual([...CALL_KINDS].sort());
	for (const { value, text } of calls) expect(text).toMatch(new RegExp(`^[a-z].+ \\(${value}\\)$`));
	expect(calls).toContainEqual({ value: 'put', text: 'send the file (put)' });
	expect(calls).toContainEqual({ value: 'linkedinPost', text: 'read one LinkedIn post (linkedinPost)' });
});

test('what a control refuses is told', async () => {
	const page = openPage();
	await page.click({ control: '/plan', method: 'POST' }, '{"plan":"gold"}');
	expect(page.refused.textContent).toContain('plan must be one of free, paid');
	await page.click({ control: '/plan', method: 'POST' }, '{"plan":"free"}');
	expect(page.refused.textContent).toBe('');
});

test.each(['paid', 'free'] as const)(
	'a post of the %s account goes to the trash, and from there for good',
	async (account) => {
		const page = openPage();
		sandbox().control.fillPosts({ platform: 'TWITTER', state: 'DRAFT', posts: 2 }, account);
		const pressFirst = async (query: string) => {
			const { sections } = await readContent(sandbox(), `?account=${account}${query}`);
			const [button] = buttonsIn(sections.posts ?? '');
			if (button) await page.click(button.dataset, button.value);
		};
		const deleted = () =>
			sandbox()
				.state()
				.posts.map(({ dateDeleted }) => dateDeleted !== null);
		await pressFirst('');
		expect(deleted()).toEqual([true, false]);
		await pressFirst('&state=TRASH');
		expect(deleted()).toEqual([false]);
		expect(sandbox().state().requestsCounted).toBe(0);
	},
);

test('a post that is not there cannot be deleted', async () => {
	const page = openPage();
	await page.click({ control: '/posts', method: 'DELETE' }, '{"id":"5"}');
	expect(page.refused.textContent).toBe('there is no post 5');
});

test('an id, a handle and an upload token can be copied', async () => {
	const page = openPage();
	await started(apiOf(sandbox()), 5);
	sandbox().control.fillPosts({ platform: 'TWITTER', state: 'DRAFT', posts: 1 });
	const { sections } = await readContent(sandbox());
	const copies = [sections.posts, sections.accounts, sections.sessions].map(
		(part) => /data-copy="([^"]*)"/.exec(part ?? '')?.[1] ?? '',
	);
	for (const copy of copies) void page.click({ copy });
	expect(page.copied).toEqual(['2001', 'my_brand', sandbox().state().sessions[0]?.uploadToken]);
});

test('the filter is the query of what the page shows', async () => {
	const page = openPage();
	const body = await markup();
	expect(optionsOf(body, 'state')).toEqual(['', 'DRAFT', 'SCHEDULED', 'SUBMITTED', 'PARTLY', 'FAILED', 'TRASH']);
	expect(optionsOf(body, 'platform')).toContain('MASTODON');
	await page.choose('state', 'FAILED');
	await page.choose('search', 'a b');
	expect(String(page.wanted)).toBe('state=FAILED&search=a+b');
});
