/** "If File Exists" and "Wait for Upload Limit" of Tweet: Schedule, for files from the input. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { retryExecution, runCopy, runLoop, runNode, type RunOptions } from '../harness/engine';
import { gateNode } from '../harness/nodeTypes';
import { scheduledTexts, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';

const service = useService();
const PICTURE = exampleFile('balloons.png');
const MINUTE = 60_000;

/** What happens during a wait, beside that the time of the service goes on by as much. */
let meanwhile: () => Promise<void> = async () => {};
const waits = useShortWaits(async () => {
	service().sandbox.control.clock.advance(waits.at(-1) ?? 0);
	await meanwhile();
});
beforeAll(async () => await useBinaryMode('filesystem'));
beforeEach(() => (meanwhile = async () => {}));

/** An item for each text, with a picture of its own. */
const withPictures = async (words: readonly string[], fileName?: string): Promise<INodeExecutionData[]> =>
	await Promise.all(
		words.map(async (text) => ({
			json: { text },
			binary: {
				data: await storeBinary(Buffer.concat([PICTURE, Buffer.from(text)]), fileName ?? `${text}.png`, 'image/png'),
			},
		})),
	);

const fileOf = (mode: string, value: string) => ({ file: { __rl: true, mode, value } });

const optionsFor = (
	items: INodeExecutionData[],
	options: INode['parameters'],
	{ parameters = {}, ...more }: Partial<RunOptions> = {},
): RunOptions => ({
	parameters: {
		...scheduleParameters(),
		specifyThread: 'text',
		text: '={{ $json.text }}',
		media: { reference: [fileOf('binary', 'data')] },
		options,
		...parameters,
	},
	items,
	credential: service().credential,
	...more,
});

const USE_EXISTING = { ifFileExists: 'useExisting' };
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const WAIT = { waitForUploadLimit: true };

const control = () => service().sandbox.control;
const state = () => service().sandbox.state();
const calls = () => state().log.map(({ kind }) => kind);
const count = (kind: string) => calls().filter((call) => call === kind).length;
const scheduled = () => scheduledTexts(service().sandbox);
const shown = () =>
	state().posts.map(({ submissions }) =>
		submissions[0]?.mediaIds.map((id) => state().media.find((media) => media.id === id)?.name).join(),
	);

describe('"If File Exists"', () => {
	test('by default, the library is not searched, and another execution uploads the file again', async () => {
		await runNode(optionsFor(await withPictures(['a']), {}));
		await runNode(optionsFor(await withPictures(['a']), {}));
		expect(count('media')).toBe(0);
		expect(state().uploadsCounted).toBe(2);
	});

	test('a file that the library has is used: two requests and no upload', async () => {
		await runNode(optionsFor(await withPictures(['a']), {}));
		const before = calls().length;
		const { items } = await runNode(optionsFor(await withPictures(['a']), USE_EXISTING));
		expect(calls().slice(before)).toEqual(['media', 'scheduleTweet']);
		expect(items[0]?.json.thread).toEqual([{ text: 'a', order: 0, media: [{ id: state().media[0]?.id }] }]);
	});

	test('an execution that is run again, and one that is retried, upload nothing twice', async () => {
		const words = ['a', 'b', 'c', 'd', 'e'];
		const options = optionsFor(await withPictures(words), { ...USE_EXISTING, duplicateCheck: 'always' });
		control().addFault({ on: 'scheduleTweet', nth: 3, fault: { kind: 'status', status: 400 } });
		const failed = await runNode(options);
		expect(scheduled()).toEqual(['a', 'b']);
		await retryExecution(options, failed);
		expect(scheduled()).toEqual(words);
		await runNode(options);
		expect(scheduled()).toEqual(words);
		expect(shown()).toEqual(words.map((word) => `${word}.png`));
		expect(state().uploadsCounted).toBe(words.length);
		expect(state().media).toHaveLength(words.length);
	});

	test('two files of a run with one name, type and size each have their own post', async () => {
		const { run } = await runNode(optionsFor(await withPictures(['1', '2'], 'image.png'), USE_EXISTING));
		expect(run.status).toBe('success');
		expect(state().posts.map(({ submissions }) => submissions[0]?.mediaIds)).toEqual(
			state().media.map(({ id }) => [id]),
		);
		expect(new Set(state().media.map(({ sha256 }) => sha256)).size).toBe(2);
	});

	describe('a file of the same execution is not taken for another one with its name, type and size', () => {
		/** The bytes that each post shows. */
		const shownBytes = (): Record<string, string | undefined> =>
			Object.fromEntries<string | undefined>(
				state().posts.map(({ submissions: [first] }) => [
					first?.text ?? '',
					state().media.find(({ id }) => id === first?.mediaIds[0])?.sha256,
				]),
			);
		const bytesOf = (word: string) =>
			createHash('sha256')
				.update(Buffer.concat([PICTURE, Buffer.from(word)]))
				.digest('hex');

		test('by a second node', async () => {
			const [one, two] = await withPictures(['1', '2'], 'image.png');
			const items = [{ json: {}, binary: { one: one?.binary?.data, two: two?.binary?.data } }] as INodeExecutionData[];
			const media = (field: string) => ({
				text: field,
				media: { reference: [fileOf('binary', `={{ $('Start').item.binary.${field} }}`)] },
			});
			const options = optionsFor(items, USE_EXISTING, { parameters: media('one') });
			await runCopy(options, { gets: 'what is done', parameters: { ...options.parameters, ...media('two') } });
			expect(shownBytes()).toEqual({ one: bytesOf('1'), two: bytesOf('2') });
		});

		test('in a round of a loop', async () => {
			const items = await withPictures(['1', '2'], 'image.png');
			control().addFault({ on: 'startMediaUpload', fault: { kind: 'status', status: 500 } });
			let rounds = 1;
			const gate: INodeType = {
				...gateNode(1),
				execute: async () => await Promise.resolve([rounds-- > 0 ? items.slice(0, 1) : []]),
			};
			await runLoop(optionsFor(items, USE_EXISTING, { node: { onError: 'continueErrorOutput' } }), gate);
			expect(shownBytes()).toEqual({ 1: bytesOf('1'), 2: bytesOf('2') });
		});

		test('by an item that is set to upload again', async () => {
			const items = await withPictures(['1', '2'], 'image.png');
			const existing = '={{ $json.text === "1" ? "useExisting" : "upload" }}';
			const options = optionsFor(items, { ifFileExists: existing });
			control().addFault({ on: 'startMediaUpload', fault: { kind: 'status', status: 400 } });
			const failed = await runNode(options);
			await retryExecution(options, failed);
			expect(shownBytes()).toEqual({ 1: bytesOf('1'), 2: bytesOf('2') });
		});
	});

	test.each(['run again', 'retried'])('nor where the one that is like it is done already: %s', async (way) => {
		const options = optionsFor(await withPictures(['1', '2'], 'image.png'), {
			...USE_EXISTING,
			duplicateCheck: 'always',
		});
		control().addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
		const failed = await runNode(options);
		await (way === 'retried' ? retryExecution(options, failed) : runNode(options));
		const { posts, media } = state();
		const shas = posts.map(({ submissions }) => media.find(({ id }) => id === submissions[0]?.mediaIds[0])?.sha256);
		expect(shas).toHaveLength(2);
		expect(new Set(shas).size).toBe(2);
	});

	test.each([
		['its session expires', 'put', { kind: 'expireSession' }, {}],
		['its start fails once', 'startMediaUpload', { kind: 'status', status: 500 }, RETRY],
	] as const)(
		'the first of them begins once more because %s: it does not get the second one',
		async (_, on, fault, node) => {
			control().addFault({ on, nth: 1, fault });
			await runNode(optionsFor(await withPictures(['1', '2'], 'image.png'), USE_EXISTING, { node }));
			const { posts, media } = state();
			const shas = posts.map(({ submissions }) => media.find(({ id }) => id === submissions[0]?.mediaIds[0])?.sha256);
			expect(new Set(shas).size).toBe(posts.length);
			expect(posts).toHaveLength(2);
		},
	);

	test('a service that cannot tell: the file is uploaded, and the item says so', async () => {
		control().addFault({
			on: 'media',
			times: 'always',
			fault: { kind: 'body', json: { errors: [{ message: 'Cannot query field "media" on type "Query".' }] } },
		});
		const { items } = await runNode(optionsFor(await withPictures(['a', 'b']), USE_EXISTING));
		for (const [item, name] of ['a.png', 'b.png'].entries()) {
			expect(items[item]?.json.warnings).toEqual([
				expect.stringMatching(new RegExp(`^File "${name}": "Use Existing" had no effect, and the file was uploaded`)),
			]);
		}
		expect(scheduled()).toEqual(['a', 'b']);
	});

	test('a search that fails: nothing is uploaded or scheduled, and the error names the file', async () => {
		control().addFault({ on: 'media', times: 'always', fault: { kind: 'status', status: 500 } });
		const { error } = await runNode(optionsFor(await withPictures(['a']), USE_EXISTING));
		expect(error?.message).toBe('The content library was not read: the service returned HTTP 500');
		expect(error?.description).toContain('The file is "a.png", in Media 1.');
		expect([state().uploadsCounted, state().posts]).toEqual([0, []]);
	});

	test('where the limit ends, the first files begin, also where the search for a later one is over sooner', async () => {
		control().leaveBudget('uploads', 2);
		control().addFault({ on: 'media', nth: 1, fault: { kind: 'slow', ms: 200 } });
		const { error } = await runNode(optionsFor(await withPictures(['a', 'b', 'c', 'd']), USE_EXISTING));
		expect(error?.context.itemIndex).toBe(2);
		expect(scheduled()).toEqual(['a', 'b']);
	});
});

describe('"Wait for Upload Limit"', () => {
	test('without the option, nothing is waited for', async () => {
		control().leaveBudget('uploads', 0);
		const { error } = await runNode(optionsFor(await withPictures(['a']), {}));
		expect(error?.message).toBe('The upload was not started: the upload limit of the account is used up');
		expect(waits).toEqual([]);
	});

	test.each([{}, USE_EXISTING])(
		'one asks every five minutes, and all are posted with their own file: %j',
		async (more) => {
			control().leaveBudget('uploads', 1);
			// The hour passes at once, and with it the session of the first file.
			meanwhile = async () =>
				await new Promise((resolve) => void whenCalled(service().sandbox, 'completeMediaUpload', resolve));
			const words = ['a', 'b', 'c', 'd', 'e', 'f'];
			const { run } = await runNode(optionsFor(await withPictures(words), { ...WAIT, ...more }));
			expect(run.status).toBe('success');
			expect(waits).toEqual(Array.from({ length: 12 }, () => 5 * MINUTE));
			expect(count('startMediaUpload')).toBe(words.length + 12);
			expect(scheduled()).toEqual(words);
			expect(shown()).toEqual(words.map((word) => `${word}.png`));
		},
	);

	test('two hours are the longest wait, and the error names no option that is not there', async () => {
		control().addFault({
			on: 'startMediaUpload',
			times: 'always',
			fault: {
				kind: 'payload',
				success: false,
				errors: [{ field: null, code: null, message: 'Media upload rate limit exceeded' }],
			},
		});
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + waits.reduce((sum, ms) => sum + ms, 0));
		const postAt = new Date(now() + 48 * 60 * MINUTE).toISOString();
		const { error } = await runNode(optionsFor(await withPictures(['a']), WAIT, { parameters: { postAt } }));
		expect(error?.message).toBe(
			'The upload was not started: it did not finish in time (last attempt: the upload limit of the account is used up)',
		);
		expect(error?.description).toContain('upload the file with Upload Binary before the post');
		expect(error?.description).not.toContain('Wait up to an hour');
	});

	test('a post that is refused ends the waits of the files after it, and no other upload begins', async () => {
		control().leaveBudget('uploads', 1);
		control().addFault({
			on: 'scheduleTweet',
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
		});
		const isRefused = () => state().log.some(({ kind, status }) => kind === 'scheduleTweet' && status === 200);
		meanwhile = async () => {
			while (!isRefused()) await delay(10);
			await delay(100);
		};
		const { error } = await runNode(optionsFor(await withPictures(['a', 'b', 'c', 'd']), WAIT));
		expect(error?.message).toBe('The thread was not scheduled: Not today');
		expect(state().uploadsCounted).toBe(1);
		// Without that it would ask eleven times more.
		expect(waits.length).toBeLessThan(4);
		expect(count('startMediaUpload')).toBe(1 + waits.length);
	});

	test('a post whose time passes meanwhile is not sent, and the error names its file', async () => {
		control().leaveBudget('uploads', 0);
		const postAt = new Date(Date.now() + 3_600_000).toISOString();
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (waits.length > 0 ? 2 * 3_600_000 : 0));
		const { error } = await runNode(optionsFor(await withPictures(['a']), WAIT, { parameters: { postAt } }));
		expect(error?.message).toMatch(/^Post At is .*, which has passed$/);
		expect(error?.description).toContain('"a.png" with the ID 1001');
		expect(count('scheduleTweet')).toBe(0);
	});

	test('with "Continue", a post that has failed does not wait for its other file', async () => {
		control().leaveBudget('uploads', 0);
		const reason = { field: 'url', code: null, message: 'Not found' };
		control().addFault({
			on: 'uploadMediaFromUrl',
			times: 'always',
			fault: { kind: 'payload', success: false, errors: [reason] },
		});
		meanwhile = async () => await delay(50);
		const media = { reference: [fileOf('url', 'https://example.com/missing.png'), fileOf('binary', 'data')] };
		await runNode(
			optionsFor(await withPictures(['a']), WAIT, {
				parameters: { media },
				node: { onError: 'continueRegularOutput' },
			}),
		);
		expect(waits.length).toBeLessThan(12);
		expect(state().uploadsCounted).toBe(0);
	});

	test('what is given up is not waited for by the others', async () => {
		control().setLimit('uploads', 0);
		const { error } = await runNode(
			optionsFor(await withPictures(['a', 'b', 'c']), WAIT, { node: { onError: 'continueRegularOutput' } }),
		);
		expect(error).toBeUndefined();
		// Two hours, and not a time more for each file.
		expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(120 * MINUTE);
		expect(scheduled()).toEqual([]);
	});
});

test('under "Batching", an item that is refused does not end the upload of the one before it', async () => {
	control().addFault({
		on: 'startMediaUpload',
		fault: { kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
	});
	meanwhile = async () => await delay(400);
	const [first, second, ...others] = await withPictures(['a', 'b', 'c']);
	const items = [first ?? { json: {} }, { ...second, json: { text: 'b' }, binary: {} }, ...others];
	const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 100 } } };
	const { error } = await runNode(optionsFor(items, {}, { parameters: { requestOptions } }));
	expect(error?.context.itemIndex).toBe(1);
	expect(scheduled()).toEqual(['a']);
});

test('a search that waits for the request limit ends when its post is not sent any more', async () => {
	control().addFault({
		on: 'scheduleTweet',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not today' }] },
	});
	control().addFault({ on: 'media', fault: { kind: 'status', status: 429, headers: { 'Retry-After': '15' } } });
	meanwhile = async () => {
		while (count('scheduleTweet') === 0) await delay(10);
		await delay(100);
	};
	// Only the second one searches: which of two would be first is not known.
	const ofSecond = { ifFileExists: "={{ $json.text === 'a' ? 'upload' : 'useExisting' }}" };
	const { error } = await runNode(optionsFor(await withPictures(['a', 'b']), ofSecond));
	expect(error?.message).toBe('The thread was not scheduled: Not today');
	expect(count('media')).toBe(1);
});

test('where the limit ends, the first files begin, also where they are compared with others before', async () => {
	control().leaveBudget('uploads', 2);
	const alike = await withPictures(['a', 'b'], 'image.png');
	await runNode(optionsFor([...alike, ...(await withPictures(['c', 'd']))], {}));
	expect(scheduled()).toEqual(['a', 'b']);
});
