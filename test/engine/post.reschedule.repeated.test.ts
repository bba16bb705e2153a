/** Reschedule is tried again for a post: after an answer that is lost, by "Retry On Fail", by a retry from n8n's list. */
import { DateTime } from 'luxon';
import { moveClock } from '../harness/clock';
import { retryExecution, runNode, type RunOptions, TWO_TRIES } from '../harness/engine';
import { byId, postParameters } from '../harness/posts';
import { ID, IN_DOUBT, NEW_TIME, NOT_DONE, reschedulingOf, STANDS } from '../harness/rescheduling';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits(async () => await onWait());
/** What happens while the node waits for its next try. */
let onWait = async () => {};
beforeEach(() => (onWait = async () => {}));
const { control, reschedule, calls, times } = reschedulingOf(service);

describe('an answer that is lost', () => {
	test('is asked for again, and the post is moved once', async () => {
		control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'reset', when: 'after' } });
		const { items } = await reschedule();
		expect(items[0]?.json).toMatchObject({ postAt: NEW_TIME, submissions: [{ postAt: STANDS }] });
		expect(times()[0]).toBe(STANDS);
		expect(calls()).toHaveLength(2);
		expect(waits).toEqual([1000]);
	});

	test('and the post is out by then: it may have been moved', async () => {
		control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'status', status: 503, when: 'after' } });
		onWait = async () => Promise.resolve(control().clock.set('2099-06-01T00:00:00Z'));
		const { error } = await reschedule();
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.message).toContain('has already been submitted');
		expect(error?.description).toContain('Check its time with "Get".');
		expect(calls()).toHaveLength(2);
	});

	test.each([
		['is not reached any more', { kind: 'status', status: 503, when: 'after' }, 'stop'],
		['does not accept the key any more', { kind: 'reset', when: 'after' }, 'rotate'],
	] as const)('and the service %s: it may have been moved', async (_, fault, then) => {
		control().addFault({ on: 'reschedulePlatformPost', fault });
		onWait = async () => {
			if (then === 'rotate') control().rotateKey('paid');
			else await control().stopListening('api');
		};
		const { error } = await reschedule();
		if (then === 'stop') await control().startListening('api');
		expect(times()[0]).toBe(STANDS);
		expect(error?.message).toMatch(IN_DOUBT);
	});

	test.each([
		['HTTP 500', { kind: 'status', status: 500, when: 'after' }],
		['a body that is cut', { kind: 'cutJson' }],
	] as const)('by %s: it may have been moved, and is not sent again', async (_, fault) => {
		control().addFault({ on: 'reschedulePlatformPost', fault });
		const { error } = await reschedule();
		expect(error?.message).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(1);
	});

	test('with "Retry On Fail" it is sent again, and the others are not', async () => {
		control().addFault({ on: 'reschedulePlatformPost', nth: 2, fault: { kind: 'status', status: 500, when: 'after' } });
		const { error } = await reschedule(
			{ postId: byId('={{ $json.id }}') },
			{
				items: ['2001', '2002'].map((id) => ({ json: { id } })),
				node: TWO_TRIES,
			},
		);
		expect(error).toBeUndefined();
		expect(times()).toEqual([STANDS, STANDS]);
		expect(calls()).toHaveLength(3);
	});

	test('with "Retry On Fail", and a refusal in the next try: it may have been moved', async () => {
		control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		const timer = setInterval(() => {
			if (calls().length > 0) control().clock.set('2099-06-01T00:00:00Z');
		}, 1);
		const { error } = await reschedule({}, { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 50 } });
		clearInterval(timer);
		expect(calls()).toHaveLength(2);
		expect(error?.message).toMatch(IN_DOUBT);
	});
});

test('with "Continue" and "Retry On Fail", a try of an earlier item does not move a post back', async () => {
	control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'status', status: 500, when: 'before' } });
	const { items } = await reschedule(
		{ postAt: '={{ $json.at }}' },
		{
			items: ['2099-02-02T00:00:00Z', '2099-03-03T00:00:00Z'].map((at) => ({ json: { at } })),
			node: { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		},
	);
	expect(times()[0]).toBe('2099-03-03T00:00:00.000Z');
	expect(calls()).toHaveLength(2);
	expect(items[0]?.json.error).toMatch(IN_DOUBT);
	expect(items[1]?.json.postAt).toBe('2099-03-03T00:00:00Z');
});

describe('a time that passes between two tries of "Retry On Fail"', () => {
	const SOON = DateTime.utc().plus({ minutes: 1 }).toISO();
	const inTwoTries = async (items: Array<{ json: { id: string; at: string } }>) => {
		const now = Date.now;
		// The first try takes longer than what is left.
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls().length >= 4 ? 120_000 : 0));
		control().addFault({ on: 'reschedulePlatformPost', times: 'always', fault: { kind: 'status', status: 504 } });
		return await reschedule({ postId: byId('={{ $json.id }}'), postAt: '={{ $json.at }}' }, { items, node: TWO_TRIES });
	};

	test('the doubt stays', async () => {
		const { error } = await inTwoTries([{ json: { id: ID, at: SOON } }]);
		expect(error?.message).toMatch(IN_DOUBT);
	});

	test('another item that it keeps from being tried again is told as one in doubt', async () => {
		const { error } = await inTwoTries([{ json: { id: ID, at: NEW_TIME } }, { json: { id: '2002', at: SOON } }]);
		expect(error?.message).toContain('Post At');
		expect(error?.description).toContain('May have been rescheduled: item 0.');
		expect(error?.description).not.toMatch(/No other item|Not attempted/);
	});
});

test('retried when the time of a done item has passed: the error says what may be done, and how the others are', async () => {
	const soon = new Date(Date.now() + 60_000).toISOString();
	const options: RunOptions = {
		parameters: postParameters('reschedule', ID, {
			postId: byId('={{ $json.id }}'),
			postAt: '={{ $json.at }}',
		}),
		credential: service().credential,
		items: [{ json: { id: ID, at: soon } }, { json: { id: '2002', at: NEW_TIME } }],
	};
	control().addFault({ on: 'reschedulePlatformPost', nth: 2, times: 'always', fault: { kind: 'status', status: 500 } });
	const failed = await runNode(options);
	expect(failed.error?.message).toMatch(IN_DOUBT);
	control().clearFaults();
	moveClock(120_000);
	const { error } = await retryExecution(options, failed);
	expect(error?.message).toMatch(/which has passed$/);
	expect(error?.description).toContain('may have given the post this time: look at the post with "Get".');
	expect(error?.description).toContain('To leave this item out, set "On Error"');
	const { items } = await retryExecution({ ...options, node: { onError: 'continueRegularOutput' } }, failed);
	expect(items.map(({ json }) => json.id ?? null)).toEqual([null, '2002']);
	expect(times()[1]).toBe(STANDS);
});

test('refused in a retry of what was left in doubt: the error says that it may be done', async () => {
	control().addFault({ on: 'reschedulePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
	control().addFault({ on: 'reschedulePlatformPost', nth: 2, fault: { kind: 'status', status: 401 } });
	const options: RunOptions = {
		parameters: postParameters('reschedule', ID, { postAt: NEW_TIME }),
		credential: service().credential,
	};
	const failed = await runNode(options);
	expect(failed.error?.description).not.toContain('may have given');
	const { error } = await retryExecution(options, failed);
	expect(error?.message).toMatch(NOT_DONE);
	expect(error?.description).toContain('may have given the post this time: look at the post with "Get".');
});
