/** "Retry On Fail" of a node that calls a sub-workflow starts a new execution of it for each try: what is known holds in all of them. */
import { setTimeout as delay } from 'node:timers/promises';
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { retryExecution, runNode, type RunOptions } from '../harness/engine';
import { POST_AT, postParameters, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { until } from '../../scripts/lib/until';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));

const PICTURE = exampleFile('balloons.png');
/** Of the same size and type. */
const OTHER_PICTURE = Buffer.concat([PICTURE.subarray(0, -1), Buffer.of(7)]);

let callers = 0;
let caller: string;
beforeEach(() => (caller = `caller ${++callers}`));

const call = async (more: Omit<RunOptions, 'credential'>) =>
	await runNode({ credential: service().credential, caller, ...more });

const upload = async (bytes: Buffer) =>
	await call({
		parameters: { resource: 'media', operation: 'uploadBinary', options: { ifFileExists: 'useExisting' } },
		items: [{ json: {}, binary: { data: await storeBinary(bytes, 'balloons.png', 'image/png') } }],
	});

test('another file of the same name, type and size does not get the media of the one before', async () => {
	await upload(OTHER_PICTURE);
	const { items } = await upload(PICTURE);
	expect(items[0]?.json).not.toHaveProperty('existing');
	expect(service().sandbox.state().media).toHaveLength(2);
});

test('the same file is found in the library', async () => {
	await upload(PICTURE);
	expect((await upload(PICTURE)).items[0]?.json).toMatchObject({ existing: true });
});

type PostWithFile = readonly [text: string, bytes: Buffer, name: string];

const scheduleWith = async (duplicateCheck: string, ...posts: PostWithFile[]) =>
	await call({
		parameters: {
			...scheduleParameters(),
			specifyThread: 'text',
			text: '={{ $json.text }}',
			media: { reference: [{ file: { __rl: true, mode: 'binary', value: 'data' } }] },
			options: { ifFileExists: 'useExisting', duplicateCheck },
		},
		items: await Promise.all(
			posts.map(async ([text, bytes, name]) => ({
				json: { text },
				binary: { data: await storeBinary(bytes, name, 'image/png') },
			})),
		),
	});

const schedule = async (...posts: PostWithFile[]) => await scheduleWith('whenInDoubt', ...posts);

const refuse = (nth: number) =>
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth,
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
	});

/** Which media each post has, by its text. */
const mediaOfPosts = () =>
	Object.fromEntries(
		service()
			.sandbox.state()
			.posts.flatMap(({ submissions }) => submissions.map(({ text, mediaIds }) => [text, mediaIds[0]])),
	);

test('also where an earlier call has ended before it came to it', async () => {
	refuse(1);
	const posts: PostWithFile[] = [
		['a', PICTURE, 'balloons.png'],
		['b', PICTURE, 'balloons.png'],
	];
	await schedule(...posts);
	expect((await schedule(...posts)).items).toHaveLength(2);
	expect(service().sandbox.state().media).toHaveLength(1);
});

test('another file gets none that was uploaded ahead for an item that was skipped', async () => {
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth: 1,
		fault: { kind: 'slow', ms: 1000, when: 'before' },
	});
	refuse(2);
	await schedule(['a', PICTURE, 'first.png'], ['b', PICTURE, 'fails.png'], ['c', PICTURE, 'balloons.png']);
	await schedule(['d', OTHER_PICTURE, 'balloons.png']);
	const { media } = service().sandbox.state();
	// The first ones are uploaded side by side, and end in any order.
	expect(media.map(({ name }) => name).sort()).toEqual(['balloons.png', 'balloons.png', 'fails.png', 'first.png']);
	expect(mediaOfPosts().d).toBe(media.at(-1)?.id);
});

test('another file gets none of a call beside it, whose post is under way', async () => {
	service().sandbox.control.addFault({
		on: 'scheduleTweet',
		nth: 1,
		fault: { kind: 'slow', ms: 1000, when: 'before' },
	});
	const first = schedule(['a', PICTURE, 'balloons.png']);
	await until('the upload is done', () => service().sandbox.state().media.length === 1);
	await schedule(['b', OTHER_PICTURE, 'balloons.png']);
	await first;
	const { a, b } = mediaOfPosts();
	expect(a).not.toBe(b);
});

test('a file whose post is there already counts', async () => {
	await schedule(['a', PICTURE, 'balloons.png']);
	const { media } = service().sandbox.state();
	caller = `${caller} of another day`;
	await scheduleWith('always', ['a', PICTURE, 'balloons.png']);
	await schedule(['b', OTHER_PICTURE, 'balloons.png']);
	expect(mediaOfPosts().b).not.toBe(media[0]?.id);
});

test('the address of an upload that an earlier call has begun is in no error', async () => {
	const { sandbox } = service();
	await upload(PICTURE);
	const path = sandbox.state().log.find(({ kind }) => kind === 'put')?.path ?? '';
	expect(path).not.toBe('');
	const message = `Uploads go to ${path}`;
	sandbox.control.addFault({
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message }] },
	});
	const { stored } = await call({ parameters: scheduleParameters(), items: [{ json: { text: 'a' } }] });
	expect(stored).toContain('Uploads go to');
	expect(stored).not.toContain(path);
});

test('a post that an earlier call has deleted is known', async () => {
	service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 1 });
	const remove = { parameters: postParameters('delete', '2001', { options: { permanently: true } }) };
	await call(remove);
	expect((await call(remove)).items.map(({ json }) => json)).toEqual([{ deleted: true }]);
});

const SCHEDULE = { parameters: scheduleParameters(), items: [{ json: { text: 'a' } }] };

test('a post that an earlier call has scheduled is known', async () => {
	await call(SCHEDULE);
	expect((await call(SCHEDULE)).items[0]?.json).toMatchObject({ alreadyScheduled: true });
});

test.each([
	['another sub-workflow', { workflowId: 'other' }],
	['another execution', { caller: 'another caller' }],
])('one that %s has scheduled is another one', async (_, more) => {
	await call(SCHEDULE);
	expect((await call({ ...SCHEDULE, ...more })).items[0]?.json).not.toHaveProperty('alreadyScheduled');
	expect(service().sandbox.state().posts).toHaveLength(2);
});

describe('a call that failed, whose caller called once more, is retried from the list', () => {
	const TEXTS = [{ json: { text: 'a' } }, { json: { text: 'b' } }, { json: { text: 'c' } }];
	const texts = () =>
		service()
			.sandbox.state()
			.posts.flatMap(({ submissions }) => submissions.map(({ text }) => text))
			.sort();
	const scheduling = (more: INode['parameters']) => ({
		parameters: { ...scheduleParameters('={{ $json.text }}'), ...more },
		items: TEXTS,
		credential: service().credential,
		caller,
	});

	const rowsWithMedia = (rows: string[], id: string, more: INode['parameters']) => {
		const media = { reference: [{ file: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }] };
		return {
			...scheduling({ ...more, specifyThread: 'text', text: '={{ $json.text }}', media }),
			items: rows.map((text) => ({ json: { text, id, at: POST_AT } })),
		};
	};

	const leaveInDoubt = (nth: number) =>
		service().sandbox.control.addFault({
			on: 'scheduleTweet',
			nth,
			fault: { kind: 'status', status: 500, when: 'before' },
		});

	test.each([
		['a time that is the same', {}, 1],
		['a time that is the same', {}, 2],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }, 1],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' }, 2],
		['"Duplicate Check" set to "Never"', { options: { duplicateCheck: 'never' } }, 2],
	])('each post is scheduled once, with %s', async (_, more, failing) => {
		refuse(failing);
		const run = scheduling(more);
		const failed = await runNode(run);
		expect(failed.error?.message).toContain('Not today');
		expect((await runNode(run)).items).toHaveLength(3);
		const retried = await retryExecution(run, failed);
		expect(retried.items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	test.each([1, 2, 3])('also much later, with a time of the clock; item %i was refused', async (failing) => {
		refuse(failing);
		const run = scheduling({ postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
		const failed = await runNode(run);
		await runNode(run);
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 45 * 60_000);
		const retried = await retryExecution(run, failed);
		jest.restoreAllMocks();
		expect(retried.items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	test.each([0, 25])(
		'rows of one text, each in a call with hours of its own after now, %i hours later',
		async (later) => {
			const calls = [5, 29, 53].map((hours) => ({
				...scheduling({ postAt: '={{ $now.plus({ hours: $json.hours }).toISO() }}' }),
				items: [{ json: { text: 'same', hours } }],
			}));
			refuse(1);
			const failed = await runNode(calls[0]!);
			await runNode(calls[1]!);
			await runNode(calls[2]!);
			const now = Date.now;
			jest.spyOn(Date, 'now').mockImplementation(() => now() + later * 60 * 60_000);
			const { items } = await retryExecution(calls[0]!, failed);
			jest.restoreAllMocks();
			expect(items[0]?.json).not.toHaveProperty('alreadyScheduled');
			expect(texts()).toEqual(['same', 'same', 'same']);
		},
	);

	test('all failed calls are retried: each post is scheduled once', async () => {
		leaveInDoubt(1);
		const run = scheduling({ options: { duplicateCheck: 'never' }, postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
		const first = await runNode(run);
		const second = await runNode(run);
		expect([first, second].map(({ error }) => error?.message)).toEqual([
			expect.stringContaining('may have been scheduled'),
			expect.stringContaining('may have been scheduled'),
		]);
		expect((await retryExecution(run, second)).items).toHaveLength(3);
		expect((await retryExecution(run, first)).items.map(({ json }) => json.alreadyScheduled)).toEqual([
			true,
			true,
			true,
		]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	test.each([
		['a time that is the same', {}],
		['a time of a table', { postAt: '={{ $json.at }}' }],
		['a time of the clock', { postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' }],
	])('a row that was refused for other media is refused again in a retry, with %s', async (_, more) => {
		await service().sandbox.control.fillLibrary(2);
		const [one = '', other = ''] = service()
			.sandbox.state()
			.media.map(({ id }) => id);
		refuse(3);
		await runNode(rowsWithMedia(['a', 'b', 'c'], one, more));
		const run = rowsWithMedia(['b'], other, more);
		const refused = await runNode(run);
		expect(refused.error?.message).toContain('with other media');
		const again = await retryExecution(run, refused);
		expect(again.error?.message).toContain('with other media');
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 45 * 60_000);
		for (const each of [refused, again]) {
			expect((await retryExecution(run, each)).error?.message).toContain('with other media');
		}
		jest.restoreAllMocks();
		expect(texts()).toEqual(['a', 'b']);
	});

	test('a row that was refused, and that a later call has scheduled with other media, is not sent by its retries', async () => {
		await service().sandbox.control.fillLibrary(2);
		const [one = '', other = ''] = service()
			.sandbox.state()
			.media.map(({ id }) => id);
		refuse(1);
		const run = rowsWithMedia(['a'], one, {});
		const refused = await runNode(run);
		expect(refused.error?.message).toContain('Not today');
		expect((await runNode(rowsWithMedia(['a'], other, {}))).error).toBeUndefined();
		const retried = await retryExecution(run, refused);
		expect(retried.error?.message).toContain('with other media');
		expect((await retryExecution(run, retried)).error?.message).toContain('with other media');
		expect(texts()).toEqual(['a']);
	});

	test('a call after the retry knows what that did', async () => {
		refuse(2);
		const run = scheduling({ postAt: '={{ $now.plus({ hours: 5 }).toISO() }}' });
		await retryExecution(run, await runNode(run));
		expect((await runNode(run)).items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	test('rows of one text and times of a table, each in a call of its own, are posts of their own', async () => {
		const rows = [0, 2, 4].map((minutes) =>
			[`first of ${minutes}`, 'same'].map((text) => ({
				json: { text, at: DateTime.fromISO(POST_AT).plus({ minutes }).toISO() },
			})),
		);
		const ofRow = (items: (typeof rows)[number]) => ({ ...scheduling({ postAt: '={{ $json.at }}' }), items });
		const [first, second, third] = rows.map(ofRow);
		await runNode(first!);
		// The second one is not attempted.
		refuse(1);
		const failed = await runNode(second!);
		expect(failed.error?.message).toContain('Not today');
		await runNode(third!);
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 5 * 60_000);
		const { items } = await retryExecution(second!, failed);
		jest.restoreAllMocks();
		expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([undefined, undefined]);
		expect(texts()).toEqual(['first of 0', 'first of 2', 'first of 4', 'same', 'same', 'same']);
	});

	test('what the failed call has left in doubt is looked for', async () => {
		leaveInDoubt(1);
		const run = scheduling({ options: { duplicateCheck: 'never' } });
		const failed = await runNode(run);
		expect(failed.error?.message).toContain('may have been');
		await retryExecution(run, failed);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	describe('with looks at the service', () => {
		useShortWaits();

		const CLOCK = { postAt: '={{ $now.plus({ hours: 3 }).toISO() }}' };
		const NEVER = { options: { duplicateCheck: 'never' } };

		/** The service does not carry out the first item, and gives no clear response, in two calls. */
		const failTwice = async (run: RunOptions) => {
			const { control } = service().sandbox;
			const fault = { kind: 'status', status: 502, when: 'before' } as const;
			control.addFault({ on: 'scheduleTweet', times: 'always', fault });
			const failed = [await runNode(run), await runNode(run)] as const;
			for (const { error } of failed) expect(error?.message).toContain('may have been scheduled');
			control.clearFaults();
			return failed;
		};

		describe.each([
			['a time that is the same', {}],
			['a time of the clock', CLOCK],
			['a time that is the same, and "Duplicate Check" set to "Never"', NEVER],
			['a time of the clock, and "Duplicate Check" set to "Never"', { ...CLOCK, ...NEVER }],
		])('all calls that were left in doubt are retried, with %s: each post is scheduled once', (_, more) => {
			test.each(['the first one first', 'the last one first'])('one after the other, %s', async (order) => {
				const run = scheduling(more);
				const failed = await failTwice(run);
				const [one, other] = order === 'the first one first' ? failed : [...failed].reverse();
				await retryExecution(run, one);
				const { items } = await retryExecution(run, other);
				expect(items.map(({ json }) => json.alreadyScheduled)).toEqual([true, true, true]);
				expect(texts()).toEqual(['a', 'b', 'c']);
			});

			test('all at once, of which one is refused: the next retry sends what is left', async () => {
				const run = scheduling(more);
				const failed = await failTwice(run);
				refuse(1);
				const retried = await Promise.all(failed.map(async (each) => await retryExecution(run, each)));
				for (const each of retried) if (each.error !== undefined) await retryExecution(run, each);
				expect(texts()).toEqual(['a', 'b', 'c']);
			});

			test.each([
				['looks', 'twitterSubmissions'],
				['sends', 'scheduleTweet'],
			] as const)('one while the other %s', async (__, on) => {
				const run = scheduling(more);
				const [first, second] = await failTwice(run);
				service().sandbox.control.addFault({ on, times: 'always', fault: { kind: 'slow', ms: 100 } });
				const retries = [retryExecution(run, first)];
				await delay(50);
				retries.push(retryExecution(run, second));
				await Promise.all(retries);
				expect(texts()).toEqual(['a', 'b', 'c']);
			});
		});

		test.each(['never', 'whenInDoubt', 'always'])(
			'rows of one text with pictures of their own are posts of their own, with "%s"',
			async (duplicateCheck) => {
				await service().sandbox.control.fillLibrary(2);
				const { media } = service().sandbox.state();
				const run = {
					...rowsWithMedia([], '', { options: { duplicateCheck } }),
					items: media.map(({ id }) => ({ json: { text: 'same', id } })),
				};
				for (const failed of await failTwice(run)) {
					const { error } = await retryExecution(run, failed);
					expect(error).toBeUndefined();
				}
				const { posts } = service().sandbox.state();
				expect(posts.map(({ submissions }) => submissions[0]?.mediaIds[0])).toEqual(media.map(({ id }) => id));
			},
		);

		test.each([
			['a time that is the same', {}],
			['a time of a table', { postAt: '={{ $json.at }}' }],
			['a time of the clock', CLOCK],
			['"Always"', { options: { duplicateCheck: 'always' } }],
		])('a row in doubt that comes with other media is looked for in a retry, with %s', async (_, more) => {
			const { control } = service().sandbox;
			await control.fillLibrary(2);
			const [one = '', other = ''] = service()
				.sandbox.state()
				.media.map(({ id }) => id);
			control.addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'status', status: 500 } });
			control.addFault({
				on: 'scheduleTweet',
				nth: 2,
				times: 'always',
				fault: { kind: 'status', status: 502, when: 'after' },
			});
			await runNode(rowsWithMedia(['a', 'b'], one, more));
			const run = rowsWithMedia(['b'], other, more);
			const failed = await runNode(run);
			expect(failed.error?.message).toContain('may have been');
			control.clearFaults();
			await retryExecution(run, failed);
			expect(texts()).toEqual(['a', 'b']);
		});

		test('what a retry of it could not do is done by the next one', async () => {
			leaveInDoubt(1);
			const run = scheduling({});
			const failed = await runNode(run);
			refuse(1);
			const refused = await retryExecution(run, failed);
			expect(refused.error?.message).toContain('Not today');
			expect((await retryExecution(run, refused)).items).toHaveLength(3);
			expect(texts()).toEqual(['a', 'b', 'c']);
		});
	});

	test('what the other call has left in doubt is told once, so that a person looks, and then sent', async () => {
		refuse(1);
		const run = scheduling({ options: { duplicateCheck: 'never' } });
		const failed = await runNode(run);
		leaveInDoubt(1);
		await runNode(run);
		const told = await retryExecution(run, failed);
		expect(told.error?.message).toContain('may have been scheduled');
		expect(texts()).toEqual([]);
		expect((await retryExecution(run, told)).items).toHaveLength(3);
		expect(texts()).toEqual(['a', 'b', 'c']);
	});

	test('each post is published once', async () => {
		const { sandbox } = service();
		sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 3 });
		const errors = [{ field: null, code: null, message: 'Not today' }];
		sandbox.control.addFault({ on: 'submitPlatformPost', nth: 2, fault: { kind: 'payload', success: false, errors } });
		const run = {
			parameters: postParameters('publishNow', '={{ $json.id }}'),
			items: ['2001', '2002', '2003'].map((id) => ({ json: { id } })),
			credential: service().credential,
			caller,
		};
		const failed = await runNode(run);
		await runNode(run);
		const { length } = sandbox.state().log;
		expect((await retryExecution(run, failed)).items).toHaveLength(3);
		expect(sandbox.state().log).toHaveLength(length);
	});

	test('the file of another call is none of its own', async () => {
		await upload(PICTURE);
		const run = {
			parameters: { resource: 'media', operation: 'uploadBinary', options: { ifFileExists: 'useExisting' } },
			items: [{ json: {}, binary: { data: await storeBinary(OTHER_PICTURE, 'balloons.png', 'image/png') } }],
			credential: service().credential,
		};
		const failed = await runNode({ ...run, parameters: { ...run.parameters, binaryPropertyName: 'none' }, caller });
		// As where a node before it had failed.
		failed.run.data.executionData!.contextData = {};
		expect((await retryExecution(run, failed)).items[0]?.json).not.toHaveProperty('existing');
	});

	test('its error says which execution to retry: the caller shows it as well', async () => {
		refuse(2);
		const { error } = await runNode(scheduling({}));
		expect(error?.description).toContain('use "Retry" in the list of executions for the workflow "Test" (');
	});
});
