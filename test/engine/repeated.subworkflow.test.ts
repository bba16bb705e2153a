/** "Retry On Fail" of a node that calls a sub-workflow starts a new execution of it for each try: what is known holds in all of them. */
import { storeBinary, useBinaryMode } from '../harness/binary';
import { runNode, type RunOptions } from '../harness/engine';
import { postParameters, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';

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

test('also where an earlier call has ended before it came to it', async () => {
	const schedule = async () =>
		await call({
			parameters: {
				...scheduleParameters(),
				specifyThread: 'text',
				text: '={{ $json.text }}',
				media: { reference: [{ file: { __rl: true, mode: 'binary', value: 'data' } }] },
				options: { ifFileExists: 'useExisting' },
			},
			items: await Promise.all(
				['a', 'b'].map(async (text) => ({
					json: { text },
					binary: { data: await storeBinary(PICTURE, 'balloons.png', 'image/png') },
				})),
			),
		});
	const errors = [{ field: null, code: null, message: 'Not today' }];
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: false, errors } });
	await schedule();
	expect((await schedule()).items).toHaveLength(2);
	expect(service().sandbox.state().media).toHaveLength(1);
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
