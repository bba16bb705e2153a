/** "Duplicate Check" and posts that are alike: what one execution makes is not taken for what another has made, and the other way round. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { retryExecution, runCopy, runNode, type RunOptions } from '../harness/engine';
import { POST_AT, refuseLists, scheduleParameters, texts } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();

const PICTURE = exampleFile('balloons.png');
const NOW = '={{ $now.plus({ hours: 3 }).toISO() }}';

/** Items with one text, each with a picture of its own. */
const alike = async (names: string[], fileName?: string): Promise<INodeExecutionData[]> =>
	await Promise.all(
		names.map(async (name) => {
			const bytes = Buffer.concat([PICTURE, Buffer.from(name)]);
			return { json: {}, binary: { data: await storeBinary(bytes, fileName ?? `${name}.png`, 'image/png') } };
		}),
	);

const FILE = { file: { __rl: true, mode: 'binary', value: 'data' } };
const withFiles = (items: INodeExecutionData[], more: INode['parameters'] = {}): RunOptions => ({
	items,
	credential: service().credential,
	parameters: {
		...scheduleParameters(),
		thread: { tweet: [{ text: 'New in the shop', media: { reference: [FILE] } }] },
		...more,
	},
});
const plain = (check: string, more: INode['parameters'] = {}): RunOptions => ({
	items: texts('a'),
	credential: service().credential,
	parameters: { ...scheduleParameters(), options: { duplicateCheck: check }, ...more },
});

const control = () => service().sandbox.control;
const posts = () => service().sandbox.state().posts;
const standing = () => posts().filter(({ dateDeleted }) => dateDeleted === null);
const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.post);
const lose = (nth: number, when: 'before' | 'after') =>
	control().addFault({ on: 'scheduleTweet', nth, fault: { kind: 'reset', when } });
const hide = (times: number, nth = 1) =>
	control().addFault({
		on: 'twitterSubmissions',
		nth,
		times,
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 0, objects: [] } } } },
	});

describe.each([
	['line ends', 'Today\r\nhalf price', 'Today\nhalf price'],
	['half of an emoji', 'Today \ud83d', 'Today \ud83c'],
])('items with other pictures, and texts that a service may keep alike: other %s', (_, one, other) => {
	const optionsOf = async (check: string) => {
		const items = await alike(['a', 'b']);
		const worded = items.map((item, index) => ({ ...item, json: { text: index === 0 ? one : other } }));
		return withFiles(worded, {
			thread: { tweet: [{ text: '={{ $json.text }}', media: { reference: [FILE] } }] },
			options: { duplicateCheck: check },
		});
	};

	test('"Always" leaves both', async () => {
		const { error } = await runNode(await optionsOf('always'));
		expect(error).toBeUndefined();
		expect(standing()).toHaveLength(2);
	});

	test('one that is lost is not taken for the other', async () => {
		lose(2, 'before');
		const { error } = await runNode(await optionsOf('whenInDoubt'));
		expect(error?.message).toMatch(/^The thread may have been scheduled/);
		expect(standing()).toHaveLength(1);
	});

	test('one that was refused is sent in a retry', async () => {
		control().addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
		const options = await optionsOf('whenInDoubt');
		const { error } = await retryExecution(options, await runNode(options));
		expect(error).toBeUndefined();
		expect(standing()).toHaveLength(2);
	});
});

describe.each([
	['a time from $now', NOW],
	['a fixed time', POST_AT],
])('items of one run with one text and other pictures, and %s', (_, postAt) => {
	test('"Always" leaves all of them', async () => {
		const { items, run } = await runNode(
			withFiles(await alike(['a', 'b', 'c']), { postAt, options: { duplicateCheck: 'always' } }),
		);
		expect(run.status).toBe('success');
		expect(standing()).toHaveLength(3);
		expect(new Set(idsOf(items).map((post) => JSON.stringify(post))).size).toBe(3);
	});

	test('the post of one is not taken for another one, which was lost on its way', async () => {
		lose(2, 'before');
		const { error } = await runNode(withFiles(await alike(['a', 'b', 'c']), { postAt }));
		expect(error?.message).toMatch(/^The thread may have been scheduled/);
		expect(standing()).toHaveLength(1);
	});

	test('each gets its own post where both responses were lost', async () => {
		lose(1, 'after');
		lose(2, 'after');
		const { items } = await runNode(withFiles(await alike(['a', 'b']), { postAt }));
		expect(idsOf(items)).toEqual([{ id: '2001' }, { id: '2002' }]);
	});
});

test.each([NOW, POST_AT])(
	'with the time %s: the error of a retry says of none that it is scheduled before it is',
	async (postAt) => {
		const [first, last] = await alike(['a', 'c']);
		const items = [
			{ ...first, json: { text: 'a' } },
			{ ...first, json: { text: 'b' } },
			{ ...last, json: { text: 'a' } },
		];
		const thread = { tweet: [{ text: '={{ $json.text }}', media: { reference: [FILE] } }] };
		const options = withFiles(items, { postAt, thread });
		control().addFault({ on: 'scheduleTweet', nth: 2, times: 2, fault: { kind: 'status', status: 400 } });
		const { error } = await retryExecution(options, await runNode(options));
		expect(error?.description).toContain('Already scheduled: item 0. Not attempted: item 2.');
		expect(error?.description).not.toContain('with other values');
	},
);

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

describe('equal rows whose times from the clock differ by less than a look tells', () => {
	const rows = async (names: string[]): Promise<RunOptions> => {
		const at = (ms: number) => new Date(Date.parse(POST_AT) + ms).toISOString();
		const items = (await alike(names)).map((item, index) => ({ ...item, json: { at: at(index * 5) } }));
		return { ...withFiles(items, { postAt: '={{ $json.at }}' }), node: { onError: 'continueRegularOutput' } };
	};

	test('the post of one is not taken for an equal one, which was lost on its way', async () => {
		lose(2, 'before');
		const { items } = await runNode(await rows(['a', 'a']));
		expect(items[1]?.json.error).toMatch(/^The thread may have been scheduled/);
		expect(standing()).toHaveLength(1);
	});

	test('nor is it in a copy of the node at the error output', async () => {
		lose(1, 'before');
		const run = { ...(await rows(['a', 'a'])), node: { onError: 'continueErrorOutput' as const } };
		const text = { tweet: [{ text: 'New in the shop' }] };
		const options = { ...run, parameters: { ...run.parameters, thread: text } };
		const { items, errorItems } = await runCopy(options, { gets: 'what fails' });
		expect(items).toEqual([]);
		expect(errorItems[0]?.json.error).toMatch(/^The thread may have been scheduled/);
		expect(standing()).toHaveLength(1);
	});

	test('at one fixed time, they are one post: the second one finds what the first one has not', async () => {
		lose(1, 'after');
		hide(2);
		const run = await rows(['a', 'a']);
		const { items } = await runNode({ ...run, parameters: { ...run.parameters, postAt: POST_AT } });
		expect(items.map(({ json: { error, post } }) => post ?? error)).toEqual([
			expect.stringMatching(/^The thread may have been scheduled/),
			{ id: '2001' },
		]);
	});

	test('with "Always", a row with another picture does not take what may be one of theirs', async () => {
		const { parameters, ...run } = await rows(['a', 'a', 'b']);
		lose(2, 'after');
		const { items } = await runNode({ ...run, parameters: { ...parameters, options: { duplicateCheck: 'always' } } });
		expect(items[2]?.json.post).toEqual({ id: '2003' });
		expect(items[2]?.json.alreadyScheduled).toBeUndefined();
		expect(standing()).toHaveLength(3);
	});

	test('each has its own post, and none that of another picture', async () => {
		lose(2, 'after');
		lose(3, 'before');
		const { items } = await runNode(await rows(['a', 'a', 'b']));
		expect(idsOf(items.slice(0, 2))).toEqual([{ id: '2001' }, { id: '2002' }]);
		expect(items[2]?.json.error).toMatch(/^The thread may have been scheduled/);
		expect(standing()).toHaveLength(2);
	});
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

const MIDDAY = '={{ $now.plus({ days: 1 }).set({ hour: 12, minute: 0, second: 0, millisecond: 0 }).toISO() }}';

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

const withoutLists = () => refuseLists(service().sandbox);

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

test('a retried execution whose list fails twice sends nothing of it, also where the time is from $now', async () => {
	lose(1, 'after');
	hide(2);
	const options: RunOptions = { ...plain('whenInDoubt'), parameters: { ...scheduleParameters(), postAt: NOW } };
	const first = await runNode(options);
	control().addFault({ on: 'twitterSubmissions', times: 2, fault: { kind: 'status', status: 500 } });
	const second = await retryExecution(options, first);
	expect(second.error?.description).toContain('"Duplicate Check" could not look it up.');
	const { items } = await retryExecution(options, second);
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
	expect(standing()).toHaveLength(1);
});

test('equal posts that a look finds are named, where the response was lost', async () => {
	await runNode(plain('always'));
	hide(1);
	lose(1, 'after');
	const { items } = await runNode(plain('always'));
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, post: { id: '2001' } });
	expect(items[0]?.json.warnings).toEqual([expect.stringMatching(/equal posts: 2001, 2002\. Look at them/)]);
});

test('files with one name and one size, and other bytes, make two posts', async () => {
	const { items } = await runNode(withFiles(await alike(['1', '2'], 'image.png')));
	expect(standing()).toHaveLength(2);
	expect(posts().map(({ submissions }) => submissions[0]?.mediaIds)).toEqual([['1001'], ['1002']]);
	expect(items.every(({ json }) => json.alreadyScheduled === undefined)).toBe(true);
});

test('"Always" looks again where the list that it has read is old', async () => {
	// The response of the first post comes after a minute.
	const now = Date.now;
	const run = runNode({ ...plain('always'), items: texts('a', 'b') });
	await new Promise<void>((resolve) => {
		const timer = setInterval(() => {
			if (posts().length === 0) return;
			clearInterval(timer);
			jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
			resolve();
		}, 1);
	});
	await run;
	const lists = service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'twitterSubmissions');
	// Before each post, and after it.
	expect(lists).toHaveLength(4);
});

test('a post that is found, with a file of its own before one of the library, is shown with what is known', async () => {
	await runNode(withFiles(await alike(['library'])));
	const byId = { file: { __rl: true, mode: 'id', value: '1001' } };
	const thread = { tweet: [{ text: 'Two files', media: { reference: [FILE, byId] } }] };
	const items = await alike(['mine']);
	await runNode(withFiles(items, { thread }));
	const again = await runNode(withFiles([...items, ...items], { thread, options: { duplicateCheck: 'always' } }));
	expect(again.items.map(({ json }) => json.thread)).toEqual([
		[{ text: 'Two files', order: 0, media: [{ id: '1001' }] }],
		[{ text: 'Two files', order: 0, media: [{ id: '1001' }] }],
	]);
});

describe('the same row twice, with a time from $now', () => {
	test('"Always" posts it once', async () => {
		const options: RunOptions = { ...plain('always', { postAt: NOW }), items: texts('a', 'a', 'a') };
		const { items } = await runNode(options);
		expect(standing()).toHaveLength(1);
		expect(idsOf(items)).toEqual([{ id: '2001' }, { id: '2001' }, { id: '2001' }]);
	});
});

test.each([
	['"Always" leaves both', 'always', undefined],
	['one that was lost on its way is not taken for the other', 'whenInDoubt', 2],
])(
	'a service that rounds times to seconds, and items that are just over a second apart: %s',
	async (_, check, lost) => {
		const start = Math.floor(Date.parse(POST_AT) / 1000) * 1000;
		const items = (await alike(['a', 'b'])).map((item, index) => ({
			...item,
			json: { at: new Date(start + 600 + index * 1002).toISOString() },
		}));
		// The first post as the service keeps it: 600 ms are rounded up to a second.
		const objects = [
			{
				id: 3001,
				post: {
					id: 2001,
					socialAccount: { username: 'my_brand' },
					submissions: [{ id: 3001, order: 0, text: 'New in the shop', postAt: new Date(start + 1000).toISOString() }],
				},
			},
		];
		control().addFault({
			on: 'twitterSubmissions',
			nth: check === 'always' ? 2 : 1,
			times: 'always',
			fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 1, objects } } } },
		});
		if (lost !== undefined) lose(lost, 'before');
		const { error, items: output } = await runNode(
			withFiles(items, { postAt: '={{ $json.at }}', options: { duplicateCheck: check } }),
		);
		if (lost === undefined) expect([standing().length, idsOf(output)]).toEqual([2, [{ id: '2001' }, { id: '2002' }]]);
		else expect(error?.message).toMatch(/^The thread may have been scheduled/);
	},
);

test('a doubt stays a doubt in a retry that cannot look it up, also where its time has passed', async () => {
	lose(1, 'after');
	hide(2);
	const first = await runNode(plain('whenInDoubt'));
	const now = Date.now;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 48 * 3_600_000);
	withoutLists();
	const retried = await retryExecution(plain('whenInDoubt'), first);
	expect(retried.error?.message).toMatch(/^The thread may have been scheduled/);
	expect(retried.error?.description).toContain('could not look it up');
	expect(retried.error?.message).toContain('which has passed');
	// The doubt is known in a retry of the retry.
	const again = await retryExecution(plain('whenInDoubt'), retried);
	expect(again.error?.message).toMatch(/^The thread may have been scheduled/);
});

test('a preview is not called scheduled in the error of another item', async () => {
	const { error } = await runNode({
		items: texts('a', '', 'c'),
		credential: service().credential,
		parameters: {
			...scheduleParameters(),
			options: { previewOnly: true },
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } },
		},
	});
	expect(error?.description).not.toContain('Already scheduled');
	expect(error?.description).toContain('No other item was scheduled in this run.');
});

test('a post that is found and has failed on the platform is told', async () => {
	const post = {
		id: '2001',
		socialAccount: { username: 'my_brand' },
		submissions: [{ id: '3001', postAt: POST_AT, order: 0, text: 'a', error: { message: 'Your credentials are old' } }],
	};
	lose(1, 'after');
	control().addFault({
		on: 'twitterSubmissions',
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 1, objects: [{ id: '3001', post }] } } } },
	});
	const { items } = await runNode(plain('whenInDoubt'));
	expect(items[0]?.json.warnings).toEqual(['Post 2001 has failed on the platform. Look at it in the service.']);
});

describe('a post that was in doubt, in a retried execution that cannot look it up', () => {
	const refuse = () =>
		control().addFault({
			on: 'scheduleTweet',
			nth: 1,
			fault: {
				kind: 'payload',
				success: false,
				errors: [{ field: 'thread', code: null, message: 'Already scheduled' }],
			},
		});
	test.each(['whenInDoubt', 'never'])('is not called "not scheduled" where it is refused: %s', async (check) => {
		lose(1, 'after');
		withoutLists();
		const first = await runNode(plain(check));
		refuse();
		const { error } = await retryExecution(plain(check), first);
		expect(error?.message).toMatch(/^The thread may have been scheduled: .*Already scheduled$/);
		expect(standing()).toHaveLength(1);
	});

	test('nor where its file cannot be uploaded', async () => {
		lose(1, 'after');
		withoutLists();
		const options = withFiles(await alike(['a']));
		const first = await runNode(options);
		control().addFault({ on: 'startMediaUpload', times: 'always', fault: { kind: 'status', status: 400 } });
		const { error } = await retryExecution(options, first);
		expect(error?.message).toMatch(
			/^The thread may have been scheduled: .*The upload was not started: the service returned HTTP 400$/,
		);
		expect(error?.description).not.toContain('The thread was not scheduled');
		expect(standing()).toHaveLength(1);
	});
});
