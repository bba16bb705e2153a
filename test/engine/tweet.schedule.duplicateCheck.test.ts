/** The option "Duplicate Check" of Tweet: Schedule: a post whose response was lost is looked up, and never sent again. */
import type { INode } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { duplicateCheckOf, FOUND, IS_SAFE } from '../harness/duplicateCheck';
import { callAsTool, runLoop, runNode, THREE_TRIES } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { IN_DOUBT, POST_AT, texts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
const waits = useShortWaits();
const { options, posts, calls, requests, lose, loseBefore, hide, showFewer, failLists, withoutLists } =
	duplicateCheckOf(service);

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
		expect(error?.description).not.toContain('check the scheduled posts');
		expect(error?.description).toContain('before that. A new execution does not look.');
		expect([requests(), waits]).toEqual([
			[1, 2, 0],
			[2_000, 10_000],
		]);
	});

	test('with "always", the error says that a new execution looks for the same time', async () => {
		loseBefore();
		const { error } = await runNode(options('always'));
		expect(error?.description).toMatch(IS_SAFE);
		expect(error?.description).toContain('A new execution finds it only if it gives the post the same time and texts.');
		expect(error?.description).not.toContain('does not look');
	});

	test('a failed item has no word for which n8n shows another error, where a workflow makes one from it', async () => {
		lose();
		const { items } = await runNode(options('never', { node: { onError: 'continueRegularOutput' } }));
		const [{ json } = { json: {} }] = items;
		expect(JSON.stringify(json)).toMatch(/check the scheduled posts.*Reason: E-CONNRESET\./);
		expect(JSON.stringify(json)).not.toContain('ECONNRESET');
	});

	test('"never" looks nothing up, and asks for a look', async () => {
		lose();
		const { error } = await runNode(options('never', { node: THREE_TRIES }));
		expect(error?.description).toMatch(/^Wait some minutes, and check the scheduled posts/);
		expect(requests()).toEqual([1, 0, 0]);
	});

	test('a list that cannot be read says so, and names the retry that looks', async () => {
		lose();
		failLists(500);
		const { error } = await runNode(options());
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toMatch(/^Use "Retry" in the list of executions later/);
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
		expect(error?.description).toMatch(/^Use "Retry" in the list of executions later/);
		expect(error?.description).toContain(words);
		expect(error?.description?.includes('Check the API key')).toBe(looks === 1);
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

	test('what the looks before it could not tell is not said beside what those after it have shown', async () => {
		showFewer(2);
		loseBefore();
		const { error } = await runNode(options('always'));
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toMatch(IS_SAFE);
		expect(error?.description).not.toContain('could not look it up');
	});

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
		expect(error?.description).toMatch(
			/^Use "Retry" in the list of executions later.*it has entries that cannot be read/,
		);
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

	/** Two items that differ in a tag alone. */
	const tagged = () =>
		options(undefined, {
			items: [{ json: { tag: '31' } }, { json: { tag: '32' } }],
			parameters: { thread: { tweet: [{ text: 'a' }] }, options: { postTagIds: '={{ $json.tag }}' } },
			node: { onError: 'continueRegularOutput' },
		});

	test('the post of another item with other options is not taken for it', async () => {
		loseBefore(2);
		const { items } = await runNode(tagged());
		expect(items.map(({ json }) => json.error ?? json.success)).toEqual([true, expect.stringMatching(IN_DOUBT)]);
		expect(posts()).toEqual(['a']);
	});

	test('beside the post of another item with other options that is in doubt, it is one of two', async () => {
		lose();
		hide(2);
		lose(2);
		const { items } = await runNode(tagged());
		expect(items[0]?.json.error).toMatch(IN_DOUBT);
		expect(items[1]?.json).toMatchObject({
			alreadyScheduled: true,
			warnings: [expect.stringContaining('this post twice: 2001 and 2002.')],
		});
		expect(items[1]?.json.post).toBeUndefined();
		expect(posts()).toEqual(['a', 'a']);
	});

	test('where the post of another item with other options is in doubt, it cannot be told', async () => {
		lose();
		hide(2);
		loseBefore(2);
		const { items } = await runNode(tagged());
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
			'Wait some minutes, as a slow service may still be working on it, and look in the service then. If it is not there, send',
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
