import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { PLATFORMS } from '../../nodes/SocialPostScheduling/resources/platform';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';
import { apiOf } from '../sandbox/support/api';

const service = useService();
useShortWaits();

const getMany = async (parameters: INode['parameters'] = {}, timezone = 'UTC') =>
	await runNode({
		parameters: { resource: 'post', operation: 'getMany', ...parameters },
		credential: service().credential,
		settings: { timezone },
	});

async function read(parameters?: INode['parameters'], timezone?: string): Promise<IDataObject[]> {
	const { items, error } = await getMany(parameters, timezone);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

const ids = async (parameters?: INode['parameters']) => (await read(parameters)).map(({ id }) => id);
const filtered = async (filters: INodeParameters, timezone?: string) =>
	await read({ filters, returnAll: true }, timezone);

const control = () => service().sandbox.control;
const calls = () => service().sandbox.state().log;
/** Those of the account that the service has, and are not in the trash. */
const kept = () =>
	service()
		.sandbox.state()
		.posts.filter(({ dateDeleted }) => dateDeleted === null)
		.map(({ id }) => id);

/** Lets the service answer with these entries in the place of its own. */
const answerWith = (objects: unknown, total: unknown = null) =>
	control().addFault({
		on: 'twitterSubmissions',
		times: 'always',
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total, objects } } } },
	});

beforeEach(() => control().clock.freeze());

/** Schedules a thread of these tweets by another client, and gives its ID. */
async function schedule(texts: readonly string[], postAt?: string, username = 'my_brand'): Promise<string> {
	const thread = texts.map((text, order) => ({ text, order }));
	const { post } = await apiOf(service().sandbox).schedule({ username, thread, ...(postAt && { postAt }) });
	return post?.id ?? '';
}

test('no posts: no items, and no error', async () => {
	expect(await read({ returnAll: true })).toEqual([]);
});

test('one item a post as Get gives it, linked to the input item', async () => {
	const id = await schedule(['One', 'Two', 'Three']);
	const { items } = await getMany();
	const got = await runNode({
		parameters: { resource: 'post', operation: 'get', postId: { __rl: true, mode: 'id', value: id } },
		credential: service().credential,
	});
	expect(items).toEqual(got.items);
	expect(items[0]?.json).toMatchObject({ id, state: 'scheduled', submissions: [{ text: 'One' }, {}, {}] });
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
});

test('without "Simplify" each post is as the service gives it, with its state', async () => {
	control().fillPosts({ platform: 'TWITTER', state: 'PARTLY', posts: 1 });
	expect(await read({ simplify: false })).toEqual([
		expect.objectContaining({
			state: 'partly',
			publishingStatus: 'READY_TO_PUBLISH',
			submissions: [
				expect.objectContaining({ result: expect.objectContaining({ url: expect.any(String) }) }),
				expect.objectContaining({ error: expect.objectContaining({ errorCode: 'ACCOUNT_REJECTED' }) }),
			],
		}),
	]);
});

describe('states', () => {
	const STATES = ['DRAFT', 'SCHEDULED', 'SUBMITTED', 'PARTLY', 'FAILED'] as const;
	const POSTS = 3;

	test.each(PLATFORMS)('$name: each filter gives exactly the posts of its state', async ({ value: platform }) => {
		for (const state of STATES) control().fillPosts({ platform, state, posts: POSTS });
		expect(await read({ platform, returnAll: true })).toHaveLength(STATES.length * POSTS);
		for (const [index, state] of STATES.entries()) {
			const posts = await read({ platform, returnAll: true, filters: { state: state.toLowerCase() } });
			expect(posts.map((post) => post.state)).toEqual(Array.from({ length: POSTS }, () => state.toLowerCase()));
			const own = kept().slice(index * POSTS, (index + 1) * POSTS);
			expect(posts.map(({ id }) => id).sort()).toEqual(own);
		}
	});

	test('a thread that waits for a part of it is scheduled, and one that has failed in part is not', async () => {
		const waiting = { id: '1', result: null, error: null };
		const post = (id: string, ...submissions: object[]) => ({ id: `of ${id}`, post: { id, submissions } });
		answerWith([
			post('waits', waiting),
			post('out and waits', { ...waiting, result: {} }, waiting),
			post('failed and waits', { ...waiting, error: {} }, waiting),
		]);
		expect(await ids({ filters: { state: 'scheduled' } })).toEqual(['waits', 'out and waits']);
		expect(await ids({ filters: { state: 'failed' } })).toEqual(['failed and waits']);
	});

	test('what is in the trash is in no list', async () => {
		control().fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 2 });
		await apiOf(service().sandbox).first(
			'mutation { deletePlatformPost(platform: TWITTER, postId: "2001") { success } }',
		);
		expect(await ids()).toEqual(['2002']);
		expect(await ids({ filters: { state: 'scheduled' } })).toEqual(['2002']);
	});

	test('the limit counts the posts of the state, and reading ends with it', async () => {
		control().fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 150 });
		control().fillPosts({ platform: 'TWITTER', state: 'PARTLY', posts: 60 });
		expect(await read({ limit: 55, filters: { state: 'partly' } })).toHaveLength(55);
		expect(await read({ limit: 1 })).toHaveLength(1);
		expect(calls().at(-1)?.variables).toEqual({ page: 1, limit: 100 });
	});
});

describe('threads on several pages', () => {
	const THREADS = 130;
	beforeEach(() => control().fillPosts({ platform: 'TWITTER', state: 'PARTLY', posts: THREADS }));

	test.each([1, 49, 50, 51, 100, 129])('limit %d: as many posts, each once', async (limit) => {
		expect(new Set(await ids({ limit })).size).toBe(limit);
	});

	test('"Return All": each once', async () => {
		const all = await ids({ returnAll: true });
		expect(all).toHaveLength(THREADS);
		expect([...all].sort()).toEqual(kept());
		expect(calls()).toHaveLength(3);
	});

	test.each([
		['go', (api: ReturnType<typeof apiOf>) => removeFirst(api)],
		['come', () => Promise.resolve(control().fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 20 }))],
	])('posts that %s while the list is read leave none of the others out', async (_, change) => {
		const before = kept();
		control().addFault({ on: 'twitterSubmissions', nth: 2, fault: { kind: 'slow', ms: 1000, when: 'before' } });
		const end = whenCalled(
			service().sandbox,
			'twitterSubmissions',
			() => void change(apiOf(service().sandbox)).then(() => control().clock.advance(1000)),
			2,
		);
		const all = await ids({ returnAll: true });
		end();
		expect(new Set(all).size).toBe(all.length);
		const stay = kept().filter((id) => before.includes(id));
		expect(stay.filter((id) => !all.includes(id))).toEqual([]);
	});

	/** The list begins with the posts that lie back farthest: the last ones that were made. */
	async function removeFirst({ first }: ReturnType<typeof apiOf>): Promise<void> {
		for (const id of kept().slice(-10))
			await first(`mutation { deletePlatformPost(platform: TWITTER, postId: "${id}", hardDelete: true) { success } }`);
	}

	test('a page that fails gives no part of the list, one that is lost is asked for again', async () => {
		control().addFault({ on: 'twitterSubmissions', nth: 2, fault: { kind: 'reset', when: 'after' } });
		expect(await ids({ returnAll: true })).toHaveLength(THREADS);
		control().addFault({ on: 'twitterSubmissions', nth: 2, fault: { kind: 'status', status: 500 } });
		const { items, error } = await getMany({ returnAll: true });
		expect(items).toEqual([]);
		expect(error?.message).toBe('The posts were not read: the service returned HTTP 500');
	});
});

describe('filters', () => {
	beforeEach(async () => {
		control().clock.set('2098-12-31T00:00:00Z');
		await schedule(['Morning'], '2099-01-01T08:00:00Z');
		await schedule(['Noon', 'Release notes'], '2099-01-01T12:00:00Z', 'my_brand_news');
		await schedule(['Evening'], '2099-01-01T20:00:00Z');
	});

	const texts = async (filters: INodeParameters, timezone?: string) =>
		(await filtered(filters, timezone)).map(({ submissions }) => (submissions as Array<{ text: string }>)[0]?.text);

	test.each<[string, INodeParameters, string[]]>([
		['From', { from: '2099-01-01T12:00:00' }, ['Noon', 'Evening']],
		['To', { to: '2099-01-01T12:00:00' }, ['Morning', 'Noon']],
		['From and To', { from: '2099-01-01T09:00:00Z', to: '2099-01-01T12:30:00Z' }, ['Noon']],
		['From and To that are the same', { from: '2099-01-01T12:00:00Z', to: '2099-01-01T12:00:00Z' }, ['Noon']],
		['an account', { accounts: '502' }, ['Noon']],
		['accounts', { accounts: '={{ [501, "502"] }}' }, ['Morning', 'Noon', 'Evening']],
		['an account without posts', { accounts: '503' }, []],
		['Search in any part of a thread', { search: 'RELEASE' }, ['Noon']],
		['several of them', { from: '2099-01-01T00:00:00', accounts: 501, search: 'ni' }, ['Morning', 'Evening']],
	])('%s', async (_, filters, expected) => {
		expect(await texts(filters)).toEqual(expected);
	});

	test('a time without an offset is one of the time zone of the workflow', async () => {
		expect(await texts({ from: '2099-01-01T13:00:00' }, 'Europe/Berlin')).toEqual(['Noon', 'Evening']);
		expect(calls().at(-1)?.variables).toEqual({ startDate: '2099-01-01T12:00:00Z', page: 1, limit: 100 });
	});

	test('an argument that is not used is not in the document: a service may not know it', async () => {
		const before = calls().length;
		await filtered({ accounts: '', search: '', from: '', to: null });
		expect(
			calls()
				.slice(before)
				.map(({ variables }) => variables),
		).toEqual([{ page: 1, limit: 100 }]);
	});

	test('a "To" before "From" is refused before anything is sent', async () => {
		const before = calls().length;
		const { error } = await getMany({ filters: { from: '2099-01-02T00:00:00', to: '2099-01-01T00:00:00' } });
		expect(error?.message).toBe('To is before "From"');
		expect(calls()).toHaveLength(before);
	});

	test.each([
		['From', { from: '2099-01-01' }, 'From is "2099-01-01", which has no time of day'],
		['To', { to: 'tomorrow' }, 'To is "tomorrow", which is not in the form 2030-05-17T09:30:00'],
		['State', { state: 'published' }, 'State is "published", which is not in its list'],
		[
			'Account Names or IDs',
			{ accounts: '={{ [{ id: 1 }] }}' },
			'Account Names or IDs holds {"id":1}, which is not an ID',
		],
		['empty list', { accounts: '={{ [] }}' }, 'Account Names or IDs is an empty list'],
		['list of empty texts', { accounts: '={{ ["", " "] }}' }, 'Account Names or IDs is a list of empty values'],
		[
			'list of a misspelt field',
			{ accounts: '={{ [{}].map(({ idd }) => idd) }}' },
			'Account Names or IDs is a list of empty values',
		],
	])('a wrong %s is refused before anything is sent', async (_, filters, message) => {
		const before = calls().length;
		const { error } = await getMany({ filters });
		expect(error?.message).toBe(message);
		expect(calls()).toHaveLength(before);
	});
});

test.each(['={{ $json.acounts }}', '={{ "a".match(/b/) }}', '={{ [] }}', '={{ [$json.acounts] }}'])(
	'a filter that finds nothing, %s: the error says what comes without a filter',
	async (accounts) => {
		const { error } = await getMany({ filters: { accounts } });
		expect(error?.description).toContain(
			'To get everything, clear the field, or let the expression itself say so, as in {{ $json.name ?? null }}.',
		);
	},
);

describe('answers that are odd', () => {
	test('entries and posts that are null are left out, IDs may be numbers', async () => {
		answerWith(
			[
				null,
				{ id: 1, post: null },
				{ id: 3, post: { id: 8, submissions: null } },
				{ id: 2, post: { id: 7, platform: 'twitter', submissions: [] } },
			],
			3,
		);
		expect(await read({ returnAll: true })).toEqual([expect.objectContaining({ id: '7', platform: 'TWITTER' })]);
		expect(calls()).toHaveLength(1);
	});

	test.each([
		['no list', null, 'data.twitterSubmissions.objects'],
		['an entry without an ID', [{ post: null }], 'data.twitterSubmissions.objects.0.id'],
		['an entry without its post', [{ id: '1' }], 'data.twitterSubmissions.objects.0.post.id'],
		[
			'a post without submissions',
			[{ id: '1', post: { id: '7' } }],
			'data.twitterSubmissions.objects.0.post.submissions',
		],
	])('%s is told with what is missing', async (_, objects, missing) => {
		answerWith(objects);
		const { error } = await getMany();
		expect(error?.message).toBe("The posts were not read: the service's response is incomplete");
		expect(error?.description).toContain(`The response has no ${missing}.`);
	});

	test('a service that does not offer it', async () => {
		const message = 'Cannot query field "twitterSubmissions" on type "APIQuery".';
		control().addFault({ on: 'twitterSubmissions', fault: { kind: 'body', json: { errors: [{ message }] } } });
		const { error } = await getMany();
		expect(error?.message).toBe('The posts were not read: the service does not offer this');
		expect(error?.description).toContain(message);
	});
});
