/** Items of one run that the service cannot tell apart: one text and one time, with other pictures or with equal ones. */
import { useBinaryMode } from '../harness/binary';
import { retryExecution, runCopy, runNode, type RunOptions } from '../harness/engine';
import { POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { FILE, NOW, siblingsOf } from '../harness/siblings';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { alike, withFiles, plain, control, posts, standing, idsOf, lose, hide } = siblingsOf(service);

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

test('a post that is lost is found beside a draft with the same text, also where the service gave no ID for that', async () => {
	const withoutId = { data: { scheduleTweet: { success: true, post: null, errors: [] } } };
	control().addFault({
		on: 'scheduleTweet',
		fault: { kind: 'status', status: 200, body: withoutId, when: 'after' },
	});
	lose(2, 'after');
	const options = plain('whenInDoubt', { options: { saveAsDraft: '={{ $itemIndex === 0 }}' } });
	const { items } = await runNode({ ...options, items: texts('a', 'a') });
	expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([false, true]);
	expect(standing()).toHaveLength(2);
});

test('files with one name and one size, and other bytes, make two posts', async () => {
	const { items } = await runNode(withFiles(await alike(['1', '2'], 'image.png')));
	expect(standing()).toHaveLength(2);
	expect(posts().map(({ submissions }) => submissions[0]?.mediaIds)).toEqual([['1001'], ['1002']]);
	expect(items.every(({ json }) => json.alreadyScheduled === undefined)).toBe(true);
});

describe('the same row twice, with a time from $now', () => {
	test('"Always" posts it once', async () => {
		const options: RunOptions = { ...plain('always', { postAt: NOW }), items: texts('a', 'a', 'a') };
		const { items } = await runNode(options);
		expect(standing()).toHaveLength(1);
		expect(idsOf(items)).toEqual([{ id: '2001' }, { id: '2001' }, { id: '2001' }]);
	});

	test('"Always": a row that only found the post hides no other one: what is lost after it is found', async () => {
		await control().fillLibrary(2);
		const now = Date.now;
		// The list that the first row has read is too old for the second one.
		jest.spyOn(Date, 'now').mockImplementation(() => now() + posts().length * 11_000);
		const media = "={{ ['1001', '1001', '1002'][$itemIndex] }}";
		const file = { file: { __rl: true, mode: 'id', value: media } };
		const options: RunOptions = {
			...plain('always', { postAt: NOW, thread: { tweet: [{ text: 'a', media: { reference: [file] } }] } }),
			items: texts('a', 'a', 'a'),
		};
		lose(2, 'after');
		const { items } = await runNode(options);
		expect(idsOf(items)).toEqual([{ id: '2001' }, { id: '2001' }, { id: '2002' }]);
		expect(standing()).toHaveLength(2);
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
