/** A storage that answers from the headers alone, while a large file is on its way: the answer must not be lost. */
import { storeBinary, useBinaryMode } from '../harness/binary';
import { runNode } from '../harness/engine';
import { exampleFile, useService } from '../harness/service';
import { watchStreams } from '../harness/streams';
import { leftAt, STEP } from './steps';

const MIB = 1024 * 1024;
/** More than the buffers of a connection hold. */
const LARGE = Buffer.concat([exampleFile('balloons.png'), Buffer.alloc(24 * MIB, 7)]);

const service = useService();
const streams = watchStreams();
beforeAll(async () => await useBinaryMode('filesystem'));

const upload = async () =>
	await runNode({
		parameters: STEP.put.parameters(''),
		items: [{ json: {}, binary: { data: await storeBinary(LARGE, 'large.png', 'image/png') } }],
		credential: service().credential,
	});

test('the answer to the first transfer is lost: the 412 to the second one says that the file is there', async () => {
	const { sandbox } = service();
	sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'after' } });
	const { error } = await upload();
	expect(error).toBeUndefined();
	expect(
		sandbox
			.state()
			.log.filter(({ kind }) => kind === 'put')
			.map(({ status }) => status),
	).toEqual(['reset', 412]);
	expect(leftAt(sandbox)).toEqual({ uploads: 1, library: 1, posts: 0 });
	expect(sandbox.state().media[0]?.size).toBe(LARGE.length);
	expect(streams.leftOpen()).toBe(0);
});

test('a time limit shorter than the wait for an early answer does not end the second transfer', async () => {
	const { sandbox, credential } = service();
	sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'during', afterBytes: 1000 } });
	const { error } = await runNode({
		parameters: { ...STEP.put.parameters(''), requestOptions: { timeout: 1000 } },
		items: [{ json: {}, binary: { data: await storeBinary(exampleFile('balloons.png'), 'a.png', 'image/png') } }],
		credential,
	});
	expect(error).toBeUndefined();
	expect(leftAt(sandbox)).toEqual({ uploads: 1, library: 1, posts: 0 });
});
