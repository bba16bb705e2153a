/** What must not happen twice does not, whatever makes n8n run the node again: a try, a loop, a tool call, a retry of the execution. */
import { setTimeout as delay } from 'node:timers/promises';
import { DateTime } from 'luxon';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { useBinaryMode } from '../harness/binary';
import { callAsTool, type Copy, retryExecution, runCopy, runLoop, runNode, type RunOptions } from '../harness/engine';
import { TestCredentials } from '../harness/credentials';
import { gateNode } from '../harness/nodeTypes';
import { hidePosts, POST_AT, scheduledTexts, scheduleParameters, texts } from '../harness/posts';
import { useService, withKeyReplaced } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();

const THREE_TRIES: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const PARAMETERS = scheduleParameters();
const options = (more: Partial<RunOptions> & { parameters?: INode['parameters'] } = {}): RunOptions => ({
	items: texts('a'),
	credential: service().credential,
	...more,
	parameters: { ...PARAMETERS, ...more.parameters },
});

const scheduled = () => scheduledTexts(service().sandbox);
const calls = (kind = 'scheduleTweet') =>
	service()
		.sandbox.state()
		.log.filter((entry) => entry.kind === kind).length;
/** The next call is carried out, its response is lost on the way, and the service does not show it: the doubt stays. */
const loseResponse = (on: 'scheduleTweet' | 'uploadMediaFromUrl' = 'scheduleTweet', nth = 1) => {
	service().sandbox.control.addFault({ on, nth, fault: { kind: 'status', status: 502, when: 'after' } });
	hidePosts(service().sandbox);
};
const refuse = (nth: number) =>
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth,
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] },
	});
/** The service takes any media. */
const acceptAll = () =>
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		times: 'always',
		fault: { kind: 'payload', success: true, errors: [] },
	});

/** Another time whenever n8n evaluates it, and another one for each item. */
const FROM_THE_CLOCK = '={{ $now.plus({ hours: $itemIndex + 1 }).toISO() }}';

const IN_DOUBT = /^The thread may have been scheduled: /;

describe('the same post in one run', () => {
	test('is scheduled once, and each item gets it', async () => {
		const { items, error } = await runNode(options({ items: texts('a', 'b', 'a') }));
		expect(error).toBeUndefined();
		expect(scheduled()).toEqual(['a', 'b']);
		const [first, , again] = items.map(({ json }) => json);
		expect(again).toEqual({ ...first, alreadyScheduled: true });
		expect(first).not.toHaveProperty('alreadyScheduled');
	});

	test('by a handle in other letters, or with an @, is the same', async () => {
		await runNode(
			options({
				items: texts('my_brand', 'My_Brand', '@my_brand'),
				parameters: {
					username: { __rl: true, mode: 'name', value: '={{ $json.text }}' },
					thread: { tweet: [{ text: 'a' }] },
				},
			}),
		);
		expect(scheduled()).toEqual(['a']);
	});

	test.each([
		['another time', { postAt: `={{ $itemIndex ? '${POST_AT}' : $now.plus({ days: 9 }).toISO() }}` }],
		['another account', { username: { __rl: true, mode: 'name', value: '={{ "brand_" + $itemIndex }}' } }],
		[
			'other media',
			{
				thread: {
					tweet: [
						{ text: 'a', media: { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $itemIndex }}' } }] } },
					],
				},
			},
		],
		['another second tweet', { thread: { tweet: [{ text: 'a' }, { text: '={{ "b" + $itemIndex }}' }] } }],
	])('with %s it is another one', async (_, parameters) => {
		acceptAll();
		const { error } = await runNode(options({ items: texts('a', 'a'), parameters }));
		expect(error).toBeUndefined();
		expect(calls()).toBe(2);
	});

	test('in doubt is in doubt for each item', async () => {
		loseResponse();
		const { items } = await runNode(
			options({ items: texts('a', 'a', 'b'), node: { onError: 'continueRegularOutput' } }),
		);
		expect(items.map(({ json }) => json.error ?? json.success)).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringMatching(IN_DOUBT),
			true,
		]);
		expect(scheduled()).toEqual(['a', 'b']);
	});
});

describe('"Retry On Fail"', () => {
	test('of two posts that differ in their media alone, the one that was refused is sent', async () => {
		refuse(2);
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $itemIndex }}' } }] };
		const { error } = await runNode(
			options({
				items: texts('a', 'a'),
				parameters: { thread: { tweet: [{ text: 'a', media }] } },
				node: THREE_TRIES,
			}),
		);
		expect(error).toBeUndefined();
		expect(calls()).toBe(3);
	});

	test('with a time that is another one in each try: the place of the item counts', async () => {
		loseResponse();
		const { error } = await runNode(
			options({ parameters: { postAt: '={{ $now.plus({ hours: 1 }).toISO() }}' }, node: THREE_TRIES }),
		);
		expect(error?.message).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('with "Batching" and an expression that fails: nothing is sent before all can be', async () => {
		service().sandbox.control.setSettings({ serviceTimeMs: 60 });
		const { error } = await runNode(
			options({
				items: texts('a', 'b', 'c'),
				parameters: {
					thread: { tweet: [{ text: "={{ $itemIndex === 2 ? $('No such node').item.json.x : $json.text }}" }] },
					requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } },
				},
				node: THREE_TRIES,
			}),
		);
		expect(error?.context.itemIndex).toBe(2);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(calls()).toBe(0);
	});

	test('with "Batching" and an expression that fails while an earlier item is under way: it is scheduled once', async () => {
		service().sandbox.control.setSettings({ serviceTimeMs: 300 });
		const now = Date.now;
		const failsFrom = now() + 60_000;
		// The time passes when the first post is on its way, and not before all expressions were resolved.
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 2 * 60_000 : 0));
		const { run } = await runNode(
			options({
				items: texts('a', 'b', 'c'),
				parameters: {
					thread: {
						tweet: [
							{
								text: `={{ $itemIndex > 0 && $now.toMillis() > ${failsFrom} ? $('No such node').item.json.x : $json.text }}`,
							},
						],
					},
					requestOptions: { batching: { batch: { batchSize: 1, batchInterval: '150' } } },
				},
				node: { ...THREE_TRIES, waitBetweenTries: 1 },
			}),
		);
		expect(run.status).toBe('error');
		await new Promise((resolve) => setTimeout(resolve, 700));
		expect(scheduled()).toEqual(['a']);
		expect(calls()).toBe(1);
	});

	test('with "Batching" given as text the engine waits, and the items are sent', async () => {
		const { items } = await runNode(
			options({
				items: texts('a', 'b'),
				parameters: { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: '5' } } } },
			}),
		);
		expect(items).toHaveLength(2);
		expect(scheduled()).toEqual(['a', 'b']);
	});
});

describe('a loop that leads failed items back to the node', () => {
	test('gives the doubt again', async () => {
		loseResponse();
		const result = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(result.errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('also where the media have another id by then', async () => {
		loseResponse();
		await runLoop(
			options({
				parameters: {
					thread: {
						tweet: [
							{
								text: 'a',
								media: { reference: [{ file: { __rl: true, mode: 'name', value: '={{ "upload " + $runIndex }}' } }] },
							},
						],
					},
				},
				node: { onError: 'continueErrorOutput' },
			}),
			gateNode(3),
		);
		expect(calls()).toBe(1);
	});

	test('schedules what was surely not scheduled', async () => {
		refuse(1);
		const { items } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(items[0]?.json).toMatchObject({ success: true });
		expect(scheduled()).toEqual(['a']);
	});

	test('with a time that is made from the clock: gives the doubt again', async () => {
		loseResponse();
		const result = await runLoop(
			options({ parameters: { postAt: FROM_THE_CLOCK }, node: { onError: 'continueErrorOutput' } }),
			gateNode(3),
		);
		expect(result.errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	describe('of several pictures with one text, at a time that is made from the clock', () => {
		const pictures = (onError: INode['onError'] = 'continueErrorOutput') =>
			options({
				items: ['1', '2', '3'].map((media) => ({ json: { media } })),
				parameters: {
					postAt: '={{ $now.plus({ hours: 2 }).toISO() }}',
					thread: {
						tweet: [
							{ text: 'a', media: { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.media }}' } }] } },
						],
					},
				},
				node: { onError },
			});

		test('schedules the one that was refused', async () => {
			refuse(1);
			acceptAll();
			const { items } = await runLoop(pictures(), gateNode(3));
			expect(items.map(({ json }) => [json.success, json.alreadyScheduled])).toEqual([[true, undefined]]);
			expect(calls()).toBe(4);
		});

		test('gives the doubt again for the one that is in doubt', async () => {
			loseResponse();
			acceptAll();
			const { errorItems } = await runLoop(pictures(), gateNode(3));
			expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
			expect(calls()).toBe(3);
		});
	});

	test('uploads nothing from a URL twice', async () => {
		loseResponse('uploadMediaFromUrl');
		const { errorItems } = await runLoop(
			options({
				parameters: { resource: 'media', operation: 'uploadFromUrl', url: 'http://127.0.0.1:9/a.png' },
				node: { onError: 'continueErrorOutput' },
			}),
			gateNode(3),
		);
		expect(errorItems[0]?.json.error).toMatch(/^The file may have been uploaded from its URL: /);
		expect(calls('uploadMediaFromUrl')).toBe(1);
	});
});

describe('an API key that is replaced while the execution runs', () => {
	/** As soon as the first post was sent. */
	const replaced = () => withKeyReplaced(service(), () => calls() > 0);

	test.each([POST_AT, FROM_THE_CLOCK])('what is scheduled at %s is not sent again', async (postAt) => {
		const run = options({ credential: replaced(), parameters: { ...scheduleParameters('a'), postAt } });
		const { items } = await runCopy(run, { gets: 'what is done' });
		expect(items[0]?.json).toMatchObject({ success: true, alreadyScheduled: true });
		expect(calls()).toBe(1);
	});

	/** The next item is evaluated after the one before it was sent. */
	const BATCHES = { batching: { batch: { batchSize: 1, batchInterval: 200 } } };

	test.each(['whenInDoubt', 'always'])('an equal row of the same run is the same post, %s', async (duplicateCheck) => {
		const run = options({
			credential: replaced(),
			items: texts('a', 'b', 'c', 'a'),
			parameters: { options: { duplicateCheck }, requestOptions: BATCHES },
			node: { onError: 'continueRegularOutput' },
		});
		const { items } = await runNode(run);
		expect(items.at(-1)?.json).toMatchObject({ alreadyScheduled: true });
		expect(scheduled().filter((text) => text === 'a')).toEqual(['a']);
	});

	test('"Always": a row of the same run with another picture does not take the post of the first one', async () => {
		const { sandbox } = service();
		await sandbox.control.fillLibrary(2);
		const picture = { file: { __rl: true, mode: 'id', value: '={{ $json.picture }}' } };
		const { items } = await runNode(
			options({
				credential: replaced(),
				items: [{ json: { picture: '1001' } }, { json: { picture: '1002' } }],
				parameters: {
					thread: { tweet: [{ text: 'a', media: { reference: [picture] } }] },
					options: { duplicateCheck: 'always' },
					requestOptions: BATCHES,
				},
			}),
		);
		expect(items.map(({ json }) => json.post)).toEqual([{ id: '2001' }, { id: '2002' }]);
	});

	test.each([POST_AT, FROM_THE_CLOCK])('what is in doubt at %s is not sent again', async (postAt) => {
		loseResponse();
		const parameters = { postAt, options: { duplicateCheck: 'never' } };
		const run = options({ credential: replaced(), parameters, node: { onError: 'continueErrorOutput' } });
		await runLoop(run, gateNode(2));
		expect(calls()).toBe(1);
	});
});

describe('a copy of the node that gets what fails', () => {
	const toCopy = (more: INode['parameters'] = {}) =>
		options({ parameters: more, node: { onError: 'continueErrorOutput' } });

	test.each([POST_AT, FROM_THE_CLOCK])('gives the doubt again, at %s', async (postAt) => {
		loseResponse();
		const { errorItems } = await runCopy(toCopy({ postAt }), { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(scheduled()).toEqual(['a']);
	});

	test('also where the item waited long for its turn, while its time was made from the clock', async () => {
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 75_000 : 0));
		loseResponse('scheduleTweet', 2);
		const inAnHour = options({
			items: texts('a', 'b'),
			parameters: { postAt: '={{ $now.plus({ hours: 1 }).toISO() }}' },
			node: { onError: 'continueErrorOutput' },
		});
		const { errorItems } = await runCopy(inAnHour, { gets: 'what fails' });
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('with the same text at another fixed time schedules another post', async () => {
		const first = options({ parameters: scheduleParameters('a') });
		const minuteLater = DateTime.fromISO(POST_AT).plus({ minutes: 1 }).toUTC().toISO();
		const { items } = await runCopy(first, {
			gets: 'what is done',
			parameters: { ...first.parameters, postAt: minuteLater },
		});
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('schedules what was surely not scheduled', async () => {
		refuse(1);
		expect((await runCopy(toCopy(), { gets: 'what fails' })).items[0]?.json).toMatchObject({ success: true });
	});
});

describe('as a tool', () => {
	const asTool = (more: Partial<RunOptions> = {}) =>
		options({ parameters: { thread: { tweet: [{ text: "={{ $fromAI('text', 'what to say') }}" }] } }, ...more });
	const answers = async (run: RunOptions, words: string[]) =>
		(
			await callAsTool(
				run,
				words.map((text) => ({ text })),
			)
		).items.map(({ json }) => json.answer);

	test('with "Retry On Fail": one call, one post, and the doubt', async () => {
		loseResponse();
		const [answer] = await answers(asTool({ node: THREE_TRIES }), ['a']);
		expect(answer).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
		expect(scheduled()).toEqual(['a']);
	});

	test('with "Retry On Fail" and a time that is another one in each try', async () => {
		loseResponse();
		const run = asTool({ node: THREE_TRIES });
		const [answer] = await answers(
			{ ...run, parameters: { ...run.parameters, postAt: '={{ $now.plus({ hours: 1 }).toISO() }}' } },
			['a'],
		);
		expect(answer).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('with "Retry On Fail", what was refused is tried again', async () => {
		refuse(1);
		const [answer] = await answers(asTool({ node: THREE_TRIES }), ['a']);
		expect(answer).toContain('"success":true');
		expect(calls()).toBe(2);
	});

	test('a second call with the same values gets the doubt again, and one with others is sent', async () => {
		loseResponse();
		expect(await answers(asTool(), ['a', 'a', 'b'])).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringMatching(IN_DOUBT),
			expect.stringContaining('"success":true'),
		]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test.each([
		[3, POST_AT],
		[4, POST_AT],
		[3, FROM_THE_CLOCK],
		[4, FROM_THE_CLOCK],
	])('of %i equal calls at once, of which the first one is refused, one is sent, at %s', async (count, postAt) => {
		refuse(1);
		const run = asTool({ parameters: { postAt, thread: { tweet: [{ text: 'a' }] } } });
		const { items } = await callAsTool(
			run,
			Array.from({ length: count }, () => ({})),
			true,
		);
		const isAlreadyThere = ({ json }: INodeExecutionData) => JSON.stringify(json).includes('alreadyScheduled');
		expect(items.filter(isAlreadyThere)).toHaveLength(count - 2);
		expect(scheduled()).toEqual(['a']);
	});

	test.each([1, 2, 3, 4, 5, 6])(
		'two equal calls at once with a time from the clock are one post, where n8n takes long for credential read %i',
		async (slow) => {
			let reads = 0;
			jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async () => {
				// The two calls are not evaluated in the same millisecond.
				await delay(2);
				if (++reads === slow) await delay(20);
				return { ...service().credential };
			});
			const run = asTool({ parameters: { postAt: FROM_THE_CLOCK, thread: { tweet: [{ text: 'a' }] } } });
			await callAsTool(run, [{}, {}], true);
			expect(scheduled()).toEqual(['a']);
		},
	);

	test('a second call with the values of a post that is scheduled says so', async () => {
		const [, second] = await answers(asTool(), ['a', 'a']);
		expect(second).toContain('"alreadyScheduled":true');
		expect(scheduled()).toEqual(['a']);
	});

	test('a second call with a time that is made from the clock is the same post, with its first time', async () => {
		const run = asTool();
		const postAt = '={{ $now.plus({ hours: 1 }).toISO() }}';
		const [first = '', second = ''] = await answers({ ...run, parameters: { ...run.parameters, postAt } }, [
			'a',
			'a',
		]).then((all) => all.map(String));
		expect(second).toContain('"alreadyScheduled":true');
		const timeIn = (answer: string) => /"postAt":"([^"]+)"/.exec(answer)?.[1];
		expect(timeIn(second)).toBe(timeIn(first));
		expect(scheduled()).toEqual(['a']);
	});

	test('a second call with a time that is a day later is another post', async () => {
		const run = asTool({ parameters: { thread: { tweet: [{ text: 'a' }] }, postAt: "={{ $fromAI('at', 'when') }}" } });
		await callAsTool(run, [{ at: '2098-01-01T10:00:00Z' }, { at: '2098-01-02T10:00:00Z' }]);
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('media by a name in other letters is the same media', async () => {
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'name', value: "={{ $fromAI('media', 'its name') }}" } }] };
		const run = asTool({ parameters: { thread: { tweet: [{ text: 'a', media }] } } });
		const { items } = await callAsTool(run, [{ media: 'Cat.PNG' }, { media: 'cat.png' }]);
		expect(items[1]?.json.answer).toContain('"alreadyScheduled":true');
		expect(calls()).toBe(1);
	});

	test('a second call with other media is neither sent nor called a success', async () => {
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: "={{ $fromAI('media', 'its id') }}" } }] };
		const run = asTool({ parameters: { thread: { tweet: [{ text: 'a', media }] } } });
		const { items } = await callAsTool(run, [{ media: '1' }, { media: '2' }, { media: '1' }]);
		expect(items.map(({ json }) => json.answer)).toEqual([
			expect.stringContaining('"success":true'),
			expect.stringMatching(
				/other media.*It was not sent, because it may be the same post\. .* If it is meant to be another one, change a text/,
			),
			expect.stringContaining('"alreadyScheduled":true'),
		]);
		expect(calls()).toBe(1);
	});
});

describe('an execution that failed and is retried from the list of executions', () => {
	test('schedules what is not scheduled yet', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b', 'c') });
		const failed = await runNode(run);
		expect(scheduled()).toEqual(['a']);
		const { items } = await retryExecution(run, failed);
		expect(scheduled()).toEqual(['a', 'b', 'c']);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	});

	test('with times that are made from the clock: the place of an item counts', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b', 'a'), parameters: { postAt: FROM_THE_CLOCK } });
		const failed = await runNode(run);
		expect(scheduled()).toEqual(['a']);
		const { items, error } = await retryExecution(run, failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
		expect(scheduled()).toEqual(['a', 'b', 'a']);
	});

	test('with the same text at times of the data that are minutes apart: none is taken for another one', async () => {
		refuse(2);
		const items = [0, 1].map((minutes) => ({
			json: { text: 'We are live', at: DateTime.fromISO(POST_AT).plus({ minutes }).toISO() },
		}));
		const run = options({ items, parameters: { postAt: '={{ $json.at }}' } });
		const failed = await runNode(run);
		expect(scheduled()).toEqual(['We are live']);
		const { items: output } = await retryExecution(run, failed);
		expect(output.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(scheduled()).toEqual(['We are live', 'We are live']);
	});

	test('another node with the same text and another time is another post', async () => {
		refuse(2);
		const run = options({ parameters: { ...scheduleParameters('a'), postAt: FROM_THE_CLOCK } });
		const copy: Copy = {
			gets: 'what is done',
			parameters: { ...run.parameters, postAt: '={{ $now.plus({ days: 2 }).toISO() }}' },
		};
		const failed = await runCopy(run, copy);
		expect(failed.error?.message).toMatch(/^The thread was not scheduled: /);
		const { items } = await retryExecution(run, failed, copy);
		expect(items[0]?.json).toMatchObject({ success: true });
		expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
		expect(scheduled()).toEqual(['a', 'a']);
	});

	test('schedules an item with other media that had not begun', async () => {
		refuse(2);
		acceptAll();
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.media }}' } }] };
		const run = options({
			items: [
				{ json: { text: 'a', media: '1' } },
				{ json: { text: 'b', media: '2' } },
				{ json: { text: 'a', media: '3' } },
			],
			parameters: { thread: { tweet: [{ text: '={{ $json.text }}', media }] } },
		});
		const failed = await runNode(run);
		expect(failed.error).toBeDefined();
		const { items, error } = await retryExecution(run, failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false, false]);
	});

	const CLOCK_UNCHECKED = { postAt: FROM_THE_CLOCK, options: { duplicateCheck: 'never' } };

	test('with another base URL in the same credential: the error may have advised it', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b'), parameters: CLOCK_UNCHECKED });
		const failed = await runNode(run);
		const { baseUrl, apiKey } = service().credential;
		const credential = { baseUrl: baseUrl.replace('127.0.0.1', 'localhost'), apiKey };
		const { items, error } = await retryExecution({ ...run, credential }, failed);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('hours later, with a node that was made anew and has the same name', async () => {
		refuse(2);
		const run = options({ items: texts('a', 'b'), parameters: CLOCK_UNCHECKED });
		const failed = await runNode(run);
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * 3_600_000);
		const { items } = await retryExecution({ ...run, node: { ...run.node, id: 'anew' } }, failed);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('with other media for what is scheduled: the error counts it as scheduled, and says how the others are sent', async () => {
		refuse(3);
		acceptAll();
		const withMedia = (value: string): RunOptions => {
			const media = { reference: [{ file: { __rl: true, mode: 'id', value } }] };
			return options({
				items: texts('a', 'b', 'c', 'd'),
				parameters: { thread: { tweet: [{ text: '={{ $json.text }}', media }] } },
			});
		};
		const failed = await runNode(withMedia('1'));
		expect(failed.error?.description).toContain('Already scheduled: items 0 and 1. Not attempted: item 3.');
		const changed = withMedia('2');
		const refused = await retryExecution(changed, failed);
		expect(refused.error?.message).toMatch(/^Thread was scheduled before, .* with other media or options$/);
		expect(refused.error?.description).toContain(
			'Already scheduled, with other values: item 1. Not attempted: items 2 and 3.',
		);
		expect(refused.error?.description).toContain('To go on with the other items, set "On Error"');
		expect(refused.error?.description).not.toContain('No other item');
		const before = calls();
		const { items } = await retryExecution({ ...changed, node: { onError: 'continueRegularOutput' } }, refused);
		expect(items.map(({ json }) => json.success ?? false)).toEqual([false, false, true, true]);
		expect(calls() - before).toBe(2);
	});

	test('with other media for all that is scheduled: nothing is said of other items that are to be sent', async () => {
		refuse(2);
		acceptAll();
		const withMedia = (text: string, value: string): RunOptions => {
			const media = { reference: [{ file: { __rl: true, mode: 'id', value } }] };
			return options({ items: texts('a', 'b'), parameters: { thread: { tweet: [{ text, media }] } } });
		};
		const failed = await runNode(withMedia('={{ $json.text }}', '1'));
		const { error } = await retryExecution(withMedia('a', '2'), failed);
		expect(error?.description).toContain('Already scheduled, with other values: item 1.');
		expect(error?.description).not.toContain('To go on with the other items');
	});

	test('sends what was in doubt: the person was asked to look first', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'before' } });
		const run = options();
		const failed = await runNode(run);
		expect(failed.error?.message).toMatch(IN_DOUBT);
		expect((await retryExecution(run, failed)).error).toBeUndefined();
		expect(scheduled()).toEqual(['a']);
	});
});

describe('a post whose time has passed meanwhile', () => {
	/** Two days go by as soon as a post was sent. */
	const timePasses = () => {
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (calls() > 0 ? 2 * 24 * 3_600_000 : 0));
	};

	test('is known as scheduled, and does not keep others from being sent', async () => {
		refuse(2);
		const later = DateTime.utc().plus({ days: 9 }).toISO();
		const run = options({
			items: texts('a', 'b'),
			parameters: { postAt: `={{ $itemIndex ? '${later}' : '${POST_AT}' }}` },
		});
		const failed = await runNode(run);
		timePasses();
		const { items } = await retryExecution(run, failed);
		expect(items.map(({ json }) => json.alreadyScheduled ?? false)).toEqual([true, false]);
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('stays in doubt', async () => {
		loseResponse();
		timePasses();
		const { errorItems } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(errorItems[0]?.json.error).toMatch(IN_DOUBT);
		expect(calls()).toBe(1);
	});

	test('is not sent where its time passes while it waits for others', async () => {
		timePasses();
		const { error } = await runNode(options({ items: texts('a', 'b') }));
		expect(error?.message).toMatch(/which has passed$/);
		expect(scheduled()).toEqual(['a']);
	});

	test('is refused where nothing has come of it, and not sent again', async () => {
		refuse(1);
		timePasses();
		const { errorItems } = await runLoop(options({ node: { onError: 'continueErrorOutput' } }), gateNode(3));
		expect(errorItems[0]?.json.error).toMatch(/which has passed$/);
		expect(calls()).toBe(1);
	});
});

test('two executions know nothing of each other', async () => {
	await runNode(options());
	await runNode(options());
	expect(scheduled()).toEqual(['a', 'a']);
});
