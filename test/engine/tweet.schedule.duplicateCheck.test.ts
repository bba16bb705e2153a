/** The option "Duplicate Check" of Tweet: Schedule: a post whose response was lost is looked up, and two at once leave one. */
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { duplicateCheckOf, FOUND } from '../harness/duplicateCheck';
import { callAsTool, runLoop, runNode, THREE_TRIES } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { hidePosts, IN_DOUBT, POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
/** What happens while the node waits. */
let meanwhile = async () => {};
const waits = useShortWaits(async () => await meanwhile());
afterEach(() => (meanwhile = async () => {}));

const { options, posts, calls, requests, lose, loseBefore, hide, failLists, withoutLists } = duplicateCheckOf(service);
const IS_SAFE =
	/^Two looks at the posts of that day, 10 seconds apart, did not find it\. It is safe to use "Retry" in the list of executions after a minute, if the texts stay the same and nothing changes the post in the service before that: it looks/;

test.each([undefined, 'never'] as const)('where nothing is in doubt, nothing is looked up: %s', async (check) => {
	await runNode(options(check, { items: texts('a', 'b') }));
	expect(requests()).toEqual([2, 0, 0]);
});

describe('a response that is lost', () => {
	test.each([
		['the connection breaks', { kind: 'reset', when: 'after' }],
		['a gateway fails', { kind: 'status', status: 502, when: 'after' }],
		['the response is cut', { kind: 'cutJson' }],
	] as const)('the post is found: %s', async (_, fault) => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault });
		const { items, error } = await runNode(options(undefined, { items: texts('a', 'b') }));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining(FOUND),
			expect.not.objectContaining({ alreadyScheduled: true }),
		]);
		expect(posts()).toEqual(['a', 'b']);
		expect([requests(), waits]).toEqual([[2, 1, 0], [2_000]]);
	});

	test('the post is found at the second look', async () => {
		lose();
		hide(1);
		const { items } = await runNode(options());
		expect(items[0]?.json).toMatchObject(FOUND);
		expect([requests(), waits]).toEqual([
			[1, 2, 0],
			[2_000, 10_000],
		]);
	});

	test('a post that is not found is not sent again, and the error says that a retry is safe', async () => {
		loseBefore();
		const { error } = await runNode(options());
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toMatch(IS_SAFE);
		expect(error?.description).not.toContain('Check the scheduled posts');
		expect(error?.description).toContain('it looks once more before it sends. A new execution does not look.');
		expect([requests(), waits]).toEqual([
			[1, 2, 0],
			[2_000, 10_000],
		]);
	});

	test('with "always", the error says that a new execution looks for the same time', async () => {
		loseBefore();
		const { error } = await runNode(options('always'));
		expect(error?.description).toMatch(IS_SAFE);
		expect(error?.description).toContain('A new execution finds it only at the same time.');
		expect(error?.description).not.toContain('does not look');
	});

	test('a failed item has no word for which n8n shows another error, where a workflow makes one from it', async () => {
		lose();
		const { items } = await runNode(options('never', { node: { onError: 'continueRegularOutput' } }));
		const [{ json } = { json: {} }] = items;
		expect(JSON.stringify(json)).toMatch(/Check the scheduled posts.*Reason: E-CONNRESET\./);
		expect(JSON.stringify(json)).not.toContain('ECONNRESET');
	});

	test('"never" looks nothing up, and asks for a look', async () => {
		lose();
		const { error } = await runNode(options('never', { node: THREE_TRIES }));
		expect(error?.description).toMatch(/^Check the scheduled posts/);
		expect(requests()).toEqual([1, 0, 0]);
	});

	test('a list that cannot be read says so, and asks for a look', async () => {
		lose();
		failLists(500);
		const { error } = await runNode(options());
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toMatch(/^Check the scheduled posts/);
		expect(error?.description).toContain(
			'"Duplicate Check" could not look it up. The posts were not read: the service returned HTTP 500.',
		);
		expect(requests()).toEqual([1, 2, 0]);
	});

	test.each([
		['HTTP 502', { kind: 'status', status: 502 }],
		['HTTP 429', { kind: 'status', status: 429, headers: { 'Retry-After': '5' } }],
		['a connection that breaks', { kind: 'reset', when: 'after' }],
	] as const)('the list is read again after %s, and the post is found', async (_, fault) => {
		lose();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault });
		const { items } = await runNode(options());
		expect(items[0]?.json).toMatchObject(FOUND);
		expect(requests()).toEqual([1, 2, 0]);
	});

	test.each([
		['is cut', { kind: 'cutJson' }, 'the service returned text instead of data', 2],
		['is a refusal', { kind: 'status', status: 401 }, 'the API key was not accepted', 1],
	] as const)('a list that %s is told, without any secret', async (_, fault, words, looks) => {
		loseBefore();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault });
		const { error, stored } = await runNode(options());
		expect(error?.description).toMatch(/^Check the scheduled posts/);
		expect(error?.description).toContain(words);
		expect(stored).not.toContain(service().credential.apiKey);
		expect(requests()).toEqual([1, looks, 0]);
	});

	test('what two looks say alike stands in the error once', async () => {
		loseBefore();
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			times: 'always',
			fault: { kind: 'body', json: { message: 'Being updated' } },
		});
		const { error } = await runNode(options());
		expect(error?.description?.split('could not look it up')).toHaveLength(2);
		expect(calls('twitterSubmissions')).toBe(2);
	});

	test('a look that the service could not carry out is made again', async () => {
		lose();
		const json = { data: null, errors: [{ message: 'Internal server error' }] };
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'body', json } });
		const { items } = await runNode(options());
		expect(items[0]?.json).toMatchObject(FOUND);
		expect(requests()).toEqual([1, 2, 0]);
	});

	test.each([401, 502])(
		'what a look before it could not tell is not said beside what those after it have shown: HTTP %i',
		async (status) => {
			service().sandbox.control.addFault({
				on: 'twitterSubmissions',
				times: status === 502 ? 4 : 1,
				fault: { kind: 'status', status },
			});
			loseBefore();
			const { error } = await runNode(options('always'));
			expect(error?.message).toMatch(IN_DOUBT);
			expect(error?.description).toMatch(IS_SAFE);
			expect(error?.description).not.toContain('could not look it up');
		},
	);

	test('what a look could not tell is not said beside what a later one has shown', async () => {
		loseBefore();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'status', status: 403 } });
		const { error } = await runNode(options(undefined, { node: THREE_TRIES }));
		expect(error?.description).toMatch(IS_SAFE);
		expect(error?.description).not.toContain('could not look it up');
	});

	test('what two complete looks have shown stands, where those of a later try fail', async () => {
		loseBefore();
		failLists(403, 3);
		const { error } = await runNode(options(undefined, { node: THREE_TRIES }));
		expect(error?.description).toMatch(IS_SAFE);
		expect(error?.description).not.toContain('could not look it up');
		expect(calls('twitterSubmissions')).toBe(4);
	});

	test('a service without the list is asked once', async () => {
		loseBefore();
		loseBefore(2);
		withoutLists();
		const { items } = await runNode(
			options(undefined, { items: texts('a', 'b'), node: { onError: 'continueRegularOutput' } }),
		);
		for (const { json } of items) {
			expect(json.error).toMatch(IN_DOUBT);
			expect(JSON.stringify(json.details)).toContain('the service does not offer this');
		}
		expect(requests()).toEqual([2, 1, 0]);
	});

	test('an entry that cannot be read: it is not called safe', async () => {
		loseBefore();
		const json = { data: { twitterSubmissions: { total: 1, objects: [null] } } };
		service().sandbox.control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'body', json } });
		const { error } = await runNode(options());
		expect(error?.description).toMatch(/^Check the scheduled posts.*it has entries that cannot be read/);
	});

	test('a stop ends the looks', async () => {
		lose();
		service().sandbox.control.addFault({ on: 'twitterSubmissions', fault: { kind: 'hang', when: 'before' } });
		const { run, error } = await runNode(
			options(undefined, {
				onStart: (stop) => {
					const timer = setInterval(() => {
						if (calls('twitterSubmissions') === 0) return;
						clearInterval(timer);
						stop();
					}, 2);
				},
			}),
		);
		expect(run.status).toBe('canceled');
		expect(error?.message).toBe('The thread may have been scheduled: the execution was canceled');
		expect(requests()).toEqual([1, 1, 0]);
	});

	test('the post of another item with other options is not taken for it', async () => {
		loseBefore(2);
		const run = options(undefined, {
			items: [{ json: { tag: '31' } }, { json: { tag: '32' } }],
			parameters: { thread: { tweet: [{ text: 'a' }] }, options: { postTagIds: '={{ $json.tag }}' } },
			node: { onError: 'continueRegularOutput' },
		});
		const { items } = await runNode(run);
		expect(items.map(({ json }) => json.error ?? json.success)).toEqual([true, expect.stringMatching(IN_DOUBT)]);
		expect(posts()).toEqual(['a']);
	});

	test('where the post of another item with other options is in doubt, it cannot be told', async () => {
		lose();
		hide(2);
		loseBefore(2);
		const run = options(undefined, {
			items: [{ json: { tag: '31' } }, { json: { tag: '32' } }],
			parameters: { thread: { tweet: [{ text: 'a' }] }, options: { postTagIds: '={{ $json.tag }}' } },
			node: { onError: 'continueRegularOutput' },
		});
		const { items } = await runNode(run);
		expect(items.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringMatching(IN_DOUBT),
		]);
		expect(JSON.stringify(items[1]?.json.details)).toContain('may be of that item');
	});

	test('a post in the trash, a draft, and one of another account are not it', async () => {
		const { control } = service().sandbox;
		await runNode(options());
		control.deletePost('2001');
		await runNode(options(undefined, { parameters: { options: { saveAsDraft: true } } }));
		await runNode(
			options(undefined, { parameters: { username: { __rl: true, mode: 'name', value: 'my_brand_news' } } }),
		);
		loseBefore();
		const { error } = await runNode(options());
		expect(error?.description).toMatch(IS_SAFE);
	});

	test('set to continue, an error names no "Retry": there is none', async () => {
		loseBefore();
		const node: Partial<INode> = { onError: 'continueRegularOutput' };
		const { items } = await runNode(options(undefined, { node }));
		expect(JSON.stringify(items[0]?.json)).toContain(
			'Look in the service. If it is not there, send it in a new execution',
		);
		expect(JSON.stringify(items[0]?.json)).not.toContain('Retry');
	});

	test('called as a tool, an error names no "Retry": n8n takes the execution for a success', async () => {
		loseBefore();
		const { items } = await callAsTool(options(undefined, { parameters: { thread: { tweet: [{ text: 'a' }] } } }));
		expect(items[0]?.json.answer).toContain('If it is not there, send it in a new execution');
		expect(items[0]?.json.answer).not.toContain('Retry');
	});
});

describe('when n8n comes with it again', () => {
	test.each([POST_AT, '={{ $now.plus({ hours: 3 }).toISO() }}'])(
		'"Retry On Fail" looks again in each try, and sends nothing, at %s',
		async (postAt) => {
			loseBefore();
			const { error } = await runNode(options(undefined, { parameters: { postAt }, node: THREE_TRIES }));
			expect(error?.message).toMatch(IN_DOUBT);
			expect(error?.description).toMatch(IS_SAFE);
			expect(requests()).toEqual([1, 6, 0]);
		},
	);

	test.each([POST_AT, '={{ $now.plus({ hours: 3 }).toISO() }}'])(
		'a slow service is done by the second try, at %s: the others go on',
		async (postAt) => {
			lose();
			hide(2);
			const { items, error } = await runNode(
				options(undefined, { items: texts('a', 'b'), parameters: { postAt }, node: THREE_TRIES }),
			);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
			expect(posts()).toEqual(['a', 'b']);
			expect(requests()).toEqual([2, 3, 0]);
		},
	);

	test('a loop finds it in a later round, and remembers it', async () => {
		lose();
		hide(2);
		const { items } = await runLoop(options(undefined, { node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(items[0]?.json).toMatchObject(FOUND);
		expect(requests()).toEqual([1, 3, 0]);
	});

	test('what was found is not looked up again', async () => {
		lose();
		const { items } = await runNode(options(undefined, { items: texts('a', 'a', 'a') }));
		expect(items.map(({ json }) => json.post)).toEqual([{ id: '2001' }, { id: '2001' }, { id: '2001' }]);
		expect(requests()).toEqual([1, 1, 0]);
	});

	test('a tool that is called again finds it, and remembers it', async () => {
		lose();
		hide(2);
		const { items } = await callAsTool(
			options(undefined, { parameters: { thread: { tweet: [{ text: "={{ $fromAI('text', 'words') }}" }] } } }),
			[{ text: 'a' }, { text: 'a' }, { text: 'a' }],
		);
		expect(items.map(({ json }) => json.answer)).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringContaining('"alreadyScheduled":true'),
			expect.stringContaining('"alreadyScheduled":true'),
		]);
		expect(posts()).toEqual(['a']);
		expect(requests()).toEqual([1, 3, 0]);
	});
});

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
		expect(items[0]?.json.warnings).toEqual([expect.stringContaining('equal posts: 2001, 2002.')]);
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

	test.each([
		'Too many requests',
		'Rate limit exceeded, try again later',
		'Query complexity 1100 exceeds the remaining budget of 400 points, try again in 60 seconds',
		'Field "twitterSubmissions" must not be requested more than 10 times a minute',
		'Field "twitterSubmissions" argument "startDate" must be in the future',
		'Variable "$page" got invalid value 11; the last page is 10.',
		'Argument "limit" has invalid value 50.',
		'Expected type Int, found 11.',
		'Syntax Error: Unexpected <EOF>.',
	])('a look that is refused with "%s" says nothing of the next one', async (message) => {
		await runNode(options('always', { items: texts('b', 'c') }));
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			fault: { kind: 'body', json: { errors: [{ message }] } },
		});
		const { items } = await runNode(options('always', { items: texts('a', 'b', 'c') }));
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([undefined, true, true]);
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
				'The service has equal posts: 2001, 2002. Look at them in the service, and delete what is there twice.',
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

describe('many posts on the day', () => {
	const DAY = '2035-05-04T00:00:00Z';
	const postAt = DateTime.fromISO(DAY).plus({ hours: 3, seconds: 30 }).toUTC().toISO() ?? '';
	const fill = (count: number) => {
		const { control } = service().sandbox;
		control.clock.set(DAY);
		control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: count });
	};

	test('500: all pages are read, and it is found', async () => {
		fill(500);
		lose();
		const { items } = await runNode(options(undefined, { parameters: { postAt } }));
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(requests()).toEqual([1, 6, 0]);
	});

	test('500: it is not found in any page', async () => {
		fill(500);
		loseBefore();
		const { error } = await runNode(options(undefined, { parameters: { postAt } }));
		expect(error?.description).toMatch(IS_SAFE);
		expect(requests()).toEqual([1, 12, 0]);
	});

	test('"always" looks after it in a short list', async () => {
		fill(500);
		await runNode(options('always', { items: texts('a', 'b'), parameters: { postAt } }));
		expect(requests()).toEqual([2, 8, 0]);
	});

	test('more than a look-up reads: it cannot be told', async () => {
		fill(1_100);
		loseBefore();
		const { error } = await runNode(options(undefined, { parameters: { postAt } }));
		expect(error?.description).toMatch(/^Check the scheduled posts.*The list of posts is too long/);
		expect(requests()).toEqual([1, 11, 0]);
	});
});

test.each([
	['has fewer entries than it counts', { total: 30, objects: [] }],
	['does not say how many it has', { total: null, objects: [] }],
	['has more than it counts', { total: 0, objects: [{ id: '1', post: { id: '1', submissions: [] } }] }],
])('a list that %s: it is not said that the post is not there', async (_, twitterSubmissions) => {
	service().sandbox.control.addFault({
		on: 'twitterSubmissions',
		times: 'always',
		fault: { kind: 'body', json: { data: { twitterSubmissions } } },
	});
	lose();
	const { error } = await runNode(options());
	expect(error?.description).not.toMatch(IS_SAFE);
	expect(error?.description).toMatch(/^Check the scheduled posts.*The list of posts/);
});

test('a list that has fewer entries than it counts for a moment is looked at again, and the post is found', async () => {
	service().sandbox.control.addFault({
		on: 'twitterSubmissions',
		times: 2,
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 1, objects: [] } } } },
	});
	lose();
	const { items } = await runNode(options());
	expect(items[0]?.json).toMatchObject(FOUND);
	expect(posts()).toHaveLength(1);
});

test('a service that hides its posts for good: nothing is sent twice', async () => {
	lose();
	hidePosts(service().sandbox);
	const { error } = await runNode(options('always', { node: THREE_TRIES }));
	expect(error?.message).toMatch(IN_DOUBT);
	expect(calls('scheduleTweet')).toBe(1);
});
