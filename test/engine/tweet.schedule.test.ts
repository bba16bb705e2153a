import { DateTime } from 'luxon';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { ItemQueue } from '../../nodes/SocialPostScheduling/execution/itemQueue';
import { idField } from '../../nodes/SocialPostScheduling/utils/json';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { moveClock } from '../harness/clock';
import { callAsTool, runNode, type RunOptions, THREE_TRIES } from '../harness/engine';
import { NOT_SEEN, POST_AT, scheduledTexts, scheduleParameters, texts } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
const waits = useShortWaits();

const TOMORROW = DateTime.utc().plus({ days: 1 }).startOf('hour');

const PARAMETERS = scheduleParameters();

const schedule = async (
	items: INodeExecutionData[],
	parameters: INode['parameters'] = {},
	more: Partial<RunOptions> = {},
) => await runNode({ parameters: { ...PARAMETERS, ...parameters }, items, credential: service().credential, ...more });

const scheduled = () => scheduledTexts(service().sandbox);
const calls = () =>
	service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'scheduleTweet');

async function addMedia(name: string): Promise<string> {
	const { items } = await runNode({
		parameters: { resource: 'media', operation: 'uploadBinary', additionalFields: { name } },
		items: [
			{ json: {}, binary: { data: await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png') } },
		],
		credential: service().credential,
	});
	return idField(items[0]?.json, 'id') ?? '';
}

test('gives what was sent, the order of the rows as order, and the post', async () => {
	const { run, items } = await schedule(texts('one'), {
		username: { __rl: true, mode: 'name', value: '@my_brand' },
		thread: { tweet: [{ text: '={{ $json.text }}' }, { text: 'two' }, { text: 'three' }] },
	});
	expect(run.status).toBe('success');
	expect(items).toEqual([
		{
			json: {
				success: true,
				username: 'my_brand',
				postAt: POST_AT,
				readablePostAt: expect.stringMatching(/^\w+day, \d+ \w+ \d{4}, \d\d:\d\d \(.+\)$/),
				thread: [
					{ text: 'one', order: 0 },
					{ text: 'two', order: 1 },
					{ text: 'three', order: 2 },
				],
				post: { id: expect.any(String) },
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(scheduled()).toEqual(['one / two / three']);
});

test('what the service says beside a success stands in the error of another item, without any secret', async () => {
	const { apiKey } = service().credential;
	const said = (message: string) =>
		({ kind: 'payload', success: true, errors: [{ field: null, code: null, message }] }) as const;
	const { control } = service().sandbox;
	control.addFault({ on: 'scheduleTweet', nth: 1, times: 2, fault: said(`A picture was left out, ${apiKey}`) });
	control.addFault({ on: 'scheduleTweet', nth: 3, fault: said('The text was shortened') });
	control.addFault({ on: 'scheduleTweet', nth: 4, fault: { ...said('Not today'), success: false } });
	const failed = await schedule(texts('a', 'b', 'c', 'd'));
	expect(failed.error?.message).toBe('The thread was not scheduled: Not today');
	expect(failed.error?.description).toContain('Already scheduled: items 0 to 2.');
	expect(failed.error?.description).toContain('Warning for items 0 and 1: ');
	expect(failed.error?.description).toContain('A picture was left out, [API key]');
	expect(failed.error?.description).toMatch(/Warning for item 2: .*The text was shortened/);
	expect(failed.stored).not.toContain(apiKey);
});

test.each([
	['$now', '={{ $now.plus({ minutes: 5 }).toISO() }}', true],
	['$now, with the hour set', '={{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0 }).toISO() }}', true],
	["luxon's clock", '={{ DateTime.local().plus({ days: 1 }).toISO() }}', true],
	["JavaScript's clock", '={{ new Date(Date.now() + 3600000).toISOString() }}', true],
	[
		'the clock without its seconds',
		'={{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0, second: 0 }).toISO() }}',
		false,
	],
	['the clock with other seconds', '={{ $now.plus({ days: 1 }).set({ second: 10 }).toISO() }}', false],
	['an item', '={{ "2099-05-04T05:30:33Z" }}', false],
	[
		'an item, as long as it is to come',
		'={{ "2099-05-04T05:30:33Z".toDateTime() > $now ? "2099-05-04T05:30:33Z" : $now }}',
		false,
	],
	[
		'a set minute and second',
		'={{ $now.plus({ days: 1 }).set({ minute: 30, second: 33, millisecond: 0 }).toISO() }}',
		false,
	],
	[
		'the clock, as a text without its milliseconds',
		'={{ $now.plus({ hours: 1 }).toFormat("yyyy-MM-dd HH:mm:ss") }}',
		true,
	],
])('a time of %s and "Always": whether a second run is another post is told', async (_, postAt, isWarned) => {
	const untilNoon = TOMORROW.startOf('day').plus({ hours: 12, seconds: 33 }).toMillis() - Date.now();
	moveClock(untilNoon);
	const { items } = await schedule(texts('a'), { postAt, options: { duplicateCheck: 'always' } });
	const warning = [expect.stringContaining('with the seconds of the clock: a second run has another time')];
	expect(items[0]?.json.warnings).toEqual(isWarned ? warning : undefined);
	const unchecked = await schedule(texts('b'), { postAt });
	expect(unchecked.items[0]?.json.warnings).toBeUndefined();
});

test('what the service says beside a success is shown, without any secret', async () => {
	const { apiKey } = service().credential;
	const says = `Posted without its media, see https://a.example/x?X-Signature=5up3rs3cr3t of ${apiKey}`;
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: true, errors: [{ field: null, code: null, message: says }] },
	});
	const { items, stored } = await schedule(texts('a'));
	expect(items[0]?.json).toMatchObject({
		success: true,
		warnings: ['Posted without its media, see [address] of [API key]'],
	});
	expect(stored).not.toMatch(/5up3rs3cr3t/);
	expect(stored).not.toContain(apiKey);
});

test('a time without an offset is read in the time zone of the workflow', async () => {
	const wall = TOMORROW.toFormat("yyyy-MM-dd'T'HH:mm:ss");
	const { items } = await schedule(texts('a'), { postAt: wall }, { settings: { timezone: 'Asia/Tokyo' } });
	const meant = DateTime.fromISO(wall, { zone: 'Asia/Tokyo' }).toUTC();
	if (meant.toMillis() <= Date.now()) throw new Error('The test must use a time that is in the future everywhere');
	expect(items[0]?.json.postAt).toBe(meant.toISO({ suppressMilliseconds: true }));
});

test('an expression may give a date object', async () => {
	const { items, error } = await schedule(texts('a'), { postAt: '={{ $now.plus({ days: 3 }).startOf("day") }}' });
	expect(error).toBeUndefined();
	expect(items[0]?.json.postAt).toMatch(/Z$/);
});

test.each([51000.3125, '51000.3125'])(
	'the number of a spreadsheet, %p: the error has the expression that makes a time of it',
	async (postAt) => {
		const options = { settings: { timezone: 'Europe/Berlin' } };
		const item = { json: { text: 'a', post_at: postAt } };
		const { error } = await schedule([item], { postAt: '={{ $json.post_at }}' }, options);
		expect(error?.message).toMatch(/^Post At is .*51000\.3125.*, the number of a date in a spreadsheet/);
		const [expression] = /\{\{.*\}\}/.exec(error?.description ?? '') ?? [];
		const { items } = await schedule([item], { postAt: `=${expression}` }, options);
		expect(items[0]?.json.readablePostAt).toBe('Thursday, 18 August 2039, 07:30 (Europe/Berlin, UTC+02:00)');
	},
);

test('a time that has passed: with "Always", an earlier execution may have posted it', async () => {
	const passed = { postAt: '2020-01-01T10:00:00Z' };
	const always = await schedule(texts('a'), { ...passed, options: { duplicateCheck: 'always' } });
	expect(always.error?.description).toMatch(
		/now\. An earlier execution may have posted this item, and the others that are left: search the service for all of them first\./,
	);
	const { error } = await schedule(texts('a'), passed);
	expect(error?.description).not.toContain('may have posted');
});

test.each([
	['a time that has passed', { postAt: '2020-01-01T10:00:00Z' }, 'which has passed'],
	[
		'a time that clocks skip',
		{ postAt: '2031-03-30T02:30:00' },
		'a time that does not exist in the time zone Europe/Berlin',
	],
	['an object', { postAt: '={{ ({ date: "2030-05-17" }) }}' }, 'is {"date":"2030-05-17"}, which is not a time'],
	['no date', { postAt: 'next Monday' }, 'which is not in the form 2030-05-17T09:30:00'],
	['an empty thread', { thread: { tweet: [] } }, 'Thread is empty'],
	[
		'a tweet without text or media',
		{ thread: { tweet: [{ text: 'a' }, { text: '' }] } },
		'Thread, tweet 2 has neither text nor media',
	],
	[
		'a reference without a value',
		{ thread: { tweet: [{ text: 'a', media: { reference: [{ file: { __rl: true, mode: 'id', value: '' } }] } }] } },
		'Thread, tweet 1, media 1 has no ID',
	],
])('%s is refused before anything is sent', async (_, parameters, text) => {
	const { error } = await schedule(texts('a'), parameters, { settings: { timezone: 'Europe/Berlin' } });
	expect(error?.message).toContain(text);
	expect(calls()).toEqual([]);
});

test('media is referred to by id and by name', async () => {
	const first = await addMedia('Launch teaser');
	const { error } = await schedule(texts('a'), {
		thread: {
			tweet: [
				{
					text: 'x',
					media: {
						reference: [
							{ file: { __rl: true, mode: 'id', value: first } },
							{ file: { __rl: true, mode: 'name', value: 'launch TEASER' } },
						],
					},
				},
			],
		},
	});
	expect(error).toBeUndefined();
	expect(service().sandbox.state().posts[0]?.submissions[0]?.mediaIds).toEqual([first, first]);
});

test('every reason of a refusal is shown', async () => {
	const { error } = await schedule(texts('x'.repeat(281)), {
		username: { __rl: true, mode: 'name', value: 'not_connected' },
	});
	expect(error?.message).toMatch(/^The thread was not scheduled: /);
	const [call] = calls();
	expect(call).toBeDefined();
	expect(error?.message).toMatch(/^The thread was not scheduled: Account: .+/);
	expect(error?.description).toMatch(
		/^The service also says: Thread, tweet 1, Text: .+ Connect the account .+ Make the text shorter/,
	);
	expect(error?.context.errors).toEqual([
		expect.objectContaining({ field: 'username', code: expect.any(String) }),
		expect.objectContaining({ field: expect.stringContaining('thread'), code: expect.any(String) }),
	]);
});

describe('one item fails', () => {
	const failOne = (nth: number) =>
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth,
			fault: {
				kind: 'payload',
				success: false,
				errors: [{ field: 'postAt', code: 'INVALID_DATE', message: 'Too early' }],
			},
		});

	test('and the node stops: the items after it are not sent, and the text says so', async () => {
		failOne(2);
		const { error } = await schedule(texts('a', 'b', 'c', 'd'));
		expect(error?.message).toBe('The thread was not scheduled: Post At: Too early');
		expect(error?.description).toBe(
			'Choose a time in the future. If it is in the future for n8n, one of the two clocks is wrong. This is item 1. Already scheduled: item 0. Not attempted: items 2 and 3. To go on, use "Retry" in the list of executions ("with currently saved workflow" if you have changed it): a new execution does not know what is scheduled. A retry gets the same input items and files. A change in this node counts for all of its items, also in later rounds and executions. To change one item only, use an expression with a condition that no other item meets, such as {{ $json.column === \'wrong\' ? \'right\' : $json.column }}. To leave this item out, set "On Error" in this node\'s settings to "Continue (using error output)" for one "Retry with currently saved workflow", then to "Stop Workflow" again, before the workflow is published or runs again. n8n shows that retry as a success, whichever items fail in it: look at all runs and branches of this node\'s output. The nodes after it get only the other items: before that retry, check that this is right for them. A Merge by position would join the wrong items.',
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(scheduled()).toEqual(['a']);
		expect(calls()).toHaveLength(2);
	});

	test('and the node continues: it alone has an error', async () => {
		failOne(2);
		const { items } = await schedule(texts('a', 'b', 'c'), {}, { node: { onError: 'continueRegularOutput' } });
		expect(items.map(({ json }) => json.error ?? json.success)).toEqual([
			true,
			'The thread was not scheduled: Post At: Too early',
			true,
		]);
		expect(items[1]).toMatchObject({
			json: { details: { errors: [{ field: 'postAt', code: 'INVALID_DATE', message: 'Too early' }] } },
			pairedItem: { item: 1 },
		});
		expect(scheduled()).toEqual(['a', 'c']);
	});

	const ONLY_THE_REST =
		'A new execution runs all nodes again, also those that are done for an item: let it do only what is left.';

	test('and the node continues: its error warns of a new execution with all items', async () => {
		failOne(2);
		const { items } = await schedule(texts('a', 'b'), {}, { node: { onError: 'continueRegularOutput' } });
		expect(items[1]?.json.details).toMatchObject({ description: expect.stringContaining(ONLY_THE_REST) });
	});

	test('the first one as well, of which nothing is done yet', async () => {
		failOne(1);
		const { items } = await schedule(texts('a', 'b'), {}, { node: { onError: 'continueRegularOutput' } });
		expect(items[0]?.json.details).toMatchObject({ description: expect.stringContaining(ONLY_THE_REST) });
	});

	test('and it is the only item: there is no word of others', async () => {
		failOne(1);
		const { items } = await schedule(texts('a'), {}, { node: { onError: 'continueRegularOutput' } });
		expect(JSON.stringify(items[0]?.json)).not.toContain('new execution');
	});

	test('and the error output takes it, with the fields of its item', async () => {
		failOne(2);
		const { items, errorItems } = await schedule(
			texts('a', 'b', 'c'),
			{},
			{ node: { onError: 'continueErrorOutput' } },
		);
		expect(items).toHaveLength(2);
		expect(errorItems).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({
					text: 'b',
					error: expect.stringContaining('Too early'),
					details: expect.objectContaining({
						errors: [{ field: 'postAt', code: 'INVALID_DATE', message: 'Too early' }],
					}),
				}),
			}),
		]);
	});

	test('and "Retry On Fail" sends only what is not scheduled yet', async () => {
		failOne(2);
		const { run, items } = await schedule(texts('a', 'b', 'c'), {}, { node: THREE_TRIES });
		expect(run.status).toBe('success');
		expect(items.map(({ json }) => json.success)).toEqual([true, true, true]);
		expect(scheduled()).toEqual(['a', 'b', 'c']);
	});
});

describe('a post is never sent twice', () => {
	test.each([
		['the answer is lost', { kind: 'reset', when: 'after' }],
		['the gateway gives up', { kind: 'status', status: 504, when: 'after', body: '<html></html>' }],
		['the answer is cut', { kind: 'cutJson' }],
		['the answer is empty', { kind: 'emptyBody', when: 'after' }],
	] as const)('when %s: the text asks for a look first, also with "Retry On Fail"', async (_, fault) => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault });
		const { error } = await schedule(texts('a', 'b'), { options: { duplicateCheck: 'never' } }, { node: THREE_TRIES });
		expect(error?.message).toMatch(/^The thread may have been scheduled: /);
		expect(error?.description).toMatch(
			/^Wait some minutes, and check the scheduled posts in the service before you run this again/,
		);
		expect(calls()).toHaveLength(1);
		expect(scheduled()).toEqual(['a']);
	});

	test('but a request that was refused for the limit is', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'status', status: 429, headers: { 'Retry-After': '5' } },
		});
		expect((await schedule(texts('a'))).run.status).toBe('success');
		expect(waits).toEqual([6000]);
		expect(scheduled()).toEqual(['a']);
	});

	test('but not beyond the time of the post', async () => {
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: { kind: 'status', status: 429, headers: { 'Retry-After': '300' } },
		});
		const { error } = await schedule(texts('a'), { postAt: new Date(Date.now() + 120_000).toISOString() });
		expect(error?.message).toMatch(/^The thread was not scheduled: the request limit/);
		expect(error?.description).toMatch(/The node did not wait for that, because the post is due earlier: .*\./);
		expect(waits).toEqual([]);
		expect(calls()).toHaveLength(1);
	});

	test('nor is it looked up beyond that time before it is sent', async () => {
		service().sandbox.control.addFault({
			on: 'twitterSubmissions',
			fault: { kind: 'status', status: 429, headers: { 'Retry-After': '300' } },
		});
		const postAt = new Date(Date.now() + 120_000).toISOString();
		const { error } = await schedule(texts('a'), { postAt, options: { duplicateCheck: 'always' } });
		expect(error?.message).toMatch(NOT_SEEN);
		expect(error?.message).toContain('the request limit of the account is used up');
		expect(error?.description).toContain('The node did not wait for that, because the post is due earlier: ');
		expect(waits).toEqual([]);
		expect(scheduled()).toEqual([]);
	});

	test('nor is it sent again after that time where the service is not reached', async () => {
		await service().sandbox.control.stopListening('api');
		const { error } = await schedule(texts('a'), { postAt: new Date(Date.now() + 5_000).toISOString() });
		await service().sandbox.control.startListening('api');
		expect(error?.message).toMatch(/^The thread was not scheduled: the service cannot be reached/);
		expect(waits).toEqual([1_000, 3_000]);
	});

	test('and posts go one at a time, in the order of the items', async () => {
		service().sandbox.control.setSettings({ serviceTimeMs: 5 });
		await schedule(texts('a', 'b', 'c', 'd', 'e'));
		expect(scheduled()).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(service().sandbox.state().peaks.simultaneousCalls).toBe(1);
	});
});

test('one item with bad values keeps all items from being sent', async () => {
	const { error } = await schedule([...texts('a', 'b'), { json: {} }]);
	expect(error?.message).toBe('Thread is empty');
	expect(error?.context.itemIndex).toBe(2);
	expect(calls()).toEqual([]);
});

test('an expression that cannot be resolved for one item keeps all items from being sent', async () => {
	const { run } = await schedule(texts('a', 'b', 'c'), {
		postAt: `={{ $itemIndex === 2 ? $('No such node').item.json.x : "${POST_AT}" }}`,
	});
	expect(run.status).toBe('error');
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(calls()).toEqual([]);
});

test('nor does an error of another item come when the engine has given up', async () => {
	const unhandled: unknown[] = [];
	const listener = (reason: unknown) => unhandled.push(reason);
	process.on('unhandledRejection', listener);
	const { run } = await schedule(texts('', 'b'), {
		postAt: `={{ $itemIndex === 1 ? $('No such node').item.json.x : "${POST_AT}" }}`,
	});
	await new Promise((resolve) => setTimeout(resolve, 50));
	process.off('unhandledRejection', listener);
	expect(run.status).toBe('error');
	expect(unhandled).toEqual([]);
});

test('with "Batching" the items are sent as the engine spaces them out', async () => {
	const { run } = await schedule(texts('a', 'b', 'c'), {
		requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 10 } } },
	});
	expect(run.status).toBe('success');
	expect(scheduled()).toEqual(['a', 'b', 'c']);
});

test('with "Batching" an item that fails ends the run in order, and leaves nothing unhandled', async () => {
	const unhandled: unknown[] = [];
	const listener = (reason: unknown) => unhandled.push(reason);
	process.on('unhandledRejection', listener);
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 404 } });
	const { error } = await schedule(texts('a', 'b', 'c', 'd'), {
		requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 40 } } },
	});
	process.off('unhandledRejection', listener);
	expect(error?.description).toContain('Already scheduled: item 0. Not attempted: items 2 and 3.');
	expect(scheduled()).toEqual(['a']);
	expect(unhandled).toEqual([]);
});

test('"Execute Once" sends the first item', async () => {
	const { run } = await schedule(texts('a', 'b', 'c'), {}, { node: { executeOnce: true } });
	expect(run.status).toBe('success');
	expect(scheduled()).toEqual(['a']);
});

test('a service whose answer has no post is asked without it', async () => {
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		fault: {
			kind: 'status',
			status: 200,
			body: { errors: [{ message: 'Cannot query field "post" on type "ScheduleTweetPayload".' }] },
		},
	});
	const { items } = await schedule(texts('a'));
	expect(items[0]?.json).toMatchObject({ success: true });
	expect(items[0]?.json).not.toHaveProperty('post');
	expect(scheduled()).toEqual(['a']);
});

describe('as a tool of an AI agent', () => {
	test('each call schedules its own thread, though all of them share one execution', async () => {
		const { items, run } = await callAsTool(
			{
				parameters: { ...PARAMETERS, thread: { tweet: [{ text: "={{ $fromAI('text', 'what to say') }}" }] } },
				credential: service().credential,
			},
			[{ text: 'first' }, { text: 'second' }],
		);
		expect(run.status).toBe('success');
		expect(items.map(({ json }) => json.answer)).toEqual([
			expect.stringContaining('"success":true'),
			expect.stringContaining('"success":true'),
		]);
		expect(scheduled()).toEqual(['first', 'second']);
	});

	test('a time that has passed is to be corrected, also with "Always": a model knows calls, not executions', async () => {
		const { items } = await callAsTool({
			parameters: {
				...scheduleParameters('a'),
				postAt: '2020-05-04T09:30:00Z',
				options: { duplicateCheck: 'always' },
			},
			credential: service().credential,
		});
		expect(items[0]?.json.answer).toMatch(
			/now\. Choose a time in the future, unless an earlier call, also one without an answer, may have posted it\./,
		);
	});
});

describe('an operation that is not declared', () => {
	test.each([
		['an operation by expression', { operation: '={{ "schedule" }}' }],
		['an unknown operation', { operation: 'publish' }],
		['an unknown resource', { resource: 'story' }],
	])('%s is refused, and nothing is sent', async (_, parameters) => {
		const { error } = await schedule(texts('a'), parameters);
		expect(error?.description).toContain('Choose Resource and Operation from the lists');
		expect(service().sandbox.state().log).toEqual([]);
	});
});

test('of many items that cannot be sent, one error is made, and it names the others', async () => {
	const looks = jest.spyOn(ItemQueue.prototype, 'skippedItems');
	const items = Array.from({ length: 300 }, (_, at) => ({ json: { at, text: 'a' } }));
	const { error } = await runNode({
		parameters: { ...PARAMETERS, postAt: '={{ $json.at % 3 === 1 ? "never" : "2035-01-01T10:00:00Z" }}' },
		items,
		credential: service().credential,
	});
	expect(error?.context.itemIndex).toBe(1);
	expect(error?.description).toMatch(/Also failed: items 4, 7, 10.*Not attempted: items 0, 2, 3, 5/);
	expect(looks).toHaveBeenCalledTimes(1);
	looks.mockRestore();
});

test.each(['={{ $json.nothing }}', '={{ null }}'])(
	'a text whose expression returns nothing is refused: %s',
	async (text) => {
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '1' } }] };
		const { error } = await runNode({
			parameters: { ...PARAMETERS, thread: { tweet: [{ text, media }] } },
			credential: service().credential,
		});
		expect(error?.message).toBe('Thread, tweet 1, Text has no value: its expression returned nothing');
		expect(service().sandbox.state().log).toEqual([]);
	},
);

test('a post whose success came with a status of failure is not sent again', async () => {
	for (const status of [307, 400, 401, 403, 409, 422, 429]) {
		service().sandbox.control.reset();
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			fault: {
				kind: 'status',
				status,
				when: 'after',
				body: { data: { scheduleTweet: { success: true, errors: [] } } },
			},
		});
		const { error } = await runNode({
			parameters: PARAMETERS,
			items: texts('a'),
			credential: service().credential,
			node: THREE_TRIES,
		});
		expect([status, error?.message, service().sandbox.state().posts.length]).toEqual([status, undefined, 1]);
	}
});
