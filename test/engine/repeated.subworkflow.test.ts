/** "Retry On Fail" of a node that calls a sub-workflow starts a new execution of it for each try: what is known holds in all of them. */
import { storeBinary, useBinaryMode } from '../harness/binary';
import { retryExecution, runNode, type RunOptions } from '../harness/engine';
import { postParameters, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
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

test('the file of another call is none of a retry', async () => {
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

test.each([
	['of a call speaks of the retry of its caller', 'a caller', true],
	['of another execution does not', undefined, false],
])('the error %s', async (_, name, isSaid) => {
	const refusal = {
		kind: 'payload',
		success: false,
		errors: [{ field: null, code: null, message: 'Not now' }],
	} as const;
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault: refusal });
	const { error } = await call({ parameters: scheduleParameters(), caller: name });
	const words = expect.stringContaining(
		'A retry of the workflow that called this one runs all its calls from the start.',
	);
	expect(error?.description).toEqual(isSaid ? words : expect.not.stringContaining('runs all its calls'));
});
