/** What the trigger gives: its events, of the posts and accounts that it watches. */
import { textField } from '../../nodes/SocialPostScheduling/utils/json';
import { bothEvents, MINUTE, inShort, useTrigger } from '../harness/watchPosts';

const { service, trigger, advance, requests, serviceNow, schedule, nextListHas, nextAccountsAre, submit } =
	useTrigger();

test('nothing from before the activation, and each post once after it', async () => {
	await submit();
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

test('the time of a thread is that of its last tweet', async () => {
	const it = trigger();
	await it.poll();
	const out = (agoMs: number) => {
		const dateSubmitted = new Date(serviceNow() - agoMs).toISOString();
		return { result: { url: 'https://example.com/1', dateSubmitted } };
	};
	const [first, last] = [out(2 * MINUTE), out(MINUTE)];
	nextListHas('77', last, first);
	expect(await it.items()).toMatchObject([{ occurredAt: last.result.dateSubmitted }]);
});

test('the events of a poll come in their order, also of several platforms', async () => {
	const it = trigger({ platforms: ['TWITTER', 'LINKEDIN'] });
	await it.poll();
	service().sandbox.control.fillPosts({ platform: 'LINKEDIN', state: 'SUBMITTED', posts: 2 });
	advance(5 * MINUTE);
	service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'FAILED', posts: 1 });
	const items = await it.items();
	expect(items.map(({ platform }) => platform)).toEqual(['LINKEDIN', 'LINKEDIN', 'TWITTER']);
	const times = items.map((item) => textField(item, 'occurredAt'));
	expect(times).toEqual([...times].sort());
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

test('only posts of the accounts that are asked for', async () => {
	const it = trigger({ filters: { accounts: '502' } });
	await it.poll();
	await schedule(MINUTE);
	const id = await schedule(MINUTE, 'my_brand_news');
	advance(2 * MINUTE);
	expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
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
