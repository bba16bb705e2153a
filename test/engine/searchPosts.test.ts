/** The list of posts in the editor, in n8n's own context for lists. */
import type { INodeParameters } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { TestCredentials } from '../harness/credentials';
import type { RunOptions } from '../harness/engine';
import { listContext } from '../harness/listSearch';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { apiOf, type ScheduleInput } from '../sandbox/support/api';

const service = useService();
const waits = useShortWaits();

const { listSearch } = new SocialPostScheduling().methods;

interface Search {
	readonly filter?: string;
	readonly page?: string;
	readonly parameters?: INodeParameters;
	readonly credential?: RunOptions['credential'];
}

const search = async ({ filter, page, parameters, credential = service().credential }: Search = {}) =>
	await listSearch.searchPosts.call(listContext(credential, 'postId', parameters), filter, page);

/** All pages, as a person gets them who scrolls to the end. */
async function searchAll(given: Search = {}) {
	const results = [];
	let page: string | undefined;
	do {
		const found = await search({ ...given, ...(page !== undefined && { page }) });
		results.push(...found.results);
		page = found.paginationToken;
	} while (page !== undefined);
	return results;
}

const control = () => service().sandbox.control;
const calls = () => service().sandbox.state().log;

async function schedule(texts: readonly string[], input: ScheduleInput = {}): Promise<string> {
	const thread = texts.map((text, order) => ({ text, order }));
	const { post } = await apiOf(service().sandbox).schedule({ username: 'my_brand', thread, ...input });
	return post?.id ?? '';
}

beforeEach(() => {
	control().clock.freeze();
	control().clock.set('2098-12-31T10:00:00Z');
});

test('each post once: its text, its state, its time and its account, by one request', async () => {
	const draft = await schedule(['A draft'], { postAt: '2099-01-01T08:00:00Z', publishingStatus: 'DRAFT' });
	const thread = await schedule(['One', 'Two'], { postAt: '2099-01-01T09:00:00Z' });
	const late = await schedule(['x'.repeat(80)], { postAt: '2099-01-01T10:00:07Z' });
	control().clock.set('2099-01-01T09:00:00Z');
	const before = calls().length;
	expect(await search()).toEqual({
		results: [
			{ name: `A draft (2099-01-01 08:00 UTC, draft, ID ${draft}, @my_brand)`, value: draft },
			{
				name: `One (2099-01-01 09:00 UTC, submitted, ID ${thread}, @my_brand)`,
				value: thread,
				url: expect.stringContaining('#submission-'),
			},
			{ name: `${'x'.repeat(40)}... (2099-01-01 10:00:07 UTC, ID ${late}, @my_brand)`, value: late },
		],
	});
	expect(calls()).toHaveLength(before + 1);
});

test.each([
	['RELEASE', ['Notes']],
	['  notes ', ['Notes']],
	['nothing', []],
])('what is typed is what the service searches for: %s', async (filter, expected) => {
	await schedule(['Notes', 'of the release']);
	await schedule(['Something else']);
	expect((await search({ filter })).results.map(({ name }) => name.split(' (')[0])).toEqual(expected);
});

test('page by page, threads that lie on two pages among them', async () => {
	control().clock.set('2098-12-31T05:00:00Z');
	control().fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 1 });
	control().clock.set('2098-12-31T10:00:00Z');
	control().fillPosts({ platform: 'TWITTER', state: 'PARTLY', posts: 60 });
	expect((await search()).results).toHaveLength(26);
	const all = (await searchAll()).map(({ value }) => value);
	expect(all).toHaveLength(61);
	expect(new Set(all).size).toBe(61);
});

test('to the end, also where the service does not say how many there are, or leaves some out', async () => {
	const entry = (id: number) => ({ id, post: { id, submissions: [] } });
	const pages = [[null, ...Array.from({ length: 49 }, (_, id) => entry(id))], [entry(49)]];
	for (const [index, objects] of pages.entries()) {
		control().addFault({
			on: 'twitterSubmissions',
			nth: index + 1,
			fault: { kind: 'body', json: { data: { twitterSubmissions: { total: null, objects } } } },
		});
	}
	expect(await searchAll()).toHaveLength(50);
	expect(calls()).toHaveLength(2);
});

test('the posts of the platform that is chosen, in any letters', async () => {
	control().fillPosts({ platform: 'LINKEDIN', state: 'FAILED', posts: 1 });
	for (const platform of ['LINKEDIN', 'linkedin']) {
		const { results } = await search({ parameters: { platform } });
		expect(results).toEqual([{ name: expect.stringMatching(/^Post 1 \(.*, failed, ID 2001, @/), value: '2001' }]);
	}
	expect((await search()).results).toEqual([]);
});

test.each(['Myspace', '={{ $json.platform }}'])(
	'a platform that is %s is told, and not taken for another one',
	async (platform) => {
		await expect(search({ parameters: { platform } })).rejects.toThrow(/^Platform is .*, which is not in its list$/);
		expect(calls()).toEqual([]);
	},
);

test('what is in the trash is not in the list', async () => {
	const id = await schedule(['Gone']);
	await apiOf(service().sandbox).first(
		`mutation { deletePlatformPost(platform: TWITTER, postId: "${id}") { success } }`,
	);
	expect((await search()).results).toEqual([]);
});

test('a post of which little is known', async () => {
	const objects = [
		{ id: 1, post: null },
		{ id: 2, post: { id: 7, submissions: [{ text: ' ' }] } },
	];
	control().addFault({
		on: 'twitterSubmissions',
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 2, objects } } } },
	});
	expect(await search()).toEqual({ results: [{ name: 'No text (ID 7)', value: '7' }] });
});

describe('says what is wrong in place of an empty list', () => {
	test.each([
		['the limit', { kind: 'status', status: 429 }, 'the request limit of the account is used up'],
		[
			'a service without this query',
			{ kind: 'body', json: { errors: [{ message: 'Cannot query field "twitterSubmissions" on type "Query".' }] } },
			'the service does not offer this',
		],
	] as const)('%s', async (_, fault, message) => {
		control().addFault({ on: 'twitterSubmissions', times: 'always', fault });
		await expect(search()).rejects.toThrow(`The posts were not read: ${message}`);
		expect(calls()).toHaveLength(1);
		expect(waits).toEqual([]);
	});

	test('a wrong key', async () => {
		const credential = { ...service().credential, apiKey: 'wrong-key-123456' };
		await expect(search({ credential })).rejects.toThrow('The posts were not read: the API key was not accepted');
	});

	test('without the key, if the service quotes it', async () => {
		const { apiKey } = service().credential;
		const body = { errors: [{ message: `Denied for ${apiKey}` }] };
		control().addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 400, body } });
		const error: unknown = await search().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ description: expect.stringContaining('Denied for [API key]') });
		expect(JSON.stringify(error)).not.toContain(apiKey);
	});

	test('no credential', async () => {
		const context = listContext(service().credential, 'postId', {}, { credentials: {} });
		await expect(listSearch.searchPosts.call(context)).rejects.toThrow('Credential is not chosen');
	});

	test('a credential that is deleted', async () => {
		jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockRejectedValue(new Error('It does not exist.'));
		await expect(search()).rejects.toThrow('Credential cannot be read: It does not exist');
	});
});
