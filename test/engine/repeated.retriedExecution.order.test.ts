/** An execution that is retried from n8n's list, with its rows in another order: nothing is scheduled twice, and each row keeps its own post. */
import { DateTime } from 'luxon';
import { moveClock } from '../harness/clock';
import { retryExecution, runNode, type RunOptions, type RunResult } from '../harness/engine';
import { hidePosts, POST_AT, scheduleParameters, texts } from '../harness/posts';
import { repeatedOf } from '../harness/repeated';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { options, scheduled, refuse } = repeatedOf(service);

const rows = (order: string, postAt: string, saveAsDraft = false): RunOptions =>
	options({
		items: texts(...order),
		parameters: {
			...scheduleParameters('={{ $json.text }}'),
			postAt,
			options: { saveAsDraft },
		},
	});
const fail = (nth: number, isLost: boolean) => {
	if (isLost) service().sandbox.control.addFault({ on: 'scheduleTweet', nth, fault: { kind: 'reset', when: 'after' } });
	else refuse(nth);
};

/** As where an earlier node gave the items once more: n8n has others of them as the input of the node. */
async function retryWithItems(run: RunOptions, failed: RunResult): Promise<RunResult> {
	const { items } = run;
	for (const { data } of failed.run.data.executionData?.nodeExecutionStack ?? []) {
		data.main = [(items ?? []).map((item, at) => ({ ...item, pairedItem: { item: at } }))];
	}
	return await retryExecution(run, failed);
}

test.each([
	['a refused one', 'acb', 3, false, 5],
	['a refused one, hours later', 'acb', 3, false, 150],
	['a refused one, to the end', 'cab', 3, false, 5],
	['one in doubt', 'acb', 2, true, 5],
	['one in doubt, hours later', 'acb', 2, true, 150],
	['one in doubt, to the end', 'cba', 1, true, 5],
	['one in doubt, to the beginning', 'bca', 2, true, 5],
])('a time from the clock, beside %s: nothing is scheduled twice', async (_, order, nth, isLost, minutes) => {
	const postAt = '={{ $now.plus({ hours: 3 }).toISO() }}';
	fail(nth, isLost);
	if (isLost) hidePosts(service().sandbox, 2);
	const failed = await runNode(rows(order, postAt));
	expect(failed.error).toBeDefined();
	moveClock(minutes * 60_000);
	const { error } = await retryWithItems(rows('abc', postAt), failed);
	expect(error).toBeUndefined();
	expect(scheduled().sort()).toEqual(['a', 'b', 'c']);
});

/** Rows with a text, a time of the data, or one from the clock, and a medium. */
const table = (
	cells: ReadonlyArray<{ text: string; minutes?: number; media?: string }>,
	more: Partial<RunOptions> = {},
) => {
	const items = cells.map(({ minutes = 0, media = null, ...row }) => ({
		json: { ...row, media, at: DateTime.fromISO(POST_AT).plus({ minutes }).toISO() },
	}));
	const isOfData = cells.some(({ minutes }) => minutes !== undefined);
	return options({
		...more,
		items,
		parameters: {
			...scheduleParameters('={{ $json.text }}'),
			postAt: isOfData ? '={{ $json.at }}' : '={{ $now.plus({ hours: 3 }).toISO() }}',
			thread: {
				tweet: [
					{
						text: '={{ $json.text }}',
						media: { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.media || null }}' } }] },
					},
				],
			},
		},
	});
};
const retryLater = async (run: RunOptions, failed: RunResult) => {
	moveClock(5_000);
	return await retryWithItems(run, failed);
};

test('times of the data, with one text: each row is scheduled at its own', async () => {
	refuse(2);
	const failed = await runNode(
		table(
			[{ text: 'a', minutes: 0 }, { text: 'b' }, { text: 'a', minutes: 30 }].map((row) => ({ minutes: 5, ...row })),
		),
	);
	const { items, error } = await retryLater(
		table([
			{ text: 'b', minutes: 5 },
			{ text: 'a', minutes: 0 },
			{ text: 'a', minutes: 30 },
		]),
		failed,
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => [json.alreadyScheduled ?? false, json.warnings])).toEqual([
		[false, undefined],
		[true, undefined],
		[false, undefined],
	]);
	expect(scheduled()).toEqual(['a', 'b', 'a']);
});

test('times of the data, with one text: each that is scheduled keeps its own post', async () => {
	refuse(3);
	const failed = await runNode(
		table([
			{ text: 'a', minutes: 0 },
			{ text: 'a', minutes: 30 },
			{ text: 'b', minutes: 5 },
		]),
	);
	const { items } = await retryLater(
		table([
			{ text: 'b', minutes: 5 },
			{ text: 'a', minutes: 0 },
			{ text: 'a', minutes: 30 },
		]),
		failed,
	);
	expect(items.map(({ json }) => [json.post, json.warnings])).toEqual([
		[{ id: '2003' }, undefined],
		[{ id: '2001' }, undefined],
		[{ id: '2002' }, undefined],
	]);
});

test('a time from the clock, one text and a picture each: nothing is scheduled twice', async () => {
	await service().sandbox.control.fillLibrary(2);
	refuse(3);
	const failed = await runNode(table([{ text: 'a', media: '1001' }, { text: 'a', media: '1002' }, { text: 'b' }]));
	expect(scheduled()).toEqual(['a', 'a']);
	const { error } = await retryLater(
		table([{ text: 'b' }, { text: 'a', media: '1001' }, { text: 'a', media: '1002' }]),
		failed,
	);
	expect(error).toBeUndefined();
	expect(scheduled()).toEqual(['a', 'a', 'b']);
});

test('a time from the clock, and one at its place that cannot be sent: nothing is scheduled twice', async () => {
	refuse(3);
	const failed = await runNode(table([{ text: 'a' }, { text: 'c' }, { text: 'b' }]));
	const goesOn = { node: { onError: 'continueRegularOutput' } } as const;
	await retryLater(table([{ text: '' }, { text: 'a' }, { text: 'c' }], goesOn), failed);
	expect(scheduled()).toEqual(['a', 'c']);
});

test('a time from the clock, and a preview at its place: nothing is scheduled twice', async () => {
	refuse(3);
	const failed = await runNode(table([{ text: 'a' }, { text: 'c' }, { text: 'b' }]));
	const run = table([{ text: 'b' }, { text: 'a' }, { text: 'c' }]);
	const { items } = await retryLater(
		{ ...run, parameters: { ...run.parameters, options: { previewOnly: '={{ $itemIndex === 0 }}' } } },
		failed,
	);
	expect(items[0]?.json).toMatchObject({ preview: true });
	expect(scheduled()).toEqual(['a', 'c']);
});

test.each(['scheduled', 'in doubt'])(
	'another option, at a fixed time: what is %s is not scheduled again',
	async (state) => {
		fail(2, state === 'in doubt');
		if (state === 'in doubt') hidePosts(service().sandbox, 2);
		const first = state === 'in doubt' ? 'acb' : 'cab';
		const failed = await runNode(rows(first, POST_AT));
		expect(failed.error).toBeDefined();
		const { error } = await retryWithItems(rows('abc', POST_AT, true), failed);
		expect(error?.message).toMatch(/^Thread was scheduled before, .* with other media or options$/);
		expect(scheduled().filter((text) => text === 'c')).toEqual(['c']);
	},
);
