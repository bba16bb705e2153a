/** The trigger begins when the workflow is published: nothing comes that happened before. */
import type { Fault } from '../../sandbox/server';
import { DAY, MINUTE, inShort, useTrigger } from '../harness/watchPosts';

const { service, trigger, advance, schedule, listsHideOne, submit } = useTrigger();

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

	test('what does not pass by itself is told at once', async () => {
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 401 } });
		await expect(trigger().poll()).rejects.toThrow('the API key was not accepted');
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
