/** What the trigger knows and tells when it is renamed, published again, or polled by n8n's scheduler of polls. */
import { inShort, useTrigger } from '../harness/watchPosts';

const { service, trigger, submit } = useTrigger();

const FAILED = 'the service returned HTTP 500';
const breakService = () =>
	service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 99, fault: { kind: 'status', status: 500 } });
const repairService = () => service().sandbox.control.clearFaults();

describe('a trigger that is renamed', () => {
	test('misses nothing, and gives nothing again when it is renamed back', async () => {
		const it = trigger();
		await it.poll();
		expect(inShort(await it.items())).toEqual([]);
		const first = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${first}`]);
		const second = await submit();
		it.change({ name: 'My posts' });
		expect(inShort(await it.items())).toEqual([`postSubmitted ${second}`]);
		it.change({ name: 'Social Post Scheduling Trigger' });
		expect(await it.poll()).toBeNull();
	});

	test('the same after a restart of n8n', async () => {
		const before = trigger();
		await before.poll();
		const first = await submit();
		expect(await before.items()).toHaveLength(1);
		const renamed = trigger({}, before.stored());
		renamed.change({ name: 'My posts' });
		const second = await submit();
		expect(inShort(await renamed.items())).toEqual([`postSubmitted ${second}`]);
		const back = trigger({}, renamed.stored());
		expect(first).not.toBe(second);
		expect(await back.poll()).toBeNull();
	});

	test('does not take what another trigger of that name has left', async () => {
		const other = trigger();
		await other.poll();
		await submit();
		const it = trigger({}, other.stored());
		it.change({ id: 'another node' });
		expect(await it.poll()).toBeNull();
		const id = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('leaves alone what other nodes keep in the data of the workflow', async () => {
		const it = trigger({}, { global: { count: 3 } });
		await it.poll();
		expect(it.stored()).toMatchObject({ global: { count: 3 } });
	});
});

describe('while the service fails', () => {
	test.each(['activate', 'update'] as const)('a workflow that is published again goes on later (%s)', async (how) => {
		const it = trigger();
		await it.poll();
		breakService();
		await expect(it.poll()).rejects.toThrow(FAILED);
		const id = await submit();
		for (let times = 0; times < 2; times += 1) {
			it.publishAgain(how);
			expect(await it.poll()).toBeNull();
			await expect(it.poll()).rejects.toThrow(FAILED);
		}
		repairService();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('a workflow that is published again at once goes on later', async () => {
		const it = trigger();
		await it.poll();
		breakService();
		for (let times = 0; times < 2; times += 1) {
			it.publishAgain();
			expect(await it.poll()).toBeNull();
		}
		await expect(it.poll()).rejects.toThrow(FAILED);
	});

	test("each poll of n8n's scheduler tells it, although each has a context of its own", async () => {
		const it = trigger();
		await it.poll();
		breakService();
		for (let polls = 0; polls < 3; polls += 1) await expect(it.itemsByScheduler()).rejects.toThrow(FAILED);
		repairService();
		const id = await submit();
		expect(inShort(await it.itemsByScheduler())).toEqual([`postSubmitted ${id}`]);
	});

	test("polls of n8n's scheduler tell it after a restart of n8n, too", async () => {
		const before = trigger();
		await before.poll();
		const it = trigger({}, before.stored());
		breakService();
		expect(await it.itemsByScheduler()).toEqual([]);
		for (let polls = 0; polls < 3; polls += 1) await expect(it.itemsByScheduler()).rejects.toThrow(FAILED);
	});
});

describe("n8n's scheduler of polls, which stores nothing after a poll without items", () => {
	test('an account that is connected again and lost again is another event', async () => {
		const it = trigger({ events: ['accountDisconnected'] });
		await it.poll();
		const seen: string[] = [];
		for (const isConnected of [false, true, false]) {
			service().sandbox.control.setConnected('501', isConnected);
			seen.push(...inShort(await it.itemsByScheduler()));
		}
		expect(seen).toEqual(['accountDisconnected 501', 'accountDisconnected 501']);
	});

	test('events that n8n did not take come again', async () => {
		const it = trigger();
		await it.poll();
		expect(await it.poll()).toBeNull();
		const before = it.stored();
		const id = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
		it.restore(before);
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});
});
