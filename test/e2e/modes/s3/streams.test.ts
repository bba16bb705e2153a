/** How files travel out of S3: as a stream, whose connection is given back however the upload ends. */
import { useS3 } from './storage';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { storeBinary } from '../../../harness/binary';
import { runNode, type RunOptions, type RunResult } from '../../../harness/engine';
import { useService } from '../../../harness/service';
import { watchStreams } from '../../../harness/streams';
import { whenCalled } from '../../../harness/watch';
import { digestOfFile, LARGEST_BYTES, makeBigVideo } from '../bigFile';

/** Bytes of a file that does not fit into the buffers between S3 and the service: 16 MiB. */
const SOME_BYTES = 16 * 1024 * 1024;
/** Milliseconds for a test: n8n's S3 client and the gateway both take their time for 500 MiB. */
const BIG_MS = 300_000;
const TYPE = 'video/mp4';

const service = useService();
const streams = watchStreams();
const folder = mkdtempSync(join(tmpdir(), 'social-post-scheduling-s3-'));
const path = join(folder, 'big.mp4');
let reads: jest.SpyInstance;

beforeAll(async () => {
	reads = jest.spyOn(await useS3(), 'get');
});
beforeEach(() => reads.mockClear());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function itemOf(bytes: number): Promise<INodeExecutionData> {
	makeBigVideo(path, bytes);
	return { json: {}, binary: { data: await storeBinary(readFileSync(path), 'big.mp4', TYPE) } };
}

const upload = async (items: INodeExecutionData[], more: Partial<RunOptions> = {}): Promise<RunResult> =>
	await runNode({
		parameters: { resource: 'media', operation: 'uploadBinary' },
		items,
		credential: service().credential,
		...more,
	});

/** In which ways the node asked n8n's S3 client for a file. */
const waysOfReading = (): unknown[] => reads.mock.calls.map(([, options]: unknown[]) => options);
/** Every file is opened twice: for its first bytes, which show its type before anything is counted, and for the transfer. */
const AS_STREAM: unknown = expect.objectContaining({ mode: 'stream', chunkSize: expect.any(Number) });

async function expectHeld(bytes: number): Promise<void> {
	const { media, uploadsCounted } = service().sandbox.state();
	expect(media).toEqual([expect.objectContaining({ mimeType: TYPE, size: bytes, sha256: await digestOfFile(path) })]);
	expect(uploadsCounted).toBe(1);
}

test('a file is only read as a stream: for its first bytes, then for the transfer; both streams are closed', async () => {
	const { run } = await upload([await itemOf(SOME_BYTES)]);
	expect(run.status).toBe('success');
	expect(waysOfReading()).toEqual([AS_STREAM, AS_STREAM]);
	await expectHeld(SOME_BYTES);
	expect([streams.count(), streams.leftOpen()]).toEqual([2, 0]);
});

test('a transfer that breaks is sent again from a new stream, and all are closed', async () => {
	const half = SOME_BYTES / 2;
	service().sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'during', afterBytes: half } });
	const { run } = await upload([await itemOf(SOME_BYTES)]);
	expect(run.status).toBe('success');
	expect(waysOfReading()).toEqual([AS_STREAM, AS_STREAM, AS_STREAM]);
	await expectHeld(SOME_BYTES);
	expect([streams.count(), streams.leftOpen()]).toEqual([3, 0]);
});

test('a stop in the middle of the transfer closes the stream', async () => {
	const { sandbox } = service();
	sandbox.control.addFault({ on: 'put', fault: { kind: 'hang', when: 'before' } });
	const item = await itemOf(SOME_BYTES);
	let end = (): void => undefined;
	const { run } = await upload([item], { onStart: (stop) => (end = whenCalled(sandbox, 'put', stop)) });
	end();
	expect(run.status).toBe('canceled');
	expect([streams.count(), streams.leftOpen()]).toEqual([2, 0]);
	expect(sandbox.state().media).toEqual([]);
});

test('a file that S3 no longer has is told before anything is counted', async () => {
	const item = await itemOf(SOME_BYTES);
	if (item.binary?.data) item.binary.data.id = `${item.binary.data.id}-gone`;
	const { error } = await upload([item]);
	expect(error?.message).toContain('The file "big.mp4" is no longer available');
	expect(service().sandbox.state().log).toEqual([]);
});

test(
	'500 MiB are uploaded as a stream',
	async () => {
		const { run } = await upload([await itemOf(LARGEST_BYTES)]);
		expect(run.status).toBe('success');
		expect(waysOfReading()).toEqual([AS_STREAM, AS_STREAM]);
		await expectHeld(LARGEST_BYTES);
		expect(streams.leftOpen()).toBe(0);
	},
	BIG_MS,
);

test(
	'a byte more is refused before anything is counted, and before it is read',
	async () => {
		const { error } = await upload([await itemOf(LARGEST_BYTES + 1)]);
		expect(error?.message).toContain('is too large: 500.1 MiB');
		expect(waysOfReading()).toEqual([]);
		expect(service().sandbox.state().log).toEqual([]);
	},
	BIG_MS,
);
