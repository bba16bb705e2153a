/** The retries of several calls of a sub-workflow know each other, and what a call does that begins beside them. */
import { setTimeout as delay } from 'node:timers/promises';
import { retryExecution, runNode } from '../harness/engine';
import { POST_AT } from '../harness/posts';
import { useService } from '../harness/service';
import { subworkflowOf } from '../harness/subworkflow';
import { useShortWaits } from '../harness/waits';

const service = useService();
const { refuse, texts, scheduling, rowsWithMedia } = subworkflowOf(service);

describe('the retries of several calls know each other after a restart of n8n', () => {
	useShortWaits();

	/** A call of which this process knows nothing. */
	const beforeRestart = async (run: ReturnType<typeof scheduling>, name = 'before') => {
		const result = await runNode({ ...run, caller: `${run.caller} ${name}` });
		result.run.data.executionData!.runtimeData!.parentExecutionId = run.caller;
		return result;
	};

	test.each([
		['a time that is the same', {}],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }],
		['"Duplicate Check" set to "Always"', { options: { duplicateCheck: 'always' } }],
	])('a row that was refused, and that another call has scheduled with other media, with %s', async (_, more) => {
		const { control } = service().sandbox;
		await control.fillLibrary(3);
		const runs = service()
			.sandbox.state()
			.media.map(({ id }) => rowsWithMedia(['a'], id, more));
		refuse(1);
		const calls = [await beforeRestart(runs[0]!)];
		control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'status', status: 500 } });
		control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
		calls.push(await beforeRestart(runs[1]!), await beforeRestart(runs[2]!));
		control.clearFaults();
		for (const at of [2, 1, 0]) await retryExecution(runs[at]!, calls[at]!);
		expect(texts()).toEqual(['a']);
	});

	test.each([
		['a time that is the same', {}],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }],
		['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }],
	])('with %s', async (_, more) => {
		const run = scheduling(more);
		refuse(1);
		const first = await beforeRestart(run, 'first');
		refuse(1);
		const second = await beforeRestart(run, 'second');
		expect((await retryExecution(run, first)).items).toHaveLength(3);
		const { items } = await retryExecution(run, second);
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});
});

describe('while the retry is under way, its caller calls once more', () => {
	useShortWaits();

	const rowsOf = (...rows: string[]) => rows.map((text) => ({ json: { text, at: POST_AT } }));

	describe.each([
		['a time that is the same', {}],
		['a time of a table', { postAt: '={{ $json.at }}' }],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }],
		['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }],
	])('with %s', (_, more) => {
		test.each([
			['in the same order', ['a', 'b', 'c']],
			['in another order', ['c', 'b', 'a']],
		])('%s', async (__, order) => {
			const { control } = service().sandbox;
			refuse(1);
			const run = { ...scheduling(more), items: rowsOf('a', 'b', 'c') };
			const failed = await runNode(run);
			control.addFault({ on: 'scheduleTweet', nth: 1, fault: { kind: 'slow', ms: 600, when: 'before' } });
			const retried = retryExecution(run, failed);
			await delay(200);
			const further = await runNode({ ...run, items: rowsOf(...order) });
			expect([(await retried).error, further.error]).toEqual([undefined, undefined]);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});

		test.each([
			['looks, in the same order', 'twitterSubmissions', ['a', 'b', 'c']],
			['looks, in another order', 'twitterSubmissions', ['c', 'b', 'a']],
			['sends, in the same order', 'scheduleTweet', ['a', 'b', 'c']],
			['sends, in another order', 'scheduleTweet', ['c', 'b', 'a']],
		] as const)('after a doubt, while it %s', async (__, on, order) => {
			const { control } = service().sandbox;
			control.addFault({
				on: 'scheduleTweet',
				times: 'always',
				fault: { kind: 'status', status: 502, when: 'before' },
			});
			const run = { ...scheduling(more), items: rowsOf('a', 'b', 'c') };
			const failed = await runNode(run);
			expect(failed.error?.message).toContain('may have been scheduled');
			control.clearFaults();
			control.addFault({ on, times: 'always', fault: { kind: 'slow', ms: 100, when: 'before' } });
			const retried = retryExecution(run, failed);
			await delay(50);
			await runNode({ ...run, items: rowsOf(...order) });
			expect((await retried).error).toBeUndefined();
			expect(texts()).toEqual(['a', 'b', 'c']);
		});
	});
});
