/** Files of posts that are uploaded while the posts before are under way. */
import { setTimeout as delay } from 'node:timers/promises';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { TestCredentials } from '../harness/credentials';
import { retryExecution, runNode, type RunOptions } from '../harness/engine';
import { scheduledTexts, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

const PICTURE = exampleFile('balloons.png');
beforeAll(async () => await useBinaryMode('filesystem'));

/** An item for each text, with a picture of its own of `bytes` more bytes. */
const withPictures = async (words: readonly string[], bytes = 0): Promise<INodeExecutionData[]> =>
	await Promise.all(
		words.map(async (text) => ({
			json: { text },
			binary: {
				data: await storeBinary(
					Buffer.concat([PICTURE, Buffer.from(text), Buffer.alloc(bytes)]),
					`${text}.png`,
					'image/png',
				),
			},
		})),
	);

/** An item for each text, with a picture of its own for each character of it. */
const withFiles = async (...words: string[]): Promise<INodeExecutionData[]> =>
	await Promise.all(
		words.map(async (text) => ({
			json: { text },
			binary: Object.fromEntries(
				await Promise.all(
					[...text].map(async (_, index) => {
						const name = `${text}-${index}`;
						return [name, await storeBinary(Buffer.concat([PICTURE, Buffer.from(name)]), `${name}.png`, 'image/png')];
					}),
				),
			),
		})),
	);

const optionsFor = (
	items: INodeExecutionData[],
	node: Partial<INode> = {},
	options: INode['parameters'] = {},
): RunOptions => ({
	parameters: {
		...scheduleParameters(),
		options,
		thread: {
			tweet: [
				{ text: '={{ $json.text }}', media: { reference: [{ file: { __rl: true, mode: 'binary', value: '*' } }] } },
			],
		},
	},
	items,
	credential: service().credential,
	node,
});

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const FIVE = ['a', 'b', 'c', 'd', 'e'];

const control = () => service().sandbox.control;
const state = () => service().sandbox.state();
const calls = () => state().log.map(({ kind }) => kind);
const scheduled = () => scheduledTexts(service().sandbox);
const shown = () =>
	state().posts.map(({ submissions }) =>
		submissions[0]?.mediaIds.map((id) => state().media.find((media) => media.id === id)?.name).join(),
	);

/** The service takes so long for a post that other requests come before its response, in milliseconds. */
const SLOW_MS = 300;
const slowPosts = () =>
	control().addFault({ on: 'scheduleTweet', times: 'always', fault: { kind: 'slow', ms: SLOW_MS } });
const refusePosts = (times: number | 'always' = 1) =>
	control().addFault({
		on: 'scheduleTweet',
		times,
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
	});

test('the next three are uploaded while the first post is on its way; each post shows its own file', async () => {
	slowPosts();
	const { run } = await runNode(optionsFor(await withPictures(FIVE)));
	expect(run.status).toBe('success');
	expect(scheduled()).toEqual(FIVE);
	expect(shown()).toEqual(FIVE.map((name) => `${name}.png`));
	expect(state().uploadsCounted).toBe(5);
	const secondPost = calls().indexOf('scheduleTweet', calls().indexOf('scheduleTweet') + 1);
	const begun = calls()
		.slice(0, secondPost)
		.filter((kind) => kind === 'startMediaUpload');
	expect(begun.length).toBeGreaterThanOrEqual(4);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
	'the files of a post begin in their order, where n8n takes long for credential read %i',
	async (slow) => {
		let reads = 0;
		jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async () => {
			if (++reads === slow) await delay(20);
			return { ...service().credential };
		});
		const { run } = await runNode(optionsFor(await withFiles('ab')));
		expect(run.status).toBe('success');
		const { sessions, media } = state();
		const names = sessions.map(({ mediaId }) => media.find(({ id }) => id === mediaId)?.name);
		expect(names).toEqual(['ab-0.png', 'ab-1.png']);
	},
);

describe('a post that is refused, where the node is set to stop', () => {
	test('names what was uploaded ahead, and no other upload begins', async () => {
		refusePosts();
		const { error } = await runNode(optionsFor(await withPictures(FIVE)));
		expect(error?.message).toBe('The thread was not scheduled: Not today');
		expect(scheduled()).toEqual([]);
		expect(state().uploadsCounted).toBe(4);
		expect(error?.description).toContain('Not attempted: items 1 to 4.');
		for (const [item, name] of [
			[1, 'b.png'],
			[2, 'c.png'],
			[3, 'd.png'],
		] as const) {
			const id = state().media.find((media) => media.name === name)?.id;
			expect(error?.description).toContain(`Uploaded ahead for item ${item}: "${name}" with the ID ${id}.`);
		}
	});

	test('"Retry On Fail" uploads none of them again', async () => {
		refusePosts();
		const { run } = await runNode(optionsFor(await withPictures(FIVE), RETRY));
		expect(run.status).toBe('success');
		expect(scheduled()).toEqual(FIVE);
		expect(state().uploadsCounted).toBe(5);
	});

	test('names what was uploaded ahead in an earlier try, where a post is in doubt', async () => {
		control().addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
		const options = optionsFor(await withPictures(['a', 'b']), RETRY, { duplicateCheck: 'never' });
		const { error } = await runNode(options);
		expect(error?.message).toMatch(/^The thread may have been scheduled/);
		expect(error?.description).toContain('Uploaded ahead for item 1: "b.png" with the ID');
	});

	test('of several files each, no other upload begins after it, and those that began are named', async () => {
		refusePosts();
		control().addFault({ on: 'completeMediaUpload', times: 'always', fault: { kind: 'slow', ms: SLOW_MS } });
		const options = optionsFor(await withFiles('a', 'bb', 'cc', 'dd'));
		const { error } = await runNode(options);
		// Seven, if all were uploaded.
		expect(state().uploadsCounted).toBeLessThan(7);
		for (const { id } of state().media) expect(error?.description).toContain(` with the ID ${id}`);
		const isOwn = ({ name }: { name: string }) => name === 'a-0.png';
		const own = state().media.filter(isOwn);
		const others = state().media.filter((media) => !isOwn(media));
		const ahead = error?.context.uploadedAhead as Array<{ item: number; mediaIds: string }>;
		expect([error?.context.mediaIds]).toEqual(own.map(({ id }) => id));
		expect(ahead.flatMap(({ mediaIds }) => mediaIds.split(',')).sort()).toEqual(others.map(({ id }) => id).sort());
		expect(error?.description).not.toContain('Uploaded ahead for item 0');
	});

	test('a file whose completion failed ahead is named with its token', async () => {
		refusePosts();
		// The second upload begins so much later that its completion is the second one.
		control().addFault({ on: 'startMediaUpload', nth: 2, fault: { kind: 'slow', ms: SLOW_MS } });
		control().addFault({ on: 'completeMediaUpload', nth: 1, fault: { kind: 'slow', ms: 4 * SLOW_MS } });
		control().addFault({ on: 'completeMediaUpload', nth: 2, fault: { kind: 'status', status: 400 } });
		const { error } = await runNode(optionsFor(await withPictures(['a', 'b'])));
		expect(error?.description).toMatch(/can be completed with "Complete Upload": item 1 with the upload token \S+\./);
		expect(error?.context.unfinished).toEqual([expect.objectContaining({ item: 1 })]);
	});
});

test('a file that was sent without a response, and is left because no further post is sent, is named with its token', async () => {
	refusePosts();
	control().addFault({ on: 'completeMediaUpload', nth: 1, fault: { kind: 'slow', ms: 3 * SLOW_MS } });
	control().addFault({ on: 'put', nth: 2, times: 'always', fault: { kind: 'status', status: 503, when: 'after' } });
	const { error } = await runNode(optionsFor(await withPictures(['a', 'b'])));
	const [, second] = state().sessions;
	expect(error?.context.unfinished).toEqual([expect.objectContaining({ item: 1, uploadToken: second?.uploadToken })]);
});

describe('an item of three files', () => {
	const refuseCompletions = (nth: number | undefined, times: 'always' | 1) =>
		control().addFault({ on: 'completeMediaUpload', nth, times, fault: { kind: 'status', status: 400 } });

	test.each([{}, { onError: 'continueRegularOutput' as const }])(
		'of which one fails: the others are named (%j)',
		async (node) => {
			refuseCompletions(2, 1);
			const { items, error } = await runNode(optionsFor(await withFiles('aaa'), node));
			const ids = state().media.map(({ id }) => id);
			expect(ids).toHaveLength(2);
			const details = (error?.context ?? items[0]?.json.details) as { mediaIds: string };
			expect(details.mediaIds.split(',').sort()).toEqual(ids.sort());
		},
	);

	test('of which all fail: all tokens are named, its own and those of an item that does not get its turn', async () => {
		refuseCompletions(undefined, 'always');
		const { error } = await runNode(optionsFor(await withFiles('aaa', 'b')));
		for (const { uploadToken } of state().sessions) expect(error?.description).toContain(uploadToken);
		expect(state().sessions.length).toBeGreaterThanOrEqual(3);
	});
});

describe('several files an item, and few uploads left', () => {
	test.each([
		[2, ['aa']],
		[3, ['aa']],
		[4, ['aa', 'bb']],
	])('%i: the first posts get their files', async (left, posts) => {
		control().leaveBudget('uploads', left);
		await runNode(optionsFor(await withFiles('aa', 'bb', 'cc', 'dd')));
		expect(scheduled()).toEqual(posts);
	});

	test('also where a start has to wait for the request limit', async () => {
		control().leaveBudget('uploads', 2);
		control().addFault({
			on: 'startMediaUpload',
			nth: 2,
			fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
		});
		await runNode(optionsFor(await withPictures(FIVE)));
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('also where the node continues', async () => {
		control().leaveBudget('uploads', 4);
		const items = await withFiles('aa', 'bb', 'cc', 'dd');
		await runNode(optionsFor(items, { onError: 'continueRegularOutput' }));
		expect(scheduled()).toEqual(['aa', 'bb']);
	});
});

describe('an item whose other file is refused, where the node continues', () => {
	const withUrl = async () => {
		const options = optionsFor(await withPictures(['a']), { onError: 'continueRegularOutput' });
		const reference = [
			{ file: { __rl: true, mode: 'url', value: 'https://example.com/missing.png' } },
			{ file: { __rl: true, mode: 'binary', value: 'data' } },
		];
		return {
			...options,
			parameters: { ...options.parameters, thread: { tweet: [{ text: 'a', media: { reference } }] } },
		};
	};

	test('ends when its own upload has ended, and names the file', async () => {
		control().addFault({
			on: 'uploadMediaFromUrl',
			times: 'always',
			fault: { kind: 'payload', success: false, errors: [{ field: 'url', code: null, message: 'Not found' }] },
		});
		control().addFault({ on: 'completeMediaUpload', times: 'always', fault: { kind: 'slow', ms: SLOW_MS } });
		const { items } = await runNode(await withUrl());
		const then = calls().length;
		const [media] = state().media;
		expect(items[0]?.json.details).toMatchObject({ mediaIds: media?.id });
		await delay(2 * SLOW_MS);
		expect(calls()).toHaveLength(then);
	});
});

test('under "Batching" each file waits for its turn', async () => {
	slowPosts();
	const options = optionsFor(await withPictures(['a', 'b', 'c']));
	const batching = { batch: { batchSize: 1, batchInterval: 10 } };
	await runNode({ ...options, parameters: { ...options.parameters, requestOptions: { batching } } });
	expect(scheduled()).toEqual(['a', 'b', 'c']);
	const each = ['startMediaUpload', 'put', 'completeMediaUpload', 'scheduleTweet'];
	expect(calls()).toEqual([...each, ...each, ...each]);
});

describe('an upload ahead that fails', () => {
	test('ends the run when the turn of its post comes, and is not tried a second time there', async () => {
		control().addFault({ on: 'startMediaUpload', nth: 3, fault: { kind: 'status', status: 400 } });
		const { error } = await runNode(optionsFor(await withPictures(FIVE)));
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.description).toContain(
			'The file is "c.png", in Thread, tweet 1, media 1. The thread was not scheduled.',
		);
		expect(scheduled()).toEqual(['a', 'b']);
		expect(calls().filter((kind) => kind === 'startMediaUpload').length).toBeLessThanOrEqual(5);
	});

	test('leaves the others alone where the node continues', async () => {
		control().addFault({ on: 'startMediaUpload', nth: 3, fault: { kind: 'status', status: 400 } });
		const { items } = await runNode(optionsFor(await withPictures(FIVE), { onError: 'continueRegularOutput' }));
		expect(scheduled()).toEqual(['a', 'b', 'd', 'e']);
		expect(items[2]?.json).toHaveProperty('error');
		expect(calls().filter((kind) => kind === 'startMediaUpload')).toHaveLength(5);
	});

	test('the upload limit: the first posts get their files', async () => {
		control().leaveBudget('uploads', 2);
		const { error } = await runNode(optionsFor(await withPictures(FIVE)));
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.message).toBe('The upload was not started: the upload limit of the account is used up');
		expect(scheduled()).toEqual(['a', 'b']);
	});
});

test('nothing goes on when the node has ended', async () => {
	refusePosts();
	control().addFault({ on: 'completeMediaUpload', times: 'always', fault: { kind: 'slow', ms: SLOW_MS } });
	await runNode(optionsFor(await withPictures(FIVE)));
	const then = calls().length;
	await delay(2 * SLOW_MS);
	expect(calls()).toHaveLength(then);
});

test('rows that are one post upload its file once', async () => {
	const items = await withPictures(['a', 'a', 'a']);
	await runNode(optionsFor(items));
	expect(state().uploadsCounted).toBe(1);
});

test('with "Always", no file is uploaded before the service was asked for its post', async () => {
	control().addFault({ on: 'twitterSubmissions', times: 'always', fault: { kind: 'slow', ms: SLOW_MS } });
	await runNode(optionsFor(await withPictures(['a', 'b']), {}, { duplicateCheck: 'always' }));
	expect(calls().slice(0, 2)).toEqual(['twitterSubmissions', 'startMediaUpload']);
	expect(calls().indexOf('startMediaUpload', 2)).toBeGreaterThan(calls().indexOf('scheduleTweet'));
});

test('a preview uploads nothing', async () => {
	await runNode(optionsFor(await withPictures(['a', 'b']), {}, { previewOnly: true }));
	expect(calls()).toEqual([]);
});

test('what was scheduled before in the execution is not uploaded ahead', async () => {
	control().addFault({ on: 'scheduleTweet', nth: 3, fault: { kind: 'status', status: 400 } });
	const options = optionsFor(await withPictures(FIVE), {}, { duplicateCheck: 'never' });
	const first = await runNode(options);
	expect(scheduled()).toEqual(['a', 'b']);
	const uploads = state().uploadsCounted;
	await retryExecution(options, first);
	expect(scheduled()).toEqual(FIVE);
	expect(state().uploadsCounted).toBe(uploads + 3);
});

test.each([3, 6])('a file that a failed item has left is uploaded for item %i, which has it, too', async (last) => {
	const [first] = await withFiles('xf');
	const others = await withPictures(FIVE.slice(0, last - 1));
	const items = [...(first === undefined ? [] : [first]), ...others];
	items.push({
		json: { text: 'last' },
		binary: { data: first?.binary?.['xf-1'] ?? (await storeBinary(PICTURE, 'x', 'image/png')) },
	});
	control().addFault({ on: 'startMediaUpload', nth: 1, fault: { kind: 'status', status: 400 } });
	control().addFault({ on: 'put', nth: 1, fault: { kind: 'status', status: 503 } });
	await runNode(optionsFor(items, { onError: 'continueRegularOutput' }));
	expect(scheduled()).toEqual([...FIVE.slice(0, last - 1), 'last']);
});
