/** The trigger begins when the workflow is published: nothing comes that happened before. */
import type { Fault } from '../../sandbox/server';
import * as waiting from '../../nodes/SocialPostScheduling/transport/delay';
import type { TriggerUnderTest } from '../harness/trigger';
import { DAY, MINUTE, inShort, useTrigger } from '../harness/watchPosts';

const { service, trigger, advance, requests, schedule, submit, nextListHas, listsHideOne, nextAccountsAre } =
	useTrigger();

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

	test('where the first list counts more posts than it has', async () => {
		await submit();
		const it = trigger();
		listsHideOne();
		expect(await it.poll()).toBeNull();
		service().sandbox.control.clearFaults();
		const id = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
		expect(await trigger({}, it.stored()).poll()).toBeNull();
	});

	test.each([
		['was submitted in the very second', () => new Date().toISOString()],
		['has no times', () => null],
	])('a post that %s', async (_, time) => {
		const at = time();
		nextListHas('77', { id: '1', postAt: at, result: { url: 'https://x.example/1', dateSubmitted: at }, error: null });
		expect(await trigger().poll()).toBeNull();
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

describe('a workflow that is published while the service is unwell: n8n tries it for seconds only', () => {
	const clock = () => service().sandbox.control.clock;
	const SERVER_ERROR: Fault = { kind: 'status', status: 500 };
	const FAULTS: ReadonlyArray<[string, Fault]> = [
		['HTTP 500', SERVER_ERROR],
		['HTTP 503', { kind: 'status', status: 503 }],
		['the request limit', { kind: 'status', status: 429 }],
		['a lost connection', { kind: 'reset', when: 'before' }],
	];

	test.each(FAULTS)('the trigger begins at once, and gives what comes from then on: %s', async (_, fault) => {
		clock().skew(-10 * MINUTE);
		await schedule(MINUTE);
		clock().skew(0);
		service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 'always', fault });
		const it = trigger();
		expect(await it.poll()).toBeNull();
		service().sandbox.control.clearFaults();
		const id = await schedule(MINUTE);
		// Also for the limit to be over.
		advance(20 * MINUTE);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * MINUTE);
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
		expect(await trigger({}, it.stored()).poll()).toBeNull();
	});

	test('each poll after the first one tells that it fails', async () => {
		service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 'always', fault: SERVER_ERROR });
		const it = trigger();
		expect(await it.poll()).toBeNull();
		for (let times = 0; times < 2; times += 1) await expect(it.poll()).rejects.toThrow('HTTP 500');
	});

	test('a platform that is new to a trigger begins then, and the others go on', async () => {
		const before = trigger();
		await before.poll();
		const id = await submit();
		service().sandbox.control.addFault({ on: 'linkedinSubmissions', fault: { kind: 'status', status: 500 } });
		const it = trigger({ platforms: ['TWITTER', 'LINKEDIN'] }, before.stored());
		expect(await it.poll()).toBeNull();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test.each<[string, Fault]>([
		['HTTP 408', { kind: 'status', status: 408 }],
		['an error of the API with HTTP 503', { kind: 'status', status: 503, body: { errors: [{ message: 'It broke' }] } }],
		['an answer that is cut', { kind: 'cutJson' }],
		['an empty answer', { kind: 'emptyBody', when: 'after' }],
		[
			'an error while the list was made',
			{ kind: 'body', json: { errors: [{ message: 'It broke', path: ['a'] }], data: null } },
		],
		['the web page of a proxy', { kind: 'status', status: 200, body: '<html>Maintenance</html>' }],
	])('also with %s', async (_, fault) => {
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault });
		expect(await trigger().poll()).toBeNull();
	});

	/** Each wait before a repeated request takes so long, by both clocks. */
	function letWaitsTake(ms: number): void {
		const now = jest.spyOn(Date, 'now');
		jest.mocked(waiting.delay).mockImplementation(async () => {
			now.mockReturnValue(Date.now() + ms);
			advance(ms);
			return await Promise.resolve(true);
		});
	}

	test('a first poll that takes long: the trigger begins with its start', async () => {
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			times: 'always',
			fault: { kind: 'status', status: 503 },
		});
		const it = trigger();
		letWaitsTake(5 * MINUTE);
		const id = await schedule(MINUTE);
		expect(await it.poll()).toBeNull();
		service().sandbox.control.clearFaults();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test.each([0, 20, -20])(
		'a first poll that takes long and succeeds: the same, with a clock of the service that differs by %d minutes',
		async (minutes) => {
			clock().skew(minutes * MINUTE);
			const old = await submit();
			service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 503 } });
			const it = trigger();
			letWaitsTake(5 * MINUTE);
			const id = await schedule(MINUTE);
			const withoutAddress = await schedule(5 * MINUTE - 10_000, 'slow_account');
			expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
			advance(5 * MINUTE);
			expect(inShort(await it.items())).toEqual([`postSubmitted ${withoutAddress}`]);
			expect(old).not.toBe(id);
		},
	);

	test.each([
		['is out', { result: { url: 'https://x.example/1' }, error: null }],
		['has failed', { result: null, error: { message: 'No' } }],
	])(
		'a post from before that %s, and of which the service does not say since when, is no event',
		async (_, outcome) => {
			service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: SERVER_ERROR });
			const it = trigger();
			expect(await it.poll()).toBeNull();
			advance(5 * MINUTE);
			const from = (minutes: number) => ({
				id: '1',
				postAt: new Date(Date.now() + minutes * MINUTE).toISOString(),
				...outcome,
			});
			nextListHas('77', from(-300));
			expect(await it.poll()).toBeNull();
			advance(60 * MINUTE);
			nextListHas('78', from(30));
			expect(await it.items()).toHaveLength(1);
		},
	);

	test('of the accounts as well: the polls wait for the request limit, and what is disconnected from the first look on is an event', async () => {
		const account = { id: '501', platform: 'TWITTER', username: 'my_brand' };
		service().sandbox.control.addFault({ on: 'socialAccounts', times: 2, fault: { kind: 'status', status: 429 } });
		const it = trigger({ events: ['accountDisconnected'] });
		expect(await it.poll()).toBeNull();
		expect(await it.poll()).toBeNull();
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 12 * MINUTE);
		nextAccountsAre({ ...account, isConnected: false });
		expect(await it.poll()).toBeNull();
		nextAccountsAre({ ...account, isConnected: true });
		expect(await it.poll()).toBeNull();
		nextAccountsAre({ ...account, isConnected: false });
		expect(inShort(await it.items())).toEqual(['accountDisconnected 501']);
	});

	/** A poll that is under way for so long; what is done meanwhile comes when its first list was asked for. */
	async function during(it: TriggerUnderTest, act: () => Promise<unknown>): Promise<void> {
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'slow', ms: 100 } });
		const before = requests();
		const running = it.poll();
		while (requests() === before) await new Promise((resolve) => setImmediate(resolve));
		await act();
		await running;
	}

	test('a platform that is added while a poll is under way begins then, not with the next poll', async () => {
		const it = trigger();
		await it.poll();
		const at = new Date(Date.now() + 2000).toISOString();
		const submission = { id: '1', postAt: at, result: { url: 'https://x.example/1', dateSubmitted: at }, error: null };
		const list = { total: 1, objects: [{ id: 's77', post: { id: '77', submissions: [submission] } }] };
		service().sandbox.control.addFault({
			on: 'linkedinSubmissions',
			fault: { kind: 'body', json: { data: { linkedinSubmissions: list } } },
		});
		await during(it, async () => {
			it.change({ parameters: { events: ['postSubmitted'], platforms: ['TWITTER', 'LINKEDIN'] } });
			expect(inShort(await it.items())).toEqual(['postSubmitted 77']);
		});
	});

	test('nor does a poll of other accounts that is under way make it begin anew', async () => {
		const it = trigger({ filters: { accounts: '502' } });
		await it.poll();
		const other = it.withParameters({ filters: { accounts: '501' } });
		await during(it, async () => await other.poll());
		const id = await submit();
		expect(inShort(await other.items())).toEqual([`postSubmitted ${id}`]);
	});

	test.each([
		['is left out', true],
		['fails', false],
	])('nor where the accounts are changed back meanwhile, and the first poll then %s', async (_, isLeftOut) => {
		const it = trigger({ filters: { accounts: '501' } });
		await it.poll();
		const changeAndChangeBack = async () => {
			await during(it.withParameters({ filters: { accounts: '502' } }), async () => {
				const back = it.withParameters({ filters: { accounts: '501' } });
				if (!isLeftOut) service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: SERVER_ERROR });
				expect(await back.poll()).toBeNull();
			});
		};
		if (isLeftOut) await during(it, changeAndChangeBack);
		else await changeAndChangeBack();
		const id = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('nor is one that is added while the polls wait for the request limit', async () => {
		const it = trigger();
		await it.poll();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 2, fault: { kind: 'status', status: 429 } });
		expect(await it.poll()).toBeNull();
		it.change({ parameters: { events: ['postSubmitted'], platforms: ['TWITTER', 'LINKEDIN'] } });
		expect(await it.poll()).toBeNull();
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 12 * MINUTE);
		advance(12 * MINUTE);
		const at = new Date(Date.now() - 5 * MINUTE).toISOString();
		const submission = { id: '1', postAt: at, result: { url: 'https://x.example/1', dateSubmitted: at }, error: null };
		const list = { total: 1, objects: [{ id: 's77', post: { id: '77', submissions: [submission] } }] };
		service().sandbox.control.addFault({
			on: 'linkedinSubmissions',
			fault: { kind: 'body', json: { data: { linkedinSubmissions: list } } },
		});
		expect(inShort(await it.items())).toEqual(['postSubmitted 77']);
	});

	test('what is known already goes on where something is added meanwhile', async () => {
		const it = trigger();
		await it.poll();
		it.change({ parameters: { events: ['postSubmitted'], platforms: ['TWITTER', 'LINKEDIN'] } });
		service().sandbox.control.addFault({ on: 'linkedinSubmissions', fault: SERVER_ERROR });
		expect(await it.poll()).toBeNull();
		const at = new Date(Date.now() - 2000).toISOString();
		nextListHas('77', { id: '1', postAt: at, result: { url: 'https://x.example/1', dateSubmitted: at }, error: null });
		expect(inShort(await it.items())).toEqual(['postSubmitted 77']);
	});

	test('one that was started before is started again with any failure, which its next poll tells', async () => {
		const it = trigger();
		await it.poll();
		it.publishAgain();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 2, fault: { kind: 'status', status: 401 } });
		expect(await it.poll()).toBeNull();
		await expect(it.poll()).rejects.toThrow('the API key was not accepted');
	});

	test('and its first poll is left out while one is under way', async () => {
		const it = trigger();
		await it.poll();
		await during(it, async () => {
			it.publishAgain();
			const before = requests();
			expect(await it.poll()).toBeNull();
			expect(requests()).toBe(before);
		});
	});

	test('an expression that n8n has not evaluated is told at once', async () => {
		const it = trigger({ filters: { accounts: '{{ $json.account }}' } });
		await expect(it.poll()).rejects.toThrow('Account Names or IDs holds the expression "{{ $json.account }}", as text');
	});

	test.each<[string, Fault, string]>([
		['a wrong key', { kind: 'status', status: 401 }, 'the API key was not accepted'],
		['an address that has moved', { kind: 'status', status: 301 }, 'returned a redirect'],
		['another service', { kind: 'body', json: { data: { pets: [] } } }, "the service's response is incomplete"],
	])('what does not pass by itself is told at once: %s', async (_, fault, message) => {
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault });
		await expect(trigger().poll()).rejects.toThrow(message);
	});
});

test('another credential, or other accounts, begin anew: nothing of theirs from before', async () => {
	const it = trigger();
	await it.poll();
	await submit();
	expect(await trigger({}, it.stored(), '2').poll()).toBeNull();
	expect(await trigger({ filters: { accounts: '501' } }, it.stored()).poll()).toBeNull();
	expect(await it.items()).toHaveLength(1);
});

test('the same accounts in another order go on', async () => {
	const it = trigger({ filters: { accounts: '501,502' } });
	await it.poll();
	const id = await submit();
	const other = trigger({ filters: { accounts: '502,501' } }, it.stored());
	expect(inShort(await other.items())).toEqual([`postSubmitted ${id}`]);
});
