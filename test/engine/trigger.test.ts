/** The trigger, in n8n's own context for polls, against the sandbox. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PLATFORMS } from '../../nodes/SocialPostScheduling/resources/platform';
import { EVENTS } from '../../nodes/SocialPostSchedulingTrigger/events';
import { REQUESTS } from '../../nodes/SocialPostSchedulingTrigger/requests';
import { triggerOf } from '../harness/trigger';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { apiOf } from '../sandbox/support/api';

const service = useService();
useShortWaits();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const trigger = (parameters?: INodeParameters, stored?: IDataObject, credentialId?: string) =>
	triggerOf(service().credential, parameters, stored, credentialId);

const advance = (ms: number) => service().sandbox.control.clock.advance(ms);
const requests = (kind = 'twitterSubmissions') =>
	service()
		.sandbox.state()
		.log.filter((entry) => entry.kind === kind).length;

/** The service's time, in milliseconds since 1970. */
const serviceNow = () => Date.now() + service().sandbox.state().clock.skewMs;

/** Schedules a thread at a distance from now, and gives its id. */
async function schedule(afterMs: number, username = 'my_brand', ...texts: string[]): Promise<string> {
	const postAt = new Date(serviceNow() + afterMs).toISOString();
	const thread = (texts.length === 0 ? ['Hello'] : texts).map((text, order) => ({ text, order }));
	const { post } = await apiOf(service().sandbox).schedule({ username, postAt, thread });
	if (post === null) throw new Error('The post was not scheduled');
	return post.id;
}

/** The next list has one post, as this service writes it. */
const nextListHas = (id: string, ...submissions: object[]) =>
	service().sandbox.control.addFault({
		on: 'twitterSubmissions',
		fault: {
			kind: 'body',
			json: { data: { twitterSubmissions: { total: 1, objects: [{ id: `s${id}`, post: { id, submissions } }] } } },
		},
	});

/** The accounts of the next poll. */
const nextAccountsAre = (...accounts: object[]) =>
	service().sandbox.control.addFault({
		on: 'socialAccounts',
		fault: { kind: 'body', json: { data: { socialAccounts: accounts } } },
	});

/** The events of a poll in short: `postSubmitted 7`. */
const inShort = (items: IDataObject[]) =>
	items.map(({ event, post, account }) => `${nameOf(event)} ${idOf(post) ?? idOf(account)}`);
const nameOf = (event: unknown) => (typeof event === 'string' ? event : 'no event');
const idOf = (value: unknown) =>
	typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined;

const bothEvents = { events: ['postSubmitted', 'postFailed', 'accountDisconnected'], platforms: ['TWITTER'] };

test('nothing from before the activation, and each post once after it', async () => {
	await schedule(MINUTE);
	advance(2 * MINUTE);
	const it = trigger();
	expect(await it.poll()).toBeNull();
	const id = await schedule(MINUTE);
	expect(await it.poll()).toBeNull();
	advance(2 * MINUTE);
	expect(await it.items()).toEqual([
		{
			event: 'postSubmitted',
			occurredAt: expect.stringMatching(/^\d{4}-/),
			platform: 'TWITTER',
			account: { id: '501', username: 'my_brand' },
			post: expect.objectContaining({ id, state: 'submitted', url: expect.stringContaining('http') }),
		},
	]);
	expect(await it.poll()).toBeNull();
	expect(requests()).toBe(4);
});

test('a thread is one event, when its last tweet is out', async () => {
	const it = trigger();
	await it.poll();
	const id = await schedule(MINUTE, 'my_brand', 'One', 'Two', 'Three');
	advance(2 * MINUTE);
	expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
});

test('a failure that the service tries again, and then succeeds, gives both in their order', async () => {
	const it = trigger();
	await it.poll();
	const id = await schedule(MINUTE, 'retry_account');
	advance(2 * MINUTE);
	expect(inShort(await it.items())).toEqual([`postFailed ${id}`]);
	expect(await it.poll()).toBeNull();
	advance(10 * MINUTE);
	expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	expect(await it.poll()).toBeNull();
});

test('a thread that is half out has failed', async () => {
	const it = trigger();
	await it.poll();
	const id = await schedule(MINUTE, 'half_account', 'One', 'Two');
	advance(2 * MINUTE);
	const items = await it.items();
	expect(inShort(items)).toEqual([`postFailed ${id}`]);
	expect(items[0]?.post).toMatchObject({ state: 'partly', errorMessage: expect.any(String) });
});

test('a post whose address is not there yet is not submitted yet', async () => {
	const it = trigger();
	await it.poll();
	const id = await schedule(MINUTE, 'slow_account');
	advance(90_000);
	expect(await it.poll()).toBeNull();
	advance(3 * MINUTE);
	expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
});

test('only what is asked for; what was not asked for is not given later as something new', async () => {
	const onlyFailed = trigger({ events: ['postFailed'] });
	await onlyFailed.poll();
	await schedule(MINUTE);
	const failed = await schedule(MINUTE, 'failing_account');
	advance(2 * MINUTE);
	expect(inShort(await onlyFailed.items())).toEqual([`postFailed ${failed}`]);
	const both = trigger({}, onlyFailed.stored());
	expect(await both.poll()).toBeNull();
});

describe('none missed, none twice', () => {
	test('through a restart, and a day in which n8n was off', async () => {
		const first = trigger();
		await first.poll();
		const before = await schedule(MINUTE);
		advance(2 * MINUTE);
		expect(inShort(await first.items())).toEqual([`postSubmitted ${before}`]);
		const meanwhile = await schedule(6 * HOUR);
		advance(DAY + HOUR);
		const second = trigger({}, first.stored());
		expect(inShort(await second.items())).toEqual([`postSubmitted ${meanwhile}`]);
		expect(await second.poll()).toBeNull();
	});

	test('in a poll that begins while another one is under way', async () => {
		const it = trigger();
		await it.poll();
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		const [one, other] = await Promise.all([it.items(), it.items()]);
		expect(inShort([...one, ...other])).toEqual([`postSubmitted ${id}`]);
	});

	test('through a poll that fails', async () => {
		const it = trigger();
		await it.poll();
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 500 } });
		await expect(it.poll()).rejects.toThrow('The posts were not read: the service returned HTTP 500');
		service().sandbox.control.clearFaults();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('through a service that does not respond yet when n8n starts: n8n would not start a trigger that fails then', async () => {
		const before = trigger();
		await before.poll();
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		const it = trigger({}, before.stored());
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			times: 2,
			fault: { kind: 'status', status: 500 },
		});
		expect(await it.poll()).toBeNull();
		await expect(it.poll()).rejects.toThrow('the service returned HTTP 500');
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('of a post whose time is changed, before and after it failed', async () => {
		const it = trigger();
		await it.poll();
		const id = await schedule(HOUR, 'failing_account');
		const client = apiOf(service().sandbox);
		const move = async (afterMs: number) =>
			await client.first(
				'mutation ($id: ID!, $at: DateTime!) { reschedulePlatformPost(platform: TWITTER, postId: $id, postAt: $at) { success } }',
				{ id, at: new Date(serviceNow() + afterMs).toISOString() },
			);
		await move(MINUTE);
		advance(2 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postFailed ${id}`]);
		await move(MINUTE);
		expect(await it.poll()).toBeNull();
		advance(2 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postFailed ${id}`]);
	});

	test.each([-5 * HOUR, 5 * HOUR, 3 * DAY, -3 * DAY])('with a clock of n8n that is %i ms wrong', async (wrongMs) => {
		service().sandbox.control.clock.skew(wrongMs);
		const before = await schedule(MINUTE);
		advance(2 * MINUTE);
		const it = trigger();
		expect(await it.poll()).toBeNull();
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
		expect(before).not.toBe(id);
		expect(await it.poll()).toBeNull();
	});

	test('of a service that gives a result neither an address nor a date', async () => {
		const it = trigger();
		await it.poll();
		const result = { url: null, dateSubmitted: null };
		nextListHas('77', { postAt: new Date(serviceNow() - MINUTE).toISOString(), result });
		expect(await it.poll()).toBeNull();
		nextListHas('77', { postAt: new Date(serviceNow() - 2 * HOUR).toISOString(), result });
		expect(inShort(await it.items())).toEqual(['postSubmitted 77']);
		nextListHas('78', { postAt: null, result });
		expect(inShort(await it.items())).toEqual(['postSubmitted 78']);
	});

	test('of a thread whose parts fail one after the other, each at a time of its own', async () => {
		const it = trigger();
		await it.poll();
		const part = (order: number, more: object) => ({
			order,
			postAt: new Date(serviceNow() - MINUTE + order * 1_000).toISOString(),
			...more,
		});
		const error = { error: { message: 'Not taken' } };
		const [first, second] = [part(0, {}), part(1, error)];
		nextListHas('77', first, second);
		expect(inShort(await it.items())).toEqual(['postFailed 77']);
		nextListHas('77', { ...first, ...error }, second);
		expect(await it.poll()).toBeNull();
	});

	test('with a clock of n8n that goes back after what was given is forgotten', async () => {
		const it = trigger();
		await it.poll();
		await schedule(MINUTE);
		advance(2 * MINUTE);
		expect(await it.items()).toHaveLength(1);
		const start = Date.now();
		const now = jest.spyOn(Date, 'now');
		for (const days of [3, 6, 9]) {
			advance(3 * DAY);
			now.mockReturnValue(start + days * DAY);
			expect(await it.poll()).toBeNull();
		}
		expect(JSON.stringify(it.stored())).toContain('"known":{}');
		now.mockReturnValue(start);
		expect(await it.poll()).toBeNull();
	});

	test('of a post that was published long before its time, which it keeps', async () => {
		const it = trigger();
		await it.poll();
		const result = { url: 'https://example.com/77', dateSubmitted: new Date(serviceNow()).toISOString() };
		const postAt = new Date(serviceNow() + 9 * DAY).toISOString();
		nextListHas('77', { postAt, result });
		expect(inShort(await it.items())).toEqual(['postSubmitted 77']);
		const now = jest.spyOn(Date, 'now');
		for (let days = 0; days < 9; days += 1) {
			now.mockReturnValue(Date.now() + DAY);
			nextListHas('77', { postAt, result });
			expect(await it.poll()).toBeNull();
		}
	});

	test('on a platform that is added later, from then on', async () => {
		const first = trigger();
		await first.poll();
		service().sandbox.control.fillPosts({ platform: 'LINKEDIN', state: 'SUBMITTED', posts: 2 });
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		const both = trigger({ platforms: ['TWITTER', 'LINKEDIN'] }, first.stored());
		expect(inShort(await both.items())).toEqual([`postSubmitted ${id}`]);
		service().sandbox.control.fillPosts({ platform: 'LINKEDIN', state: 'FAILED', posts: 1 });
		expect(await both.items()).toEqual([expect.objectContaining({ event: 'postFailed', platform: 'LINKEDIN' })]);
	});

	test('of thousands of posts, of which little is remembered', async () => {
		const it = trigger();
		await it.poll();
		service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 1_200 });
		expect(await it.items()).toHaveLength(1_200);
		expect(requests()).toBe(13);
		expect(await it.poll()).toBeNull();
		// The last hour alone.
		expect(requests()).toBe(14);
		const now = jest.spyOn(Date, 'now');
		for (const ms of [31 * MINUTE, 3 * DAY, 3 * DAY, DAY]) {
			advance(ms);
			now.mockReturnValue(Date.now() + ms);
			expect(await it.poll()).toBeNull();
		}
		expect(JSON.stringify(it.stored()).length).toBeLessThan(500);
	});
});

describe('nothing from before the activation', () => {
	const clock = () => service().sandbox.control.clock;

	/** A post that was out for nearly a day, by a clock of the service that is behind n8n's. */
	async function nearlyADayOld(behindMs: number): Promise<void> {
		clock().skew(-behindMs - DAY + 10 * MINUTE);
		await schedule(MINUTE);
		clock().skew(-behindMs);
	}

	test('with a clock of n8n that is a little ahead', async () => {
		await nearlyADayOld(20 * MINUTE);
		const it = trigger();
		expect(await it.poll()).toBeNull();
		expect(await it.poll()).toBeNull();
	});

	test('with a clock of n8n that goes back', async () => {
		clock().skew(-2 * DAY);
		await schedule(MINUTE);
		clock().skew(0);
		const it = trigger();
		expect(await it.poll()).toBeNull();
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3 * DAY);
		expect(await it.poll()).toBeNull();
	});

	test('also where the address of a post comes later', async () => {
		await schedule(MINUTE, 'slow_account');
		advance(90_000);
		const it = trigger();
		expect(await it.poll()).toBeNull();
		advance(5 * MINUTE);
		expect(await it.poll()).toBeNull();
	});
});

test('another credential, or other accounts, begin anew: nothing of theirs from before', async () => {
	const it = trigger();
	await it.poll();
	await schedule(MINUTE);
	advance(2 * MINUTE);
	expect(await trigger({}, it.stored(), '2').poll()).toBeNull();
	expect(await trigger({ filters: { accounts: '501' } }, it.stored()).poll()).toBeNull();
	expect(await it.items()).toHaveLength(1);
});

test('the same accounts in another order go on', async () => {
	const it = trigger({ filters: { accounts: '501,502' } });
	await it.poll();
	const id = await schedule(MINUTE);
	advance(2 * MINUTE);
	const other = trigger({ filters: { accounts: '502,501' } }, it.stored());
	expect(inShort(await other.items())).toEqual([`postSubmitted ${id}`]);
});

test('only posts of the accounts that are asked for', async () => {
	const it = trigger({ filters: { accounts: '502' } });
	await it.poll();
	await schedule(MINUTE);
	const id = await schedule(MINUTE, 'my_brand_news');
	advance(2 * MINUTE);
	expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
});

test('one request for each platform and poll when nothing happened', async () => {
	const it = trigger({ platforms: ['TWITTER', 'LINKEDIN', 'REDDIT'] });
	await it.poll();
	await it.poll();
	expect([requests(), requests('linkedinSubmissions'), requests('redditSubmissions')]).toEqual([2, 2, 2]);
	expect(service().sandbox.state().log).toHaveLength(6);
});

test('with all events and platforms, all that it may send, each once', async () => {
	const platforms = PLATFORMS.map(({ value }) => value);
	await trigger({ events: EVENTS.map(({ value }) => value), platforms }).poll();
	const sent = service().sandbox.state().log;
	expect(sent.map(({ kind }) => kind).sort()).toEqual(REQUESTS.map(({ name }) => name).sort());
	expect(sent.map(({ problem }) => problem)).toEqual(sent.map(() => null));
});

describe('the request limit', () => {
	test('is waited for: no request before its reset, no error, and nothing lost', async () => {
		const it = trigger();
		await it.poll();
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		service().sandbox.control.leaveBudget('general', 0);
		expect(await it.poll()).toBeNull();
		const sent = requests();
		expect(await it.poll()).toBeNull();
		expect(requests()).toBe(sent);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * MINUTE);
		advance(11 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('that is used up when the workflow is published is told: what happens from then on would not be known', async () => {
		const it = trigger();
		service().sandbox.control.leaveBudget('general', 0);
		await expect(it.poll()).rejects.toMatchObject({
			message: 'The posts were not read: the request limit of the account is used up',
			description: expect.stringContaining('fewer platforms'),
		});
		service().sandbox.control.leaveBudget('general', 9);
		expect(await it.poll()).toBeNull();
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('of one credential does not keep another one from its beginning', async () => {
		const it = trigger();
		await it.poll();
		service().sandbox.control.leaveBudget('general', 0);
		expect(await it.poll()).toBeNull();
		service().sandbox.control.leaveBudget('general', 9);
		it.changeCredential('2');
		expect(await it.poll()).toBeNull();
		const id = await schedule(MINUTE);
		advance(2 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('that does not end is told', async () => {
		const it = trigger();
		await it.poll();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 9, fault: { kind: 'status', status: 429 } });
		const start = Date.now();
		expect(await it.poll()).toBeNull();
		const now = jest.spyOn(Date, 'now');
		now.mockReturnValue(start + 5 * MINUTE);
		expect(await it.poll()).toBeNull();
		now.mockReturnValue(start + 12 * MINUTE);
		await expect(it.poll()).rejects.toThrow('the request limit of the account is used up');
	});
});

test('an account that is disconnected is one event; it is another one after it was connected again', async () => {
	const it = trigger(bothEvents);
	await it.poll();
	const connect = (isConnected: boolean) => service().sandbox.control.setConnected('501', isConnected);
	connect(false);
	const items = await it.items();
	expect(items).toEqual([
		expect.objectContaining({
			event: 'accountDisconnected',
			platform: 'TWITTER',
			account: expect.objectContaining({ id: '501', username: 'my_brand', isConnected: false }),
		}),
	]);
	expect(items[0]).not.toHaveProperty('post');
	expect(await it.poll()).toBeNull();
	connect(true);
	expect(await it.poll()).toBeNull();
	connect(false);
	expect(inShort(await it.items())).toEqual(['accountDisconnected 501']);
});

describe('an account that is disconnected', () => {
	const account = (isConnected: boolean | null) => ({ id: '77', username: 'my_brand', isConnected });

	test('while the list was empty for one poll is not missed', async () => {
		const it = trigger(bothEvents);
		await it.poll();
		nextAccountsAre();
		expect(await it.poll()).toBeNull();
		service().sandbox.control.setConnected('501', false);
		expect(inShort(await it.items())).toEqual(['accountDisconnected 501']);
	});

	test('is one event where the service does not always know whether it is connected', async () => {
		const it = trigger(bothEvents);
		const states = [true, false, null, false];
		const events: string[][] = [];
		for (const isConnected of states) {
			nextAccountsAre(account(isConnected));
			events.push(inShort(await it.items()));
		}
		expect(events).toEqual([[], ['accountDisconnected 77'], [], []]);
	});
});

describe('a test in the editor', () => {
	test('shows the latest event, and changes nothing of what is given later', async () => {
		const it = trigger();
		await it.poll();
		await schedule(MINUTE);
		const later = await schedule(2 * MINUTE, 'failing_account');
		advance(3 * MINUTE);
		const [[example] = []] = (await it.test()) ?? [];
		expect(example?.json).toMatchObject({ event: 'postFailed', post: { id: later } });
		expect(await it.items()).toHaveLength(2);
	});

	test('says so where there is none', async () => {
		await expect(trigger().test()).rejects.toMatchObject({
			message: 'Trigger On has no event yet that could be shown',
			description: expect.stringContaining('Wait until a post'),
		});
	});

	test('shows an account where only accounts are watched', async () => {
		const [[example] = []] = (await trigger({ events: ['accountDisconnected'] }).test()) ?? [];
		expect(example?.json).toMatchObject({ event: 'accountDisconnected', account: { username: 'not_connected' } });
	});
});

test.each<[string, INodeParameters]>([
	['Trigger On is empty', { events: [] }],
	['Trigger On is "other"', { events: ['other'] }],
	['Platforms is empty', { platforms: [] }],
	['Platforms is "MYSPACE"', { platforms: ['MYSPACE'] }],
	['Account Names or IDs holds {"a":1}', { filters: { accounts: [{ a: 1 }] } }],
])('%s: refused before anything is sent', async (message, parameters) => {
	await expect(trigger(parameters).poll()).rejects.toThrow(message);
	expect(service().sandbox.state().log).toEqual([]);
});

test('a service that does not offer the list says so, with its words and without the key', async () => {
	const { credential, sandbox } = service();
	const message = 'Cannot query field "twitterSubmissions" on type "APIQuery".';
	sandbox.control.addFault({
		on: 'twitterSubmissions',
		fault: { kind: 'body', json: { errors: [{ message: `${message} ${credential.apiKey}` }] } },
	});
	const error: unknown = await trigger()
		.poll()
		.catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		message: 'The posts were not read: the service does not offer this',
		description: expect.stringContaining(message),
	});
	expect(JSON.stringify(error)).not.toContain(credential.apiKey);
});
