/** Items with one text and one time in an execution that is retried, also where a person has changed their media or options since. */
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { retryExecution, runCopy, runNode, type RunOptions } from '../harness/engine';
import { POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { FILE, NOW, siblingsOf } from '../harness/siblings';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { alike, withFiles, control, posts, standing, idsOf, lose, hide } = siblingsOf(service);

const MIDDAY = '={{ $now.plus({ days: 1 }).set({ hour: 12, minute: 0, second: 0, millisecond: 0 }).toISO() }}';

test('a retried execution sends what was refused, and what was not sent, beside a post that is like it', async () => {
	control().addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
	// As a node before that adds the time: it is the same in the retry, and differs by milliseconds.
	const at = (ms: number) => new Date(Date.parse(POST_AT) + ms).toISOString();
	const items = (await alike(['a', 'b', 'c'])).map((item, index) => ({ ...item, json: { at: at(index * 5) } }));
	const options = withFiles(items, { postAt: '={{ $json.at }}' });
	const first = await runNode(options);
	expect(first.run.status).toBe('error');
	const { run } = await retryExecution(options, first);
	expect(run.status).toBe('success');
	expect(standing()).toHaveLength(3);
});

const A_DAY_EACH =
	'={{ $now.plus({ days: $itemIndex + 1 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }).toISO() }}';
const DAYS_BACKWARDS = A_DAY_EACH.replace('$itemIndex + 1', '9 - $itemIndex');
const DAY_MS = 24 * 3_600_000;

test.each([
	['with a picture each, retried after one day', true, A_DAY_EACH, 1],
	['with a picture each, retried after two days', true, A_DAY_EACH, 2],
	['with a picture each, from the last day to the first', true, DAYS_BACKWARDS, 1],
	['with a text alone, retried after one day', false, A_DAY_EACH, 1],
	['with a text alone, retried after two days', false, A_DAY_EACH, 2],
])('a post for each day, with one text, %s: each is there once', async (_, hasPictures, postAt, days) => {
	const names = ['a', 'b', 'c', 'd'];
	const thread = { tweet: [{ text: 'Good morning!', ...(hasPictures && { media: { reference: [FILE] } }) }] };
	const series = withFiles(hasPictures ? await alike(names) : texts(...names), { postAt, thread });
	control().addFault({
		on: 'scheduleTweet',
		nth: 3,
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
	});
	const failed = await runNode(series);
	const now = Date.now;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + days * DAY_MS);
	control().clock.advance(days * DAY_MS);
	const retried = await retryExecution(series, failed);
	expect(retried.error).toBeUndefined();
	expect(idsOf(retried.items)).toEqual([{ id: '2001' }, { id: '2002' }, { id: '2003' }, { id: '2004' }]);
	expect(standing()).toHaveLength(4);
});

test.each([
	['of the hour', '={{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }).toISO() }}'],
	['of the clock', NOW],
	['that is fixed', POST_AT],
])(
	'a post beside another one with the same text and a time %s is sent when the one before it is done, after any retries',
	async (_, postAt) => {
		const [first, last] = await alike(['a', 'c']);
		const items = [
			{ ...first, json: { text: 'a' } },
			{ ...first, json: { text: 'b' } },
			{ ...last, json: { text: 'a' } },
		];
		const options = withFiles(items, {
			postAt,
			thread: { tweet: [{ text: '={{ $json.text }}', media: { reference: [FILE] } }] },
		});
		lose(2, 'before');
		control().addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'status', status: 500 } });
		const failed = await runNode(options);
		const held = await retryExecution(options, failed);
		expect(held.error?.message).toMatch(/it was not sent again$/);
		control().clearFaults();
		const { error } = await retryExecution(options, held);
		expect(error).toBeUndefined();
		expect(posts().map(({ submissions }) => submissions[0]?.text)).toEqual(['a', 'b', 'a']);
	},
);

describe.each([
	['of the day', MIDDAY],
	['that is fixed', POST_AT],
])('in a retried execution, with one text and a time %s', (_, postAt) => {
	const shown = () =>
		standing().map(({ submissions }) => submissions.flatMap(({ mediaIds }) => mediaIds.map(nameOf)).join());
	const nameOf = (id: string) =>
		service()
			.sandbox.state()
			.media.find((media) => media.id === id)?.name;

	test('what is in doubt beside two equal rows that are done is found', async () => {
		lose(2, 'after');
		hide(2);
		const options = withFiles(await alike(['a', 'a', 'b']), { postAt });
		const failed = await runNode(options);
		expect(failed.error?.message).toMatch(/^The thread may have been scheduled/);
		const { items, error } = await retryExecution(options, failed);
		expect(error).toBeUndefined();
		expect(idsOf(items)).toEqual([{ id: '2001' }, { id: '2001' }, { id: '2002' }]);
		expect(shown()).toEqual(['a.png', 'b.png']);
	});

	test('what was not sent does not take the post of a row with another picture that is still in doubt', async () => {
		lose(1, 'after');
		hide(2);
		const options = withFiles(await alike(['a', 'b']), { postAt });
		const failed = await runNode(options);
		control().addFault({ on: 'twitterSubmissions', times: 2, fault: { kind: 'status', status: 500 } });
		const retried = await retryExecution({ ...options, node: { onError: 'continueRegularOutput' } }, failed);
		const [first, second] = retried.items.map(({ json }) => json);
		expect(first?.error).toMatch(/it was not sent again$/);
		expect(second).toMatchObject({
			post: { id: '2002' },
			warnings: [expect.stringContaining('may be of that item')],
		});
		expect(shown()).toEqual(['a.png', 'b.png']);
	});

	test('what was refused in a copy does not, either', async () => {
		control().addFault({ on: 'scheduleTweet', nth: 1, fault: { kind: 'status', status: 403 } });
		lose(2, 'after');
		hide(2);
		control().addFault({ on: 'scheduleTweet', nth: 3, fault: { kind: 'status', status: 403 } });
		const items = [{ json: { picture: '1001' } }, { json: { picture: '1002' } }];
		await control().fillLibrary(2);
		const byId = { file: { __rl: true, mode: 'id', value: '={{ $json.picture }}' } };
		const thread = { tweet: [{ text: 'New in the shop', media: { reference: [byId] } }] };
		const options: RunOptions = { ...withFiles(items, { postAt, thread }), node: { onError: 'continueErrorOutput' } };
		const copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } } as const;
		const failed = await runCopy(options, copy);
		expect(failed.error).toBeDefined();
		const { error } = await retryExecution(options, failed, copy);
		expect(error).toBeUndefined();
		expect(standing().map(({ submissions }) => submissions[0]?.mediaIds)).toEqual([['1002'], ['1001']]);
	});
});

describe.each([NOW, MIDDAY, POST_AT])(
	'what was in doubt, and comes with other values in the retry, at %s',
	(postAt) => {
		const OTHERWISE = /^Thread was scheduled before, .* but with other media or options$/;
		const withPicture = (value: string, more: INode['parameters'] = {}): RunOptions => {
			const picture = { file: { __rl: true, mode: 'id', value } };
			const thread = { tweet: [{ text: 'New in the shop', media: { reference: [picture] } }] };
			return withFiles([{ json: {} }], { postAt, thread, ...more });
		};
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

test('a retried execution sends what was refused with its own time, and not with the one of an item that is like it', async () => {
	const now = Date.now;
	let passedMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + passedMs);
	const postAt = "={{ $now.plus({ days: 1 }).startOf('minute').toISO() }}";
	control().addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 403 } });
	const run = withFiles(await alike(['a', 'b']), { postAt });
	const failed = await runNode(run);
	passedMs = 5 * 60_000;
	await retryExecution(run, failed);
	const [first, second] = standing().map((post) => Date.parse(post.postAt));
	expect(standing()).toHaveLength(2);
	expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(passedMs);
});

describe.each([NOW, MIDDAY, POST_AT])(
	'a post that is done, beside others with its text, is known at its place when it comes with other values, at %s',
	(postAt) => {
		const OTHERWISE = /^Thread was scheduled before, .* but with other media or options$/;
		const ROWS = ['1001', '1002', '1003'].map((picture) => ({ json: { picture } }));
		const ALWAYS = { options: { duplicateCheck: 'always' } };
		const CONTINUE = { node: { onError: 'continueRegularOutput' } } as const;
		const rows = (picture = '$json.picture', more: INode['parameters'] = {}, items = ROWS): RunOptions => {
			const media = { reference: [{ file: { __rl: true, mode: 'id', value: `={{ ${picture} }}` } }] };
			return withFiles(items, { postAt, thread: { tweet: [{ text: 'New in the shop', media }] }, ...more });
		};
		/** Row by row, which picture it gets instead of its own. */
		const changed = (pictures: Record<string, string>) =>
			`(${JSON.stringify(pictures)}[$json.picture] ?? $json.picture)`;
		const refuse = (nth: number, times = 1) =>
			control().addFault({ on: 'scheduleTweet', nth, times, fault: { kind: 'status', status: 403 } });
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
			const sent = postAt === NOW ? ['1001', '1001'] : ['1001'];
			refuse(sent.length + 1);
			const failed = await runNode(rows('$json.picture', {}, equal));
			expect(shown()).toEqual(sent);
			const other = { ...rows(changed({ '1001': '1009' }), {}, equal), ...CONTINUE };
			const { items } = await retryExecution(other, failed);
			expect(items.map(({ json }) => json.success ?? json.error)).toEqual([
				expect.stringMatching(OTHERWISE),
				expect.stringMatching(OTHERWISE),
				true,
				// With a time of its own it is another post, which was not sent yet.
				postAt === NOW ? true : expect.stringMatching(OTHERWISE),
			]);
			expect(shown()).toEqual([...sent, '1002', ...(postAt === NOW ? ['1009'] : [])]);
		});

		test('in a copy that gets what fails, one in doubt that a person has changed is found, and not sent again', async () => {
			const copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } } as const;
			const withErrors = (picture: string) => ({
				...rows(picture.replaceAll('$json', "$('Start').item.json"), {}, ROWS.slice(0, 2)),
				node: { onError: 'continueErrorOutput' as const },
			});
			lose(1, 'after');
			hide(9);
			refuse(2);
			const failed = await runCopy(withErrors('$json.picture'), copy);
			expect(failed.error?.message).toMatch(/^The thread may have been scheduled/);
			control().clearFaults();
			const { error } = await retryExecution(withErrors(changed({ '1001': '1009' })), failed, copy);
			expect(error?.message).toMatch(OTHERWISE);
			expect(shown()).toEqual(['1001']);
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
	const refuse = (nth: number) =>
		control().addFault({ on: 'scheduleTweet', nth, fault: { kind: 'status', status: 403 } });
	const KEEPS_ITS_TIME = expect.stringMatching(
		/^This post was scheduled before, for .* To move the post, use Reschedule\./,
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
		let last: Awaited<ReturnType<typeof runNode>> | undefined;
		for (const [index, hours] of runs.entries()) {
			if (index < runs.length - 1) refuse(index === 0 ? 2 : 1);
			const options = series(...hours);
			last = last === undefined ? await runNode(options) : await retryExecution(options, last);
		}
		expect(last?.error).toBeUndefined();
		expect(last?.items.map(({ json }) => json.warnings)).toEqual([undefined, [KEEPS_ITS_TIME], undefined]);
		expect(times()).toEqual([at(0), at(48)]);
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

	test('of the clock, which jumped since, is not sent again where the first one has another text by then', async () => {
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
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([false, true, false]);
		expect(standing().map(({ submissions }) => submissions[0]?.text)).toEqual(['a', 'changed', 'b']);
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
		let last: Awaited<ReturnType<typeof runNode>> | undefined;
		for (const [index, pictures] of runs.entries()) {
			control().clearFaults();
			if (index < runs.length - 1) refuse(last === undefined ? 2 : 1);
			const value = `={{ ${JSON.stringify(pictures)}[$json.row] }}`;
			const thread = { tweet: [{ text: 'Hi', media: { reference: [{ file: { __rl: true, mode: 'id', value } }] } }] };
			const { parameters, ...rest } = series(0, 0, 0);
			const options = { ...rest, parameters: { ...parameters, thread } };
			last = last === undefined ? await runNode(options) : await retryExecution(options, last);
		}
		expect(last?.error).toBeUndefined();
		const shown = standing().map(({ submissions }) => submissions[0]?.mediaIds.join());
		expect(shown).toEqual(['1001', '1002', '1003']);
	});

	test('in a copy that gets what fails, with a picture of its own, is sent with its own time', async () => {
		await control().fillLibrary(2);
		const copy = { gets: 'what fails', node: { onError: 'stopWorkflow' } } as const;
		const withPictures = (...hours: number[]): RunOptions => {
			const { parameters, ...rest } = series(...hours);
			const value = "={{ ['1001', '1002'][$('Start').item.json.row] }}";
			const media = { reference: [{ file: { __rl: true, mode: 'id', value } }] };
			const thread = { tweet: [{ text: 'Good morning!', media }] };
			return { ...rest, parameters: { ...parameters, thread }, node: { onError: 'continueErrorOutput' } };
		};
		refuse(2);
		refuse(3);
		const failed = await runCopy(withPictures(0, 5), copy);
		control().clearFaults();
		const mistaken = await retryExecution(withPictures(0, 0), failed, copy);
		expect(mistaken.error?.message).toMatch(/with other media or options$/);
		const { error } = await retryExecution(withPictures(0, 5), mistaken, copy);
		expect(error).toBeUndefined();
		expect(times()).toEqual([at(0), at(5)]);
	});
});
