/** Items with one text and one time in an execution that is retried as it was. */
import { useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { retryExecution, runCopy, runNode, type RunOptions } from '../harness/engine';
import { POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { FILE, MIDDAY, NOW, siblingsOf } from '../harness/siblings';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();
const { alike, withFiles, control, posts, standing, idsOf, lose, hide } = siblingsOf(service);

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
	moveClock(days * DAY_MS);
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
