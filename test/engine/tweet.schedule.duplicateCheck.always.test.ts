/** "Duplicate Check": "Always": a post that is there is not sent, and of two at once one is left. */
import { DateTime } from 'luxon';
import { useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { duplicateCheckOf, FOUND } from '../harness/duplicateCheck';
import { callAsTool, runLoop, runNode, THREE_TRIES } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { NOT_SEEN, POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
/** What happens while the node waits. */
let meanwhile = async () => {};
const waits = useShortWaits(async () => await meanwhile());
afterEach(() => (meanwhile = async () => {}));

const { options, posts, requests, lose, loseBefore, hide, showFewer, failLists, withoutLists } =
	duplicateCheckOf(service);

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The time of a table, unless it has passed. */
const TABLE_OR_NOW =
	'={{ DateTime.fromISO($json.post_at) > $now ? $json.post_at : $now.plus({ minutes: 5 }).toISO() }}';

describe('"always"', () => {
	test('one list before all items of a day, and one after each', async () => {
		const { items } = await runNode(options('always', { items: texts('a', 'b', 'c') }));
		expect(items.map(({ json }) => [json.success, json.alreadyScheduled, json.warnings])).toEqual(
			Array.from({ length: 3 }, () => [true, undefined, undefined]),
		);
		expect(requests()).toEqual([3, 4, 0]);
	});

	test('a second execution finds the posts of the first one', async () => {
		await runNode(options('always', { items: texts('a', 'b') }));
		const { items } = await runNode(options('always', { items: texts('b', 'a', 'c') }));
		expect(items.map(({ json }) => [json.alreadyScheduled ?? false, json.post])).toEqual([
			[true, { id: '2002' }],
			[true, { id: '2001' }],
			[false, { id: expect.any(String) }],
		]);
		expect(posts()).toEqual(['a', 'b', 'c']);
	});

	test('two executions at the same moment: one post stays, and both have it', async () => {
		hide(2);
		const results = await Promise.all([runNode(options('always')), runNode(options('always'))]);
		expect(requests()).toEqual([2, 4, 1]);
		expect(posts()).toEqual(['a']);
		const [stays] = service()
			.sandbox.state()
			.posts.filter(({ dateDeleted }) => dateDeleted === null);
		const outputs = results.map(({ items }) => items[0]?.json);
		expect(outputs.map((json) => json?.post)).toEqual([{ id: stays?.id }, { id: stays?.id }]);
		expect(outputs.filter((json) => json?.alreadyScheduled === true)).toHaveLength(1);
	});

	test('two executions at the same moment, and a list that shows both posts a moment later: one post stays', async () => {
		hide(4);
		const results = await Promise.all([runNode(options('always')), runNode(options('always'))]);
		expect(requests()).toEqual([2, 6, 1]);
		expect(posts()).toEqual(['a']);
		expect(new Set(results.map(({ items }) => JSON.stringify(items[0]?.json.post))).size).toBe(1);
	});

	test('equal rows with a time of the clock are one post, and do not hide another one that is in doubt', async () => {
		const parameters = {
			postAt: "={{ $now.plus({ hours: 30 }).startOf('second').plus($itemIndex).toISO() }}",
			thread: { tweet: [{ text: 'a' }] },
			options: { duplicateCheck: 'always', postTagIds: '={{ $json.tag }}' },
		};
		lose(3);
		const items = ['31', '31', '32'].map((tag) => ({ json: { tag } }));
		const { items: done, error } = await runNode(options('always', { items, parameters }));
		expect(error).toBeUndefined();
		expect(done.map(({ json }) => json.post)).toEqual([{ id: '2001' }, { id: '2001' }, { id: '2003' }]);
		expect(posts()).toEqual(['a', 'a']);
	});

	test('a list that does not show the post: a warning says so', async () => {
		hide(3);
		const { items } = await runNode(options('always'));
		expect(items[0]?.json.warnings).toEqual([
			expect.stringContaining('does not show this post, 2001, in its list yet'),
		]);
		expect(requests()).toEqual([1, 3, 0]);
	});

	test('a slow service carries out a post after that of another execution was found: a warning names both', async () => {
		loseBefore();
		meanwhile = async () => void (await runNode(options('never')));
		const { items } = await runNode(options('always'));
		expect(items[0]?.json).toMatchObject(FOUND);
		expect(items[0]?.json.warnings).toEqual([expect.stringContaining('this post twice: 2001 and 2002.')]);
		expect(waits).toEqual([2_000, 10_000]);
	});

	test('five executions at the same moment: one post stays', async () => {
		hide(5);
		const results = await Promise.all(Array.from({ length: 5 }, async () => await runNode(options('always'))));
		expect(posts()).toEqual(['a']);
		expect(new Set(results.map(({ items }) => JSON.stringify(items[0]?.json.post))).size).toBe(1);
	});

	test('a response with an ID that the list does not have: the post stays, and a warning names the one that is there', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: true, fields: { post: { id: 'UG9zdDoyMDAx' } }, when: 'after' },
		});
		const { items } = await runNode(options('always'));
		expect(items[0]?.json).toMatchObject({ success: true, post: { id: 'UG9zdDoyMDAx' } });
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(items[0]?.json.warnings).toEqual([
			expect.stringContaining('shows an equal post, 2001, and not this one, UG9zdDoyMDAx:'),
		]);
		expect(requests()).toEqual([1, 3, 0]);
		expect(posts()).toEqual(['a']);
	});

	test('the look after a post does not wait beyond its time: other posts wait for it', async () => {
		const [soon, waited] = [DateTime.utc().plus({ minutes: 2 }).toISO(), waits.length];
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			nth: 2,
			times: 'always',
			fault: { kind: 'status', status: 429, headers: { 'retry-after': '300' } },
		});
		const { items } = await runNode(options('always', { items: texts('a', 'b'), parameters: { postAt: soon } }));
		expect(items.map(({ json }) => json.warnings)).toEqual([expect.anything(), expect.anything()]);
		expect(waits.slice(waited).filter((ms) => ms > 200_000)).toEqual([]);
		expect(posts()).toEqual(['a', 'b']);
	});

	test('a post that cannot be withdrawn: the error has both IDs, and nothing is sent again', async () => {
		await runNode(options('always'));
		hide(1);
		service().sandbox.control.addFault({
			on: 'deletePlatformPost',
			times: 'always',
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] },
		});
		const { error } = await runNode(options('always', { node: THREE_TRIES }));
		expect(error?.message).toBe('The thread may be scheduled twice: 2001 and 2002 are equal');
		expect(error?.description).toMatch(/^Look at both posts in the service, and delete the second one\. .*Not now/);
		expect(posts()).toEqual(['a', 'a']);
		expect(requests()).toEqual([2, 4, 1]);
	});

	test('a post that cannot be withdrawn stays an error in a loop', async () => {
		await runNode(options('always'));
		hide(1);
		service().sandbox.control.addFault({
			on: 'deletePlatformPost',
			times: 'always',
			fault: { kind: 'status', status: 401 },
		});
		const run = options('always', { node: { onError: 'continueErrorOutput' } });
		const { errorItems } = await runLoop(run, gateNode(2));
		expect(errorItems[0]?.json.error).toMatch(/^The thread may be scheduled twice: 2001 and 2002 are equal/);
		expect(requests()).toEqual([2, 4, 1]);
	});

	test('a look after it that fails is a warning', async () => {
		failLists(500, 2);
		const { items } = await runNode(options('always'));
		expect(items[0]?.json).toMatchObject({ success: true, warnings: [expect.stringContaining('HTTP 500')] });
	});

	test.each([401, 403, 429, 500, 502])(
		'a list that fails with HTTP %i: a second execution sends nothing, and the next one finds the post',
		async (status) => {
			const run = options('always', { items: texts('a', 'b'), node: THREE_TRIES });
			await runNode(options('always'));
			failLists(status);
			const { error } = await runNode(run);
			expect(error?.message).toMatch(NOT_SEEN);
			expect(error?.description).toContain(
				'Use "Retry" in the list of executions later: it looks for the post once more before it sends.',
			);
			// With a key that is not accepted, nothing can be sent either.
			expect(error?.description?.includes('To send without a look, wait some minutes')).toBe(status !== 401);
			expect(error?.description).not.toContain('To leave this item out');
			expect(error?.description).not.toContain('comes from the clock');
			expect(posts()).toEqual(['a']);
			service().sandbox.control.clearFaults();
			const { items } = await runNode(run);
			expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, undefined]);
			expect(posts()).toEqual(['a', 'b']);
		},
	);

	test('where the list fails, a time with the seconds of the clock is sent: no other execution can have had it', async () => {
		failLists(500);
		const parameters = { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' };
		const { items } = await runNode(options('always', { parameters }));
		expect(items[0]?.json.warnings).toContainEqual(expect.stringContaining('could not look it up'));
		expect(posts()).toEqual(['a']);
	});

	test('where the list fails, a time with the seconds of the clock in a set minute is not sent: a run in another minute may have had it', async () => {
		const at = Date.parse(POST_AT) - DAY_MS + 30 * MINUTE_MS + 23_000;
		const postAt = '={{ $now.plus({ days: 1 }).set({ minute: 50, millisecond: 0 }).toISO() }}';
		const run = options('always', { parameters: { postAt } });
		moveClock(at - Date.now());
		const { items } = await runNode(run);
		expect(items[0]?.json.warnings).toContainEqual(expect.stringContaining('with the seconds of the clock'));
		failLists(500);
		moveClock(at + MINUTE_MS - Date.now());
		const { error } = await runNode(run);
		expect(error?.message).toMatch(NOT_SEEN);
		expect(posts()).toEqual(['a']);
	});

	test('where the list fails, a fixed time that has the second of the clock by chance is not sent', async () => {
		const at = Date.parse(POST_AT) + 23_000;
		const items = texts('a').map(({ json }) => ({ json: { ...json, post_at: new Date(at).toISOString() } }));
		const run = options('always', { items, parameters: { postAt: TABLE_OR_NOW } });
		moveClock(at - DAY_MS - Date.now());
		const { items: done } = await runNode(run);
		expect(done[0]?.json.warnings).toBeUndefined();
		failLists(500);
		moveClock(at - DAY_MS - Date.now());
		const { error } = await runNode(run);
		expect(error?.message).toMatch(NOT_SEEN);
		expect(posts()).toEqual(['a']);
	});

	test('a list that counts more than it shows is read no more often than another one', async () => {
		showFewer('always');
		const before = waits.length;
		await runNode(options('always', { items: texts('a', 'b', 'c') }));
		expect(waits.slice(before).filter((ms) => ms > 5_000)).toEqual([]);
		expect(posts()).toEqual(['a', 'b', 'c']);
	});

	test('a time of the clock that may be another one in a retry: the error says so', async () => {
		failLists(500);
		const postAt = '={{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }).toISO() }}';
		const { error } = await runNode(options('always', { parameters: { postAt } }));
		expect(error?.description).toContain('A look finds a post only at the same time. If its time comes from the clock');
		const node = { onError: 'continueRegularOutput' } as const;
		const { items } = await runNode(options('always', { node, parameters: { postAt } }));
		expect(JSON.stringify(items)).toContain('A look finds a post only at the same time.');
		expect(posts()).toEqual([]);
	});

	test('where there is no "Retry", also the time of an earlier node may be another one in the next execution', async () => {
		failLists(500);
		const node = { onError: 'continueRegularOutput' } as const;
		const { items } = await runNode(options('always', { node }));
		expect(JSON.stringify(items)).toContain(
			'also in a node before this one, look in the service before you try again.',
		);
		expect(posts()).toEqual([]);
	});

	test('a key that is not accepted is told as such', async () => {
		failLists(401);
		const { error } = await runNode(options('always'));
		expect(error?.message).toMatch(/: the API key was not accepted/);
		expect(error?.description).toMatch(/^Check the API key/);
	});

	test('nothing is wrong with an item that could not be looked up: nothing is said of leaving it out', async () => {
		await runNode(options('always'));
		const json = { errors: [{ message: 'Too many requests' }] };
		service().sandbox.control.addFault({ on: 'twitterSubmissions', nth: 2, fault: { kind: 'body', json } });
		const items = [POST_AT, '2035-05-04T05:30:00Z'].map((at) => ({ json: { text: 'a', at } }));
		const { error } = await runNode(options('always', { items, parameters: { postAt: '={{ $json.at }}' } }));
		expect(error?.message).toMatch(NOT_SEEN);
		expect(error?.description).toContain('Already scheduled: item 0.');
		expect(error?.description).not.toMatch(/leave this item out|counts for all of its items|same input/);
	});

	test('a node that continues says how to send it where there is no "Retry"', async () => {
		failLists(500);
		const { items } = await runNode(options('always', { node: { onError: 'continueRegularOutput' } }));
		expect(items[0]?.json.details).toMatchObject({
			description: expect.stringMatching(/^The service is having trouble\. A later try looks for the post/),
		});
	});

	test('an execution that is stopped while it waits for a second look: nothing is said of a doubt', async () => {
		const json = { data: null, errors: [{ message: 'Internal server error' }] };
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'body', json } });
		let stop = () => {};
		meanwhile = async () => await Promise.resolve(stop());
		const { run, error } = await runNode(options('always', { onStart: (cancel) => (stop = cancel) }));
		expect(run.status).toBe('canceled');
		expect(error?.message).toBe('The thread was not scheduled: the execution was canceled');
		expect(posts()).toEqual([]);
	});

	test('a list that fails for a while: "Retry On Fail" looks again, and sends what is not there', async () => {
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 403 } });
		const { items } = await runNode(options('always', { node: THREE_TRIES }));
		expect(items[0]?.json).toMatchObject({ success: true });
		expect(posts()).toEqual(['a']);
	});

	test('a list that the service could not give is read again some seconds later', async () => {
		const json = { data: null, errors: [{ message: 'Internal server error' }] };
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'body', json } });
		const before = waits.length;
		const { items } = await runNode(options('always', { items: texts('a', 'b') }));
		expect(items.map(({ json: { success, warnings } }) => [success, warnings])).toEqual([
			[true, undefined],
			[true, undefined],
		]);
		expect(waits.slice(before)).toEqual([expect.closeTo(10_000, -3)]);
	});

	test('an agent is told of a list that fails, and nothing is sent', async () => {
		failLists(500);
		const { items } = await callAsTool(options('always'), [{}]);
		expect(JSON.stringify(items)).toContain(
			'The service is having trouble. A later try looks for the post before it sends.',
		);
		expect(posts()).toEqual([]);
	});

	test.each([
		'Too many requests',
		'Rate limit exceeded, try again later',
		'Query complexity 1100 exceeds the remaining budget of 400 points, try again in 60 seconds',
		'Field "twitterSubmissions" must not be requested more than 10 times a minute',
		'Field "twitterSubmissions" argument "startDate" must be in the future',
		'Variable "$page" got invalid value 11; the last page is 10.',
		'Argument "limit" has invalid value 50.',
		'Syntax Error: Unexpected <EOF>.',
	])('a look that is refused with "%s" says nothing of the next one', async (message) => {
		await runNode(options('always', { items: texts('b', 'c') }));
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			fault: { kind: 'body', json: { errors: [{ message }] } },
		});
		const node = { onError: 'continueRegularOutput' } as const;
		const { items } = await runNode(options('always', { items: texts('a', 'b', 'c'), node }));
		expect(items.map(({ json }) => json.alreadyScheduled ?? json.error)).toEqual([
			expect.stringMatching(NOT_SEEN),
			true,
			true,
		]);
		expect(posts()).toEqual(['b', 'c']);
	});

	test('a look whose document the service does not take says nothing of the next one', async () => {
		await runNode(options('always', { items: texts('b', 'c') }));
		const json = { errors: [{ message: 'Expected type Int, found 11.' }] };
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'body', json } });
		const { items } = await runNode(options('always', { items: texts('a', 'b', 'c') }));
		expect(items.map(({ json: { alreadyScheduled } }) => alreadyScheduled)).toEqual([undefined, true, true]);
		expect(posts().sort()).toEqual(['a', 'b', 'c']);
	});

	test('a post on the last day there is can be looked up, and says nothing of the next one', async () => {
		const items = ['9999-12-31T12:00:00Z', POST_AT].map((at) => ({ json: { text: `At ${at}`, at } }));
		const run = options('always', { items, parameters: { postAt: '={{ $json.at }}' } });
		await runNode(run);
		const again = await runNode(run);
		expect(again.items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true]);
		expect(posts()).toHaveLength(2);
	});

	test('a service without the lists: each post is sent, with a warning', async () => {
		withoutLists();
		const { items, error } = await runNode(options('always', { items: texts('a', 'b') }));
		expect(error).toBeUndefined();
		for (const { json } of items) {
			expect(json.warnings).toContain(
				'"Duplicate Check" could not look it up. The posts were not read: the service does not offer this.',
			);
		}
		expect(requests()).toEqual([2, 1, 0]);
	});

	test('a service that gives no ID: nothing is withdrawn, and a warning names the posts', async () => {
		await runNode(options('always'));
		hide(1);
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: true, errors: [], when: 'after' },
		});
		const { items } = await runNode(options('always'));
		expect(items[0]?.json).toMatchObject({
			success: true,
			warnings: [
				'The service has this post twice: 2001 and 2002. Look again in a minute: if another execution has "Duplicate Check" set to "Always", it may move one of them to the trash. If you want it once then, and their media are the same, keep one and delete the other, for example with Post: Delete.',
			],
		});
		expect(requests()).toEqual([2, 4, 0]);
	});

	test('two items with other options are two posts', async () => {
		const run = options('always', {
			items: [{ json: { tag: '31' } }, { json: { tag: '32' } }],
			parameters: {
				thread: { tweet: [{ text: 'a' }] },
				options: { duplicateCheck: 'always', postTagIds: '={{ $json.tag }}' },
			},
		});
		const { items, error } = await runNode(run);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.alreadyScheduled, json.warnings])).toEqual([
			[undefined, undefined],
			[undefined, undefined],
		]);
		expect(posts()).toEqual(['a', 'a']);
	});

	test('the same post by several calls of an agent in one turn is sent once', async () => {
		const run = options('always', {
			parameters: { thread: { tweet: [{ text: "={{ $fromAI('text', 'what to say') }}" }] } },
		});
		const { items } = await callAsTool(run, [{ text: 'a' }, { text: 'a' }, { text: 'a' }], true);
		expect(items.filter(({ json }) => JSON.stringify(json).includes('alreadyScheduled'))).toHaveLength(2);
		expect(requests()).toEqual([1, 2, 0]);
	});

	test('a lost response is found as well, by two looks', async () => {
		lose();
		const { items } = await runNode(options('always'));
		expect(items[0]?.json).toMatchObject(FOUND);
		expect(items[0]?.json).not.toHaveProperty('warnings');
		expect(requests()).toEqual([1, 3, 0]);
	});
});
