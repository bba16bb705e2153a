/** Calls of a sub-workflow whose media are others in each call, or in each row, are retried from the list of executions. */
import { moveClock } from '../harness/clock';
import { retryExecution, runNode } from '../harness/engine';
import { IN_DOUBT } from '../harness/posts';
import { useService } from '../harness/service';
import { CLOCK, NEVER, subworkflowOf } from '../harness/subworkflow';
import { useShortWaits } from '../harness/waits';

const service = useService();
const { refuse, texts, rowsWithMedia, twoMedia, failTwice } = subworkflowOf(service);

test.each([
	['a time that is the same', {}],
	['a time of a table', { postAt: '={{ $json.at }}' }],
	['a time of the clock', { postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' }],
])('a row that was refused for other media is refused again in a retry, with %s', async (_, more) => {
	const [one, other] = await twoMedia();
	refuse(3);
	await runNode(rowsWithMedia(['a', 'b', 'c'], one, more));
	const run = rowsWithMedia(['b'], other, more);
	const refused = await runNode(run);
	expect(refused.error?.message).toContain('with other media');
	const again = await retryExecution(run, refused);
	expect(again.error?.message).toContain('with other media');
	moveClock(45 * 60_000);
	for (const each of [refused, again]) {
		expect((await retryExecution(run, each)).error?.message).toContain('with other media');
	}
	jest.restoreAllMocks();
	expect(texts()).toEqual(['a', 'b']);
});

test('a row that was refused, and that a later call has scheduled with other media, is not sent by its retries', async () => {
	const [one, other] = await twoMedia();
	refuse(1);
	const run = rowsWithMedia(['a'], one, {});
	const refused = await runNode(run);
	expect(refused.error?.message).toContain('Not today');
	expect((await runNode(rowsWithMedia(['a'], other, {}))).error).toBeUndefined();
	const retried = await retryExecution(run, refused);
	expect(retried.error?.message).toContain('with other media');
	expect(retried.error?.message).toContain('or by another call of this workflow');
	expect(retried.error?.description).toContain('if it is the same post, leave it out.');
	expect((await retryExecution(run, retried)).error?.message).toContain('with other media');
	expect(texts()).toEqual(['a']);
});

describe('with looks at the service', () => {
	useShortWaits();

	describe.each([
		['a time that is the same', {}],
		['a time of a table', { postAt: '={{ $json.at }}' }],
		['a time of the clock', CLOCK],
		['"Never"', NEVER],
		['"Never" and a time of the clock', { ...CLOCK, ...NEVER }],
	])('two calls in doubt that have media of their own, with %s', (_, more) => {
		test.each([
			['one after the other, the first one first', false, [0, 1]],
			['one after the other, the last one first', false, [1, 0]],
			['at once, the first one first', true, [0, 1]],
			['at once, the last one first', true, [1, 0]],
		])('%s: a retry of the one that is refused does not send it', async (__, areAtOnce, order) => {
			const { control } = service().sandbox;
			const runs = (await twoMedia()).map((id) => rowsWithMedia(['a'], id, more));
			control.addFault({
				on: 'scheduleTweet',
				times: 'always',
				fault: { kind: 'status', status: 502, when: 'before' },
			});
			const failed = [await runNode(runs[0]!), await runNode(runs[1]!)];
			control.clearFaults();
			const retry = async (at: number) => await retryExecution(runs[at]!, failed[at]!);
			const [first, second] = [retry(order[0]!), areAtOnce ? retry(order[1]!) : undefined];
			expect((await first).error).toBeUndefined();
			const refused = await (second ?? retry(order[1]!));
			const again = await retryExecution(runs[order[1]!]!, refused);
			expect([refused.error, again.error]).not.toContain(undefined);
			const last = await retryExecution(runs[order[1]!]!, again);
			expect(last.error?.message).toContain('with other media');
			expect(texts()).toEqual(['a']);
		});
	});

	describe.each(['never', 'whenInDoubt', 'always'])(
		'rows of one text with pictures of their own, with "%s"',
		(duplicateCheck) => {
			test.each([
				['two calls are retried one after the other', false, 2],
				['two calls are retried at once', true, 2],
				['one is retried, after a third one', false, 3],
			])('%s: what was refused is sent once', async (_, areAtOnce, count) => {
				const ids = await twoMedia();
				const run = {
					...rowsWithMedia([], '', { options: { duplicateCheck } }),
					items: ids.map((id) => ({ json: { text: 'same', id } })),
				};
				const { control } = service().sandbox;
				refuse(2);
				const failed = [await runNode(run)];
				refuse(1);
				failed.push(await runNode(run));
				if (count === 3) expect((await runNode(run)).error).toBeUndefined();
				control.addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'slow', ms: 25 } });
				const retries = failed.map((each) => async () => await retryExecution(run, each));
				const first = areAtOnce ? undefined : await retries[0]!();
				const results =
					first === undefined
						? await Promise.all(retries.map(async (retry) => await retry()))
						: [first, await retries[1]!()];
				expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
				const { posts } = service().sandbox.state();
				expect(posts.map(({ submissions }) => submissions[0]?.mediaIds[0])).toEqual(ids);
			});
		},
	);

	test.each(['never', 'whenInDoubt', 'always'])(
		'rows of one text with pictures of their own are posts of their own, with "%s"',
		async (duplicateCheck) => {
			await service().sandbox.control.fillLibrary(2);
			const { media } = service().sandbox.state();
			const run = {
				...rowsWithMedia([], '', { options: { duplicateCheck } }),
				items: media.map(({ id }) => ({ json: { text: 'same', id } })),
			};
			for (const failed of await failTwice(run)) {
				const { error } = await retryExecution(run, failed);
				expect(error).toBeUndefined();
			}
			const { posts } = service().sandbox.state();
			expect(posts.map(({ submissions }) => submissions[0]?.mediaIds[0])).toEqual(media.map(({ id }) => id));
		},
	);

	test.each(['whenInDoubt', 'always'])(
		'such a row in doubt, which a second call has found, is found by the retry of the first one, with a time of the clock and "%s"',
		async (duplicateCheck) => {
			const ids = await twoMedia();
			const { control } = service().sandbox;
			const run = {
				...rowsWithMedia([], '', { ...CLOCK, options: { duplicateCheck } }),
				items: ids.map((id) => ({ json: { text: 'same', id } })),
			};
			control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
			control.addFault({
				on: 'twitterSubmissions',
				// "Always" reads it before the first item.
				nth: duplicateCheck === 'always' ? 2 : 1,
				times: 'always',
				fault: { kind: 'status', status: 503 },
			});
			const first = await runNode(run);
			expect(first.error?.message).toMatch(IN_DOUBT);
			control.clearFaults();
			const second = await runNode(run);
			expect(second.error?.description).toContain('Already scheduled: item 0.');
			moveClock(60_000);
			for (const failed of [second, first]) expect((await retryExecution(run, failed)).error).toBeUndefined();
			jest.restoreAllMocks();
			const { posts } = service().sandbox.state();
			expect(posts.map(({ submissions }) => submissions[0]?.mediaIds[0])).toEqual(ids);
		},
	);

	test.each([
		['a time that is the same', {}],
		['a time of a table', { postAt: '={{ $json.at }}' }],
		['a time of the clock', CLOCK],
		['"Always"', { options: { duplicateCheck: 'always' } }, 3],
	])('a row in doubt that comes with other media is looked for in a retry, with %s', async (_, more, nth = 1) => {
		const { control } = service().sandbox;
		const [one, other] = await twoMedia();
		// "Always" reads it in each call before the first item, and after an item.
		control.addFault({ on: 'twitterSubmissions', nth, times: 'always', fault: { kind: 'status', status: 500 } });
		control.addFault({
			on: 'scheduleTweet',
			nth: 2,
			times: 'always',
			fault: { kind: 'status', status: 502, when: 'after' },
		});
		await runNode(rowsWithMedia(['a', 'b'], one, more));
		const run = rowsWithMedia(['b'], other, more);
		const failed = await runNode(run);
		expect(failed.error?.message).toContain('may have been');
		control.clearFaults();
		await retryExecution(run, failed);
		expect(texts()).toEqual(['a', 'b']);
	});
});
