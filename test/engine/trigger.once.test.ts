/** Each event once: none is missed, and none is given twice. */
import { textField } from '../../nodes/SocialPostScheduling/utils/json';
import { apiOf } from '../sandbox/support/api';
import { DAY, HOUR, MINUTE, inShort, useTrigger } from '../harness/watchPosts';

const { service, trigger, advance, requests, serviceNow, schedule, nextListHas, listsHideOne, submit } = useTrigger();

/** From when on the posts were asked for, of each request in milliseconds since 1970. */
const starts = () =>
	service()
		.sandbox.state()
		.log.flatMap(({ kind, variables }) =>
			kind === 'twitterSubmissions' ? [Date.parse(textField(variables, 'startDate') ?? '')] : [],
		);

describe('none missed, none twice', () => {
	test('through a restart, and a day in which n8n was off', async () => {
		const first = trigger();
		await first.poll();
		const before = await submit();
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
		const id = await submit();
		const [one, other] = await Promise.all([it.items(), it.items()]);
		expect(inShort([...one, ...other])).toEqual([`postSubmitted ${id}`]);
	});

	test('through a poll that fails', async () => {
		const it = trigger();
		await it.poll();
		const id = await submit();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 500 } });
		await expect(it.poll()).rejects.toThrow('The posts were not read: the service returned HTTP 500');
		service().sandbox.control.clearFaults();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
	});

	test('through a list that has fewer posts than it counts for a moment, after two days in which n8n was off', async () => {
		const first = trigger();
		await first.poll();
		const id = await schedule(HOUR);
		advance(2 * DAY);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
		const second = trigger({}, first.stored());
		listsHideOne();
		expect(await second.poll()).toBeNull();
		service().sandbox.control.clearFaults();
		expect(inShort(await second.items())).toEqual([`postSubmitted ${id}`]);
		expect(await second.poll()).toBeNull();
	});

	test('of a list that has one of two posts for a moment', async () => {
		const it = trigger();
		await it.poll();
		const [one, other] = [await schedule(MINUTE), await schedule(MINUTE)];
		advance(2 * MINUTE);
		const result = { url: 'https://x.example/1', dateSubmitted: new Date(serviceNow() - 30_000).toISOString() };
		listsHideOne({ id: `s${one}`, post: { id: one, submissions: [{ result }] } });
		expect(inShort(await it.items())).toEqual([`postSubmitted ${one}`]);
		service().sandbox.control.clearFaults();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${other}`]);
		expect(await it.poll()).toBeNull();
	});

	test('through a response whose time is more than a day old', async () => {
		const it = trigger();
		await it.poll();
		const id = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
		const dateSubmitted = new Date(serviceNow() - 30_000).toISOString();
		const result = { url: 'https://x.example/1', dateSubmitted };
		nextListHas(id, { result });
		service().sandbox.control.clock.skew(-DAY - 2 * HOUR);
		expect(await it.poll()).toBeNull();
		service().sandbox.control.clock.skew(2 * MINUTE);
		expect(await it.poll()).toBeNull();
	});

	test('of a list that does not end: the poll does, with an error', async () => {
		const it = trigger();
		await it.poll();
		const before = requests();
		for (let page = 0; page < 201; page++) {
			const objects = Array.from({ length: 100 }, (_, index) => ({ id: `${page}.${index}`, post: null }));
			service().sandbox.control.addFault({
				on: 'twitterSubmissions',
				nth: page + 1,
				fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 1_000_000, objects } } } },
			});
		}
		await expect(it.poll()).rejects.toThrow('The posts were not read');
		expect(requests() - before).toBe(200);
	});

	test('of a service that always counts one post more: what was looked at is not looked at for ever', async () => {
		const now = Date.now;
		const it = trigger();
		for (let hour = 0; hour < 6; hour++) {
			jest.spyOn(Date, 'now').mockImplementation(() => now() + hour * HOUR);
			service().sandbox.control.addFault({
				on: 'twitterSubmissions',
				times: 2,
				fault: {
					kind: 'status',
					status: 200,
					headers: { date: new Date(Date.now()).toUTCString() },
					body: { data: { twitterSubmissions: { total: 1, objects: [] } } },
				},
			});
			await it.poll();
		}
		expect(Number(starts().at(-1)) - Number(starts()[0])).toBeGreaterThan(3 * HOUR);
	});

	test('through a service that does not respond yet when n8n starts: n8n would not start a trigger that fails then', async () => {
		const before = trigger();
		await before.poll();
		const id = await submit();
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
		const before = await submit();
		const it = trigger();
		expect(await it.poll()).toBeNull();
		const id = await submit();
		expect(inShort(await it.items())).toEqual([`postSubmitted ${id}`]);
		expect(before).not.toBe(id);
		const requestsBefore = requests();
		expect(await it.poll()).toBeNull();
		expect(requests() - requestsBefore).toBe(1);
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

	/** A part of a thread whose time has come a minute ago; the next one is a second later. */
	const part = (order: number, more: object) => ({
		order,
		postAt: new Date(serviceNow() - MINUTE + order * 1_000).toISOString(),
		...more,
	});
	const error = { error: { message: 'Not taken' } };

	test('of a thread whose parts fail one after the other, each at a time of its own', async () => {
		const it = trigger();
		await it.poll();
		const [first, second] = [part(0, {}), part(1, error)];
		nextListHas('77', first, second);
		expect(inShort(await it.items())).toEqual(['postFailed 77']);
		nextListHas('77', { ...first, ...error }, second);
		expect(await it.poll()).toBeNull();
	});

	test.each([
		['is out', { result: { url: 'https://example.com/1' } }],
		['is out and keeps its error', { result: { url: 'https://example.com/1' }, ...error }],
		['is under way', {}],
	])('of a thread that the service tries again by itself: its first part %s, another one fails', async (_, again) => {
		const it = trigger();
		await it.poll();
		const [first, second] = [part(0, {}), part(1, {})];
		nextListHas('77', { ...first, ...error }, second);
		expect(inShort(await it.items())).toEqual(['postFailed 77']);
		nextListHas('77', { ...first, ...again }, { ...second, ...error });
		expect(await it.poll()).toBeNull();
	});

	const failedAgo = (ms: number) => ({
		error: { message: 'Not taken', dateFailed: new Date(serviceNow() - ms).toISOString() },
	});
	const dueAgo = (ms: number) => ({ postAt: new Date(serviceNow() - ms).toISOString() });

	test('of a post that fails again when the service tries it again by itself', async () => {
		const it = trigger();
		await it.poll();
		const due = dueAgo(2 * HOUR);
		nextListHas('77', { ...due, ...failedAgo(HOUR) });
		expect(inShort(await it.items())).toEqual(['postFailed 77']);
		nextListHas('77', { ...due, ...failedAgo(MINUTE) });
		expect(await it.poll()).toBeNull();
	});

	test('with a clock of n8n that goes back after what was given is forgotten', async () => {
		const it = trigger();
		await it.poll();
		await submit();
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

	test('after a time of the service that was far ahead: the whole day is looked at again', async () => {
		const fill = () => service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 150 });
		fill();
		const it = trigger();
		service().sandbox.control.clock.skew(30 * DAY);
		expect(await it.poll()).toBeNull();
		service().sandbox.control.clock.skew(0);
		expect(await it.poll()).toBeNull();
		fill();
		expect(await it.items()).toHaveLength(150);
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
		const id = await submit();
		const both = trigger({ platforms: ['TWITTER', 'LINKEDIN'] }, first.stored());
		expect(inShort(await both.items())).toEqual([`postSubmitted ${id}`]);
		service().sandbox.control.fillPosts({ platform: 'LINKEDIN', state: 'FAILED', posts: 1 });
		expect(await both.items()).toEqual([expect.objectContaining({ event: 'postFailed', platform: 'LINKEDIN' })]);
	});

	test.each([
		[150, 'the last hour is looked at, and every half an hour the whole day', 'hour'],
		[50, 'the whole day is looked at', 'day'],
	])('of %i posts: %s', async (posts, _, between) => {
		service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts });
		const it = trigger();
		await it.poll();
		const start = Date.now();
		const now = jest.spyOn(Date, 'now');
		const looks = [];
		for (const minutes of [10, 20, 29, 31, 41, 59, 62, 63]) {
			service().sandbox.control.clock.skew(minutes * MINUTE);
			now.mockReturnValue(start + minutes * MINUTE);
			const before = starts().length;
			await it.poll();
			looks.push(Date.now() - Number(starts()[before]) < 2 * HOUR ? 'hour' : 'day');
		}
		expect(looks).toEqual([between, between, between, 'day', between, between, 'day', between]);
	});

	test('of thousands of posts, of which little is remembered', async () => {
		const it = trigger();
		await it.poll();
		service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SUBMITTED', posts: 1_200 });
		expect(await it.items()).toHaveLength(1_200);
		expect(requests()).toBe(15);
		expect(await it.poll()).toBeNull();
		// The last hour alone.
		expect(requests()).toBe(16);
		const now = jest.spyOn(Date, 'now');
		for (const ms of [31 * MINUTE, 3 * DAY, 3 * DAY, DAY]) {
			advance(ms);
			now.mockReturnValue(Date.now() + ms);
			expect(await it.poll()).toBeNull();
		}
		// It is kept for the name of the node and for its ID.
		expect(JSON.stringify(it.stored()).length).toBeLessThan(2 * 500);
	});
});
