/** A new execution does once more what earlier nodes have done, whatever that is: the error of a later one says so. */
import type { INode } from 'n8n-workflow';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { type ChainNode, retryExecution, runChain, runNode } from '../harness/engine';
import { POST_AT, postParameters, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
beforeEach(() => service().sandbox.control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 3 }));

const KNOWS_NOTHING = 'a new execution does not know what is';
const REPEATS =
	'A new execution runs all nodes again, also those that are done for an item: let it do only what is left.';

const picture = async (bytes = exampleFile('balloons.png')): Promise<ChainNode> => ({
	name: 'File',
	gives: [{ json: {}, binary: { data: await storeBinary(bytes, 'balloons.png', 'image/png') } }],
});
const upload = { resource: 'media', operation: 'uploadBinary' };
const nodeWith = (parameters: INode['parameters'], name: string): ChainNode => ({ name, parameters });
const BEFORE: Array<[string, INode['parameters']]> = [
	['Schedule', scheduleParameters('before')],
	['Delete', postParameters('delete', '2001')],
	['Reschedule', postParameters('reschedule', '2001', { postAt: POST_AT })],
	['Publish Now', postParameters('publishNow', '2001')],
	['Upload Binary', upload],
];
const LATER: Array<[string, INode['parameters']]> = [
	['Schedule', { ...scheduleParameters('later'), postAt: '2001-01-01T00:00:00Z' }],
	['Delete', postParameters('delete', '999')],
	['Reschedule', postParameters('reschedule', '999', { postAt: POST_AT })],
	['Publish Now', postParameters('publishNow', '999')],
	['Get', postParameters('get', '999')],
];
const PAIRS = BEFORE.flatMap(([before, done]) =>
	LATER.map(([later, failing]) => [before, later, done, failing] as const),
);

test.each(PAIRS)('%s, then %s that fails', async (_, later, done, failing) => {
	const chain = [await picture(), nodeWith(done, 'Before'), nodeWith(failing, later)];
	const { error } = await runChain(service().credential, chain);
	expect(error?.description).toContain(KNOWS_NOTHING);
});

test.each(PAIRS)('%s, then %s that fails and continues', async (_, later, done, failing) => {
	const node = { onError: 'continueRegularOutput' } as const;
	const chain = [await picture(), nodeWith(done, 'Before'), { ...nodeWith(failing, later), node }];
	const { items } = await runChain(service().credential, chain);
	expect(items[0]?.json.details).toMatchObject({ description: expect.stringContaining(REPEATS) });
});

test('Publish Now is in doubt and continues, then another node fails', async () => {
	const { sandbox, credential } = service();
	sandbox.control.addFault({ on: 'submitPlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
	const { error } = await runChain(credential, [
		{
			...nodeWith(postParameters('publishNow', '2001'), 'Before'),
			node: { onError: 'continueRegularOutput' },
		},
		nodeWith(postParameters('get', '999'), 'Get'),
	]);
	expect(error?.description).toContain(KNOWS_NOTHING);
});

test('a sub-workflow has done something: a later node of its caller says so, also in a retry', async () => {
	const { credential } = service();
	await runNode({ credential, parameters: scheduleParameters('before'), caller: 'the caller' });
	const later = { credential, parameters: postParameters('get', '999') };
	const failed = await runNode({ ...later, executionId: 'the caller' });
	expect(failed.error?.description).toContain(KNOWS_NOTHING);
	const { error } = await retryExecution(later, failed);
	expect(error?.description).toContain('To go on, use "Retry" of this execution');
	expect((await runNode({ ...later, executionId: 'another one' })).error?.description).not.toContain(KNOWS_NOTHING);
});

test.each(LATER)('only a list was read before: no word of a new execution after %s', async (later, failing) => {
	const list = { resource: 'post', operation: 'getMany', platform: 'TWITTER', returnAll: false, limit: 1 };
	const { error } = await runChain(service().credential, [nodeWith(list, 'List'), nodeWith(failing, later)]);
	expect(error?.description).toBeTruthy();
	expect(error?.description).not.toContain('new execution');
});

test.each([
	['delete', {}],
	['reschedule', { postAt: POST_AT }],
])('%s: a later item fails', async (operation, more) => {
	const ids: ChainNode = { name: 'IDs', gives: ['2001', '999'].map((id) => ({ json: { id } })) };
	const failing = nodeWith(postParameters(operation, '={{ $json.id }}', more), 'Later');
	const { error } = await runChain(service().credential, [ids, failing]);
	expect(error?.description).toContain(KNOWS_NOTHING);
});

test('a file that is wrong is the same in each retry', async () => {
	const chain = [
		await picture(Buffer.from('no picture')),
		nodeWith(scheduleParameters('before'), 'Before'),
		nodeWith({ ...upload, binaryPropertyName: "={{ $('File').item.binary.data }}" }, 'Upload'),
	];
	const { error } = await runChain(service().credential, chain);
	expect(error?.description).toContain(`${REPEATS}`);
	expect(error?.description).not.toContain('To go on');
});

test('what is to be sent by itself has no word of "Always": it would repeat what other nodes have done', async () => {
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'before' } });
	const node = { onError: 'continueRegularOutput' } as const;
	const { items } = await runChain(service().credential, [{ ...nodeWith(scheduleParameters('a'), 'Schedule'), node }]);
	expect(items[0]?.json.details).toMatchObject({
		description: expect.stringContaining('send it in a new execution that sends nothing else.'),
	});
});

test.each([
	['a workflow', {}, 'in the list of executions: a new'],
	['a sub-workflow', { caller: 'caller' }, 'in the list of executions for the workflow "Test": a new'],
])('%s with an expression as text: how to go on', async (_, more, where) => {
	const parameters = { ...scheduleParameters('a'), postAt: '{{ $now.plus({ hours: 1 }) }}' };
	const { error } = await runNode({ credential: service().credential, parameters, ...more });
	expect(error?.message).toContain('as text');
	expect(error?.description).toContain(
		`After the change, use "Retry with currently saved workflow" ${where} execution runs`,
	);
});
