/** A call of a sub-workflow that failed, whose caller called once more, is retried from the list of executions. */
import { setTimeout as delay } from 'node:timers/promises';
import { moveClock } from '../harness/clock';
import { retryExecution, runNode } from '../harness/engine';
import { hidePosts, postParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { CLOCK, NEVER, subworkflowOf } from '../harness/subworkflow';
import { useShortWaits } from '../harness/waits';

const service = useService();
const { refuse, leaveInDoubt, texts, scheduling, failTwice } = subworkflowOf(service);

test.each([
	['a time that is the same', {}, 1],
	['a time that is the same', {}, 2],
	['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }, 1],
	['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }, 2],
	['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }, 2],
])('each post is scheduled once, with %s', async (_, more, failing) => {
	refuse(failing);
	const run = scheduling(more);
	const failed = await runNode(run);
	expect(failed.error?.message).toContain('Not today');
	expect((await runNode(run)).items).toHaveLength(3);
	const retried = await retryExecution(run, failed);
	expect(retried.items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('all failed calls are retried: each post is scheduled once', async () => {
	leaveInDoubt(1);
	const run = scheduling({ options: { duplicateCheck: 'never' }, postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
	const first = await runNode(run);
	const second = await runNode(run);
	expect([first, second].map(({ error }) => error?.message)).toEqual([
		expect.stringContaining('may have been scheduled'),
		expect.stringContaining('may have been scheduled'),
	]);
	expect((await retryExecution(run, second)).items).toHaveLength(3);
	expect((await retryExecution(run, first)).items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('calls an hour apart, with a time from the clock: what the retry of one has found is not the post of the other one', async () => {
	const run = scheduling({ postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' });
	const { sandbox } = service();
	sandbox.control.addFault({
		on: 'scheduleTweet',
		nth: 3,
		fault: { kind: 'status', status: 502, when: 'after' },
	});
	hidePosts(sandbox);
	const first = await runNode(run);
	expect(first.error?.message).toContain('may have been scheduled');
	sandbox.control.clearFaults();
	moveClock(3_600_000);
	refuse(3);
	const second = await runNode(run);
	expect(second.error?.message).toContain('Not today');
	moveClock(3_600_000);
	expect((await retryExecution(run, first)).error).toBeUndefined();
	moveClock(5_000);
	expect((await retryExecution(run, second)).error).toBeUndefined();
	expect(texts()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
});

test('a call after the retry knows what that did', async () => {
	refuse(2);
	const run = scheduling({ postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
	await retryExecution(run, await runNode(run));
	expect((await runNode(run)).items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('what the failed call has left in doubt is looked for', async () => {
	leaveInDoubt(1);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const failed = await runNode(run);
	expect(failed.error?.message).toContain('may have been');
	await retryExecution(run, failed);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('what the other call has left in doubt is told once, so that a person looks, and then sent', async () => {
	refuse(1);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const failed = await runNode(run);
	leaveInDoubt(1);
	await runNode(run);
	const told = await retryExecution(run, failed);
	expect(told.error?.message).toContain('may have been scheduled');
	expect(texts()).toEqual([]);
	expect((await retryExecution(run, told)).items).toHaveLength(3);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('a call that was stopped, of which n8n has stored nothing: its retry knows what it did', async () => {
	refuse(2);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const stopped = await runNode(run);
	stopped.run.data.executionData!.contextData = {};
	const { items } = await retryExecution(run, stopped);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('a call of which n8n has stored only where it began: its retry knows what it did', async () => {
	refuse(2);
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const stopped = await runNode(run);
	const contexts = Object.values(stopped.run.data.executionData?.contextData ?? {});
	expect(contexts[0]).toHaveProperty('socialPostSchedulingIdempotency');
	for (const context of contexts) delete context.socialPostSchedulingIdempotency;
	const { items } = await retryExecution(run, stopped);
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	expect(texts()).toEqual(['a', 'b', 'c']);
});

test('a retry that was refused does not end the doubt of its call', async () => {
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth: 2,
		fault: { kind: 'status', status: 502, when: 'after' },
	});
	const run = scheduling({ options: { duplicateCheck: 'never' } });
	const failed = await runNode(run);
	refuse(1);
	expect((await retryExecution(run, failed)).error?.message).toContain('Not today');
	expect((await runNode(run)).error?.message).toContain('may have been scheduled');
	expect(texts()).toEqual(['a', 'b']);
});

test('each post is published once', async () => {
	const { sandbox } = service();
	sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 3 });
	const errors = [{ field: null, code: null, message: 'Not today' }];
	sandbox.control.addFault({ on: 'submitPlatformPost', nth: 2, fault: { kind: 'payload', success: false, errors } });
	const run = {
		parameters: postParameters('publishNow', '={{ $json.id }}'),
		items: ['2001', '2002', '2003'].map((id) => ({ json: { id } })),
		credential: service().credential,
		caller: 'caller of publications',
	};
	const failed = await runNode(run);
	await runNode(run);
	const { length } = sandbox.state().log;
	expect((await retryExecution(run, failed)).items).toHaveLength(3);
	expect(sandbox.state().log).toHaveLength(length);
});

test('its error says which execution to retry: the caller shows it as well', async () => {
	refuse(2);
	const { error } = await runNode(scheduling({}));
	expect(error?.description).toContain('use "Retry" in the list of executions for the workflow "Test" (');
});

describe('with looks at the service', () => {
	useShortWaits();

	describe.each([
		['a time that is the same', {}],
		['a time of the clock', CLOCK],
		['a time that is the same, and "Duplicate Check" set to "Never"', NEVER],
		['a time of the clock, and "Duplicate Check" set to "Never"', { ...CLOCK, ...NEVER }],
	])('all calls that were left in doubt are retried, with %s: each post is scheduled once', (_, more) => {
		test.each(['the first one first', 'the last one first'])('one after the other, %s', async (order) => {
			const run = scheduling(more);
			const failed = await failTwice(run);
			const [one, other] = order === 'the first one first' ? failed : [...failed].reverse();
			await retryExecution(run, one);
			const { items } = await retryExecution(run, other);
			expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});

		test('all at once, of which one is refused: the next retry sends what is left', async () => {
			const run = scheduling(more);
			const failed = await failTwice(run);
			refuse(1);
			const retried = await Promise.all(failed.map(async (each) => await retryExecution(run, each)));
			for (const each of retried) if (each.error !== undefined) await retryExecution(run, each);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});

		test.each([
			['looks', 'twitterSubmissions'],
			['sends', 'scheduleTweet'],
		] as const)('one while the other %s', async (__, on) => {
			const run = scheduling(more);
			const [first, second] = await failTwice(run);
			service().sandbox.control.addFault({ on, times: 'always', fault: { kind: 'slow', ms: 100 } });
			const retries = [retryExecution(run, first)];
			await delay(50);
			retries.push(retryExecution(run, second));
			await Promise.all(retries);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});
	});

	test.each([
		['a time that is the same', {}],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' }],
		['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }],
	])('a call after the retry has no doubt of what that did, with %s', async (_, more) => {
		leaveInDoubt(2);
		const run = scheduling(more);
		await retryExecution(run, await runNode(run));
		const { items, error } = await runNode(run);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	test('what a retry of it could not do is done by the next one', async () => {
		leaveInDoubt(1);
		const run = scheduling({});
		const failed = await runNode(run);
		refuse(1);
		const refused = await retryExecution(run, failed);
		expect(refused.error?.message).toContain('Not today');
		expect((await retryExecution(run, refused)).items).toHaveLength(3);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});
});
