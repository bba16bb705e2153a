/** Items with one text in an execution that is retried, whose media, options or time a person has changed since. */
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { retryExecution, runCopy, runNode, type RunOptions, type RunResult } from '../harness/engine';
import { POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { MIDDAY, NOW, siblingsOf } from '../harness/siblings';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { withFiles, control, posts, standing, idsOf, lose, hide } = siblingsOf(service);

const OTHERWISE = /^Thread was scheduled before, .* but with other media or options$/;

const refuse = (nth: number, times = 1) =>
	control().addFault({ on: 'scheduleTweet', nth, times, fault: { kind: 'status', status: 403 } });

/** @param picture the ID of a file of the library, or an expression that gives it */
const withMedia = (picture: string, more: INode['parameters']): RunOptions => {
	const media = { reference: [{ file: { __rl: true, mode: 'id', value: picture } }] };
	return withFiles([{ json: {} }], { thread: { tweet: [{ text: 'New in the shop', media }] }, ...more });
};

/** An execution and its retries: in each but the last, the first row that is not known as scheduled beside the first one is refused. */
async function refusedUntilLast([first, ...retries]: readonly RunOptions[]): Promise<RunResult> {
	if (first === undefined) throw new Error('There is nothing to run');
	refuse(2);
	let last = await runNode(first);
	for (const [index, options] of retries.entries()) {
		control().clearFaults();
		if (index < retries.length - 1) refuse(1);
		last = await retryExecution(options, last);
	}
	return last;
}

describe.each([NOW, MIDDAY, POST_AT])(
	'what was in doubt, and comes with other values in the retry, at %s',
	(postAt) => {
		const withPicture = (picture: string, more: INode['parameters'] = {}) => withMedia(picture, { postAt, ...more });
		beforeEach(async () => await control().fillLibrary(2));

		test.each<[string, string, INode['parameters']]>([
			['another picture', '1002', {}],
			['a draft', '1001', { options: { saveAsDraft: true } }],
		])('%s: it is found, not sent again, and not called the same', async (_, picture, more) => {
			lose(1, 'after');
			hide(2);
			const options = withPicture('1001');
			const failed = await runNode(options);
			expect(failed.error?.message).toMatch(/^The thread may have been scheduled/);
			const changed = withPicture(picture, more);
			const retried = await retryExecution(changed, failed);
			expect(retried.error?.message).toMatch(OTHERWISE);
			expect((await retryExecution(changed, retried)).error?.message).toMatch(OTHERWISE);
			const { items } = await retryExecution(options, retried);
			expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
			expect(posts()).toHaveLength(1);
		});

		test('changed and set back, while the list failed: it is found', async () => {
			lose(1, 'after');
			hide(2);
			const options = withPicture('1001');
			const failed = await runNode(options);
			control().addFault({ on: 'twitterSubmissions', times: 2, fault: { kind: 'status', status: 500 } });
			const retried = await retryExecution(withPicture('1002'), failed);
			expect(retried.error?.message).toMatch(/it was not sent again$/);
			const { items } = await retryExecution(options, retried);
			expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
		});

		const PICTURES = ['1001', '1002'].map((picture) => ({ json: { picture } }));
		const withRows = (picture: string, more: Partial<RunOptions> = {}): RunOptions => ({
			...withPicture(`={{ ${picture} }}`),
			items: PICTURES,
			...more,
		});

		test('beside a row that is done, it is found and not sent again', async () => {
			lose(2, 'after');
			hide(2);
			const rows = withRows('$json.picture');
			const failed = await runNode(rows);
			const changed = withRows('$json.picture === "1002" ? "1003" : $json.picture');
			await control().fillLibrary(3);
			const retried = await retryExecution(changed, failed);
			expect(retried.error?.message).toMatch(OTHERWISE);
			const { items } = await retryExecution(rows, retried);
			expect(idsOf(items)).toEqual([{ id: '2001' }, { id: '2002' }]);
			expect(posts()).toHaveLength(2);
		});

		test('the row after it, which was not sent, is sent', async () => {
			lose(1, 'after');
			hide(2);
			const failed = await runNode(withRows('$json.picture'));
			await control().fillLibrary(3);
			const changed = withRows('$json.picture === "1001" ? "1003" : $json.picture', {
				node: { onError: 'continueRegularOutput' },
			});
			const { items } = await retryExecution(changed, failed);
			expect(items[0]?.json.error).toMatch(OTHERWISE);
			expect(items[1]?.json.post).toEqual({ id: '2002' });
			expect(posts().map(({ submissions }) => submissions[0]?.mediaIds)).toEqual([['1001'], ['1002']]);
		});

		test('and is refused in the retry: the row after it, which was not sent, is another one', async () => {
			lose(1, 'after');
			hide(2);
			const failed = await runNode(withRows('$json.picture'));
			const wrong = withRows('$json.picture === "1001" ? "" : $json.picture', {
				node: { onError: 'continueRegularOutput' },
			});
			const { items } = await retryExecution(wrong, failed);
			expect(items[0]?.json.error).toMatch(/^Thread, tweet 1, media 1/);
			expect(items[1]?.json.post).toEqual({ id: '2002' });
			expect(posts().map(({ submissions }) => submissions[0]?.mediaIds)).toEqual([['1001'], ['1002']]);
		});

		test('another picture, and a list that fails meanwhile', async () => {
			lose(1, 'after');
			hide(2);
			const failed = await runNode(withPicture('1001'));
			control().addFault({ on: 'twitterSubmissions', times: 2, fault: { kind: 'status', status: 500 } });
			const retried = await retryExecution(withPicture('1002'), failed);
			expect(retried.error?.message).toMatch(/it was not sent again$/);
			expect((await retryExecution(withPicture('1002'), retried)).error?.message).toMatch(OTHERWISE);
			expect(posts()).toHaveLength(1);
		});

		test('and was not carried out is sent as it is now', async () => {
			lose(1, 'before');
			const failed = await runNode(withPicture('1001'));
			const { error } = await retryExecution(withPicture('1002'), failed);
			expect(error).toBeUndefined();
			expect(posts().map(({ submissions }) => submissions[0]?.mediaIds)).toEqual([['1002']]);
		});
	},
);

describe.each([NOW, MIDDAY, POST_AT])(
	'a post that is done, beside others with its text, is known at its place when it comes with other values, at %s',
	(postAt) => {
		const ROWS = ['1001', '1002', '1003'].map((picture) => ({ json: { picture } }));
		const ALWAYS = { options: { duplicateCheck: 'always' } };
		const CONTINUE = { node: { onError: 'continueRegularOutput' } } as const;
		const rows = (picture = '$json.picture', more: INode['parameters'] = {}, items = ROWS): RunOptions => ({
			...withMedia(`={{ ${picture} }}`, { postAt, ...more }),
			items,
		});
		/** Row by row, which picture it gets instead of its own. */
		const changed = (pictures: Record<string, string>) =>
			`(${JSON.stringify(pictures)}[$json.picture] ?? $json.picture)`;
		const shown = () => posts().flatMap(({ submissions }) => submissions.map(({ mediaIds }) => mediaIds.join()));
		beforeEach(async () => await control().fillLibrary(9));

		test.each<[string, string, INode['parameters'], INode['parameters']?]>([
			['another picture', changed({ '1001': '1009' }), {}],
			['a tag', '$json.picture', { options: { postTagIds: ['31'] } }],
			['a draft', '$json.picture', { options: { saveAsDraft: true } }],
			['another picture, and looked up each time', changed({ '1001': '1009' }), ALWAYS, ALWAYS],
		])('%s: it is not sent again, and what was refused beside it is sent', async (_, picture, more, before = {}) => {
			refuse(2);
			const failed = await runNode(rows('$json.picture', before));
			expect(shown()).toEqual(['1001']);
			const stopped = await retryExecution(rows(picture, more), failed);
			expect(stopped.error?.message).toMatch(OTHERWISE);
			const { items } = await retryExecution({ ...rows(picture, more), ...CONTINUE }, stopped);
			expect(items[0]?.json.error).toMatch(OTHERWISE);
			expect(items.slice(1).map(({ json }) => json.success)).toEqual([true, true]);
			expect(shown()).toEqual(['1001', '1002', '1003']);
		});

		test('what was refused, came with another picture and was sent is known when its first one is back', async () => {
			refuse(2);
			const failed = await runNode(rows());
			refuse(2);
			const corrected = await retryExecution(rows(changed({ '1002': '1009' })), failed);
			expect(shown()).toEqual(['1001', '1009']);
			const { items } = await retryExecution({ ...rows(), ...CONTINUE }, corrected);
			expect(items[1]?.json.error).toMatch(OTHERWISE);
			expect(shown()).toEqual(['1001', '1009', '1003']);
		});

		test('of two retries at once, either knows what was sent', async () => {
			refuse(2, 2);
			refuse(4);
			const failed = await runNode(rows());
			const other = rows(changed({ '1002': '1009' }));
			const retries = await Promise.all([retryExecution(other, failed), retryExecution(other, failed)]);
			control().clearFaults();
			const known = shown();
			for (const retry of retries) await retryExecution(rows(), retry);
			expect(shown().filter((picture) => ['1002', '1009'].includes(picture))).toHaveLength(1);
			expect(shown().slice(0, known.length)).toEqual(known);
		});

		test('equal rows are not sent again, also where one of them was not reached', async () => {
			const equal = ['1001', '1001', '1002', '1001'].map((picture) => ({ json: { picture } }));
			const isOfClock = postAt === NOW;
			// n8n may evaluate the rows within one millisecond.
			const each = isOfClock ? { postAt: '={{ $now.plus({ hours: 3, milliseconds: $itemIndex }).toISO() }}' } : {};
			const sent = isOfClock ? ['1001', '1001'] : ['1001'];
			refuse(sent.length + 1);
			const failed = await runNode(rows('$json.picture', each, equal));
			expect(shown()).toEqual(sent);
			const other = { ...rows(changed({ '1001': '1009' }), each, equal), ...CONTINUE };
			const { items } = await retryExecution(other, failed);
			expect(items.map(({ json }) => json.success ?? json.error)).toEqual([
				expect.stringMatching(OTHERWISE),
				expect.stringMatching(OTHERWISE),
				true,
				// With a time of its own it is another post, which was not sent yet.
				isOfClock ? true : expect.stringMatching(OTHERWISE),
			]);
			expect(shown()).toEqual([...sent, '1002', ...(isOfClock ? ['1009'] : [])]);
		});

		// In the copy, the second row is the first item.
		test.each<[string, number, string, string[]]>([
			['the first row', 1, '1001', ['1001']],
			['the second row', 2, '1002', ['1001', '1002']],
		])(
			'in a copy that gets what fails, %s in doubt, which a person has changed, is found',
			async (_, nth, row, sent) => {
				const copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } } as const;
				const withErrors = (picture: string) => ({
					...rows(picture.replaceAll('$json', "$('Start').item.json"), {}, ROWS.slice(0, 2)),
					node: { onError: 'continueErrorOutput' as const },
				});
				lose(nth, 'after');
				hide(9);
				if (nth === 1) refuse(2);
				const failed = await runCopy(withErrors('$json.picture'), copy);
				expect(failed.error?.message).toMatch(/^The thread may have been scheduled/);
				control().clearFaults();
				const { error } = await retryExecution(withErrors(changed({ [row]: '1009' })), failed, copy);
				expect(error?.message).toMatch(OTHERWISE);
				expect(shown()).toEqual(sent);
			},
		);

		test('in a copy that gets what fails, a post of the second row is known there, also with the picture of the third one', async () => {
			const copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } } as const;
			const withErrors = (picture: string) => ({
				...rows(picture.replaceAll('$json', "$('Start').item.json"), {}, ROWS),
				node: { onError: 'continueErrorOutput' as const },
			});
			lose(2, 'after');
			hide(2);
			refuse(3, 2);
			const failed = await runCopy(withErrors('$json.picture'), copy);
			expect(failed.error?.message).toMatch(/was not scheduled/);
			control().clearFaults();
			const { error } = await retryExecution(withErrors(changed({ '1002': '1003', '1003': '1009' })), failed, copy);
			expect(error?.message).toMatch(OTHERWISE);
			expect(shown()).toEqual(['1001', '1002']);
		});

		test('in a copy that gets what fails, a row that was lost and then refused is sent', async () => {
			const copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } } as const;
			const first = {
				...rows('$json.picture', {}, ROWS.slice(0, 2)),
				node: { onError: 'continueErrorOutput' as const },
			};
			lose(2, 'before');
			refuse(3);
			const failed = await runCopy(first, copy);
			expect(failed.error).toBeDefined();
			control().clearFaults();
			refuse(1);
			const refused = await retryExecution(first, failed, copy);
			expect(refused.error?.message).toMatch(/was not scheduled/);
			const { error } = await retryExecution(first, refused, copy);
			expect(error).toBeUndefined();
			expect(shown()).toEqual(['1001', '1002']);
		});
	},
);

describe('a row that had the time of another one by mistake, with one text', () => {
	const HOUR_MS = 3_600_000;
	const at = (hours: number) => new Date(Date.parse(POST_AT) + hours * HOUR_MS).toISOString();
	/** n8n stores the items with the execution: what a person corrects is the expression. */
	const series = (...hours: number[]): RunOptions =>
		withFiles(
			hours.map((_, row) => ({ json: { row } })),
			{
				postAt: `={{ ${JSON.stringify(hours.map(at))}[$('Start').item.json.row] }}`,
				thread: { tweet: [{ text: 'Good morning!' }] },
			},
		);
	const KEEPS_ITS_TIME = expect.stringMatching(
		/^This post was scheduled before, for .* To move the post, use Reschedule\./,
	);
	const IS_ITEM_0 = expect.stringMatching(
		/^Item 0 is the same post, scheduled for .*: this one, for .*, was not sent\./,
	);
	const times = () => standing().map(({ postAt }) => new Date(postAt).toISOString());

	test.each<[string, Array<readonly number[]>]>([
		[
			'in the retry',
			[
				[0, 24, 48],
				[0, 0, 48],
				[0, 24, 48],
			],
		],
		[
			'from the beginning',
			[
				[0, 0, 48],
				[0, 24, 48],
			],
		],
	])('%s keeps the one post that they were, and says so', async (_, runs) => {
		const last = await refusedUntilLast(runs.map((hours) => series(...hours)));
		expect(last.error).toBeUndefined();
		expect(last.items.map(({ json }) => json.warnings)).toEqual([undefined, [IS_ITEM_0], undefined]);
		expect(times()).toEqual([at(0), at(48)]);
	});

	test.each([
		['the first one', [24, 24, 48], [[KEEPS_ITS_TIME], undefined, undefined]],
		['the second one', [0, 0, 48], [undefined, [KEEPS_ITS_TIME], undefined]],
	])('after both were sent leaves the other one as it is: %s', async (_, changed, warnings) => {
		refuse(3);
		const failed = await runNode(series(0, 24, 48));
		const { items } = await retryExecution(series(...changed), failed);
		expect(items.map(({ json }) => json.warnings)).toEqual(warnings);
		expect(idsOf(items)).toEqual([{ id: '2001' }, { id: '2002' }, { id: '2003' }]);
		expect(times()).toEqual([at(0), at(24), at(48)]);
	});

	test('beside one in doubt, and not reached, is another post with its own time', async () => {
		lose(1, 'after');
		hide(2);
		const failed = await runNode(series(0, 0, 48));
		expect(failed.error?.message).toMatch(/^The thread may have been scheduled/);
		const { error } = await retryExecution(series(0, 24, 48), failed);
		expect(error).toBeUndefined();
		expect(times()).toEqual([at(0), at(24), at(48)]);
	});

	test('of the clock, which jumped since, is not sent again where the first one has another text by then, nor is that', async () => {
		const rows = (first: string) =>
			withFiles(texts('a', 'a', 'b'), {
				postAt: "={{ $now.startOf('hour').plus({ hours: 3 }).toISO() }}",
				thread: { tweet: [{ text: `={{ $itemIndex === 0 ? '${first}' : $json.text }}` }] },
			});
		refuse(2);
		const failed = await runNode(rows('a'));
		const [now, untilTheHour] = [Date.now, HOUR_MS - (Date.now() % HOUR_MS)];
		jest.spyOn(Date, 'now').mockImplementation(() => now() + untilTheHour);
		const { items } = await retryExecution(rows('changed'), failed);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, true, false]);
		expect(standing().map(({ submissions }) => submissions[0]?.text)).toEqual(['a', 'b']);
	});

	test.each([
		[
			'in the retry',
			[
				['1001', '1002', '1003'],
				['1001', '1001', '1003'],
				['1001', '1002', '1003'],
			],
		],
		[
			'from the beginning',
			[
				['1001', '1001', '1003'],
				['1001', '1002', '1003'],
			],
		],
	])('or its picture, %s, is sent with its own picture', async (_, runs) => {
		await control().fillLibrary(3);
		// By an expression, and without one.
		for (const postAt of [series(0, 0, 0).parameters.postAt, at(72)]) {
			const tries = runs.map((pictures) => ({
				...series(0, 0, 0),
				parameters: withMedia(`={{ ${JSON.stringify(pictures)}[$json.row] }}`, { postAt }).parameters,
			}));
			const before = standing().length;
			control().clearFaults();
			const last = await refusedUntilLast(tries);
			expect(last.error).toBeUndefined();
			const shown = standing().map(({ submissions }) => submissions[0]?.mediaIds.join());
			expect(shown.slice(before)).toEqual(['1001', '1002', '1003']);
		}
	});

	test('in a copy that gets what fails, with a picture of its own, is sent with its own time', async () => {
		await control().fillLibrary(2);
		const copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } } as const;
		const withPictures = (...hours: number[]): RunOptions => {
			const { items, parameters } = series(...hours);
			const picture = "={{ ['1001', '1002'][$('Start').item.json.row] }}";
			const { postAt } = parameters;
			return { ...withMedia(picture, { postAt }), items, node: { onError: 'continueErrorOutput' } };
		};
		refuse(2);
		refuse(3);
		const failed = await runCopy(withPictures(0, 5), copy);
		control().clearFaults();
		const mistaken = await retryExecution(withPictures(0, 0), failed, copy);
		expect(mistaken.error?.message).toMatch(OTHERWISE);
		const { error } = await retryExecution(withPictures(0, 5), mistaken, copy);
		expect(error).toBeUndefined();
		expect(times()).toEqual([at(0), at(5)]);
	});
});
