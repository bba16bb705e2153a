/** Faults that are no single odd answer: nobody listens, the clock is wrong, the file changes, a person stops, a budget ends. */
import { readdirSync, rmSync, truncateSync, appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { AHEAD_MS } from '../../nodes/SocialPostScheduling/upload/body';
import type { Origin } from '../../sandbox/server';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { runNode, type RunOptions } from '../harness/engine';
import { type FileServer, serveFiles } from '../harness/fileServer';
import { exampleFile, useService } from '../harness/service';
import { watchStreams } from '../harness/streams';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';
import { callOf, leftAt, prepare, type Step, STEP, STEPS } from './steps';

const service = useService();
const PICTURE = exampleFile('balloons.png');

let closed: Origin | undefined;
const waits = useShortWaits(async () => {
	if (closed === undefined || (closed === 'api' && keepClosed)) return;
	const origin = closed;
	closed = undefined;
	await service().sandbox.control.startListening(origin);
});
let keepClosed = false;
const streams = watchStreams();

let files: FileServer;
beforeAll(async () => {
	await useBinaryMode('filesystem');
	files = await serveFiles({ '/balloons.png': { type: 'image/png', bytes: PICTURE } });
});
afterAll(async () => await files.close());
beforeEach(() => {
	closed = undefined;
	keepClosed = false;
});
afterEach(() => expect(streams.leftOpen()).toBe(0));

const item = async (): Promise<INodeExecutionData> => ({
	json: {},
	binary: { data: await storeBinary(PICTURE, 'balloons.png', 'image/png') },
});

async function run(step: Step, more: Partial<RunOptions> = {}) {
	prepare(service().sandbox, step);
	return await runNode({
		parameters: STEP[step].parameters(`${files.origin}/balloons.png`),
		items: [await item()],
		credential: service().credential,
		...more,
	});
}

const sent = (step: Step) =>
	service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === step);

describe('connection refused', () => {
	const originOf = (step: Step): Origin => (step === 'put' ? 'upload' : 'api');
	const close = async (origin: Origin) => {
		closed = origin;
		await service().sandbox.control.stopListening(origin);
	};

	test.each(STEPS.filter((step) => step !== 'completeMediaUpload'))(
		'%s is sent when the service is back',
		async (step) => {
			await close(originOf(step));
			const { run: execution } = await run(step);
			expect(execution.status).toBe('success');
			expect(waits).toEqual(step === 'put' ? [1000, AHEAD_MS] : [1000]);
			expect(leftAt(service().sandbox)).toEqual(STEP[step].leaves);
		},
	);

	test('completeMediaUpload is sent when the service is back', async () => {
		const { sandbox } = service();
		sandbox.control.addFault({ on: 'put', fault: { kind: 'slow', ms: 100 } });
		const end = whenCalled(sandbox, 'put', () => void close('api'));
		const { run: execution } = await run('completeMediaUpload');
		end();
		expect(execution.status).toBe('success');
		expect(waits).toEqual([3000]);
		expect(leftAt(sandbox)).toEqual(STEP.completeMediaUpload.leaves);
	});

	test.each(['profile', 'uploadMediaFromUrl', 'startMediaUpload', 'scheduleTweet'] as const)(
		'%s gives up after four tries',
		async (step) => {
			keepClosed = true;
			await close('api');
			const { error } = await run(step);
			await service().sandbox.control.startListening('api');
			expect(error?.message).toBe(`${STEP[step].not}the service cannot be reached`);
			expect(error?.description).toContain('ECONNREFUSED');
			expect(waits).toEqual([1000, 3000, 9000]);
			expect(leftAt(service().sandbox)).toEqual({ uploads: 0, library: 0, posts: 0 });
		},
	);
});

describe.each([
	['five minutes ahead', 300_000],
	['five minutes behind', -300_000],
])('the clock of the service is %s', (_, skewMs) => {
	test.each(STEPS)('%s', async (step) => {
		service().sandbox.control.clock.skew(skewMs);
		const { run: execution } = await run(step);
		expect(execution.status).toBe('success');
		expect(leftAt(service().sandbox)).toEqual(STEP[step].leaves);
	});

	test('a stated reset is waited for by the clock of the service', async () => {
		service().sandbox.control.clock.skew(skewMs);
		const reset = Math.ceil((Date.now() + skewMs) / 1000) + 30;
		service().sandbox.control.addFault({
			on: 'profile',
			fault: { kind: 'status', status: 429, headers: { 'X-RateLimit-Reset': String(reset) } },
		});
		expect((await run('profile')).run.status).toBe('success');
		expect(waits[0]).toBeGreaterThan(25_000);
		expect(waits[0]).toBeLessThan(35_000);
	});
});

describe('the stored file, after the upload has started,', () => {
	/** The file on disk that belongs to an item: the newest that n8n has stored. */
	function newestStoredFile(): string {
		const folder = process.env.N8N_USER_FOLDER ?? '';
		const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((path) => path.includes('binary_data') && !path.endsWith('.metadata'))
			.map((path) => join(folder, path))
			.filter((path) => statSync(path).isFile());
		return stored.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? '';
	}

	test.each([
		['is shorter', (path: string) => truncateSync(path, 1000), /^It has 1000 bytes, not the declared \d+\./],
		[
			'is longer',
			(path: string) => appendFileSync(path, Buffer.alloc(1000)),
			/^It has more than the declared \d+ bytes\./,
		],
		['is gone', (path: string) => rmSync(path), /^It cannot be (opened|read any further)( \(\w+\))?\. Run this again/],
	])('%s: the transfer is broken off at once', async (_, change, words) => {
		const { sandbox } = service();
		sandbox.control.addFault({ on: 'startMediaUpload', fault: { kind: 'slow', ms: 50 } });
		const input = await item();
		const path = newestStoredFile();
		const end = whenCalled(sandbox, 'startMediaUpload', () => change(path));
		const { error, stored } = await run('put', { items: [input] });
		end();
		expect(error?.message).toBe('The file was not sent: the file changed, or could not be read, while it was sent');
		expect(error?.description).toMatch(words);
		expect(stored).not.toContain(path);
		expect(leftAt(sandbox)).toEqual({ uploads: 1, library: 0, posts: 0 });
		expect(waits).toEqual([]);
	});
});

describe('a stop', () => {
	test.each(STEPS)('at %s ends the run at once, and nothing more is sent', async (step) => {
		const { sandbox } = service();
		sandbox.control.addFault({ on: callOf(step), fault: { kind: 'hang', when: 'before' } });
		let end = () => {};
		const { run: execution, error } = await run(step, {
			onStart: (stop) => (end = whenCalled(sandbox, callOf(step), stop)),
		});
		end();
		expect(execution.status).toBe('canceled');
		expect(error?.message).toMatch(/the execution was canceled$/);
		const calls = sandbox.state().log.length;
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(sandbox.state().log).toHaveLength(calls);
	});

	test('leaves the items that have not begun alone', async () => {
		const { sandbox } = service();
		sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'hang', when: 'before' } });
		await run('scheduleTweet', {
			items: [{ json: {} }, { json: {} }, { json: {} }],
			onStart: (stop) => void whenCalled(sandbox, 'scheduleTweet', stop, 2),
		});
		expect(sent('scheduleTweet')).toHaveLength(2);
		expect(leftAt(sandbox).posts).toBe(1);
	});
});

describe('a budget that ends at the third item', () => {
	const five = async () =>
		await Promise.all(
			[0, 1, 2, 3, 4].map(async (n) => ({
				json: {},
				binary: { data: await storeBinary(Buffer.concat([PICTURE, Buffer.from([n])]), `${n}.png`, 'image/png') },
			})),
		);

	test('uploads: two are there, the third says why, the others were not attempted', async () => {
		const { sandbox } = service();
		sandbox.control.leaveBudget('uploads', 2);
		const { error } = await run('startMediaUpload', {
			parameters: { ...STEP.startMediaUpload.parameters(''), options: { simultaneousUploads: 1 } },
			items: await five(),
		});
		expect(error?.message).toBe('The upload was not started: the upload limit of the account is used up');
		expect(error?.description).toContain('Already uploaded: items 0 and 1. Not attempted: items 3 and 4.');
		expect(error?.context.done).toEqual(sandbox.state().media.map(({ id }, item) => ({ item, id })));
		expect(leftAt(sandbox)).toEqual({ uploads: 2, library: 2, posts: 0 });
		expect(sent('startMediaUpload')).toHaveLength(3);
	});

	test('uploads, where the node continues: no further upload is attempted, and each item says why', async () => {
		const { sandbox } = service();
		sandbox.control.leaveBudget('uploads', 2);
		const { items } = await run('startMediaUpload', {
			parameters: { ...STEP.startMediaUpload.parameters(''), options: { simultaneousUploads: 1 } },
			items: await five(),
			node: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => json.error ?? 'there')).toEqual([
			'there',
			'there',
			...Array.from({ length: 3 }, () => 'The upload was not started: the upload limit of the account is used up'),
		]);
		expect(sent('startMediaUpload')).toHaveLength(3);
	});

	test('requests: the third post waits for the reset that the service states', async () => {
		const { sandbox } = service();
		sandbox.control.leaveBudget('general', 2);
		sandbox.control.clock.freeze();
		const { run: execution } = await run('scheduleTweet', {
			items: [{ json: {} }, { json: {} }, { json: {} }],
			onStart: () => {
				const timer = setInterval(() => {
					if (waits.length === 0) return;
					clearInterval(timer);
					sandbox.control.clock.advance(waits[0] ?? 0);
				}, 1);
			},
		});
		expect(execution.status).toBe('success');
		expect(leftAt(sandbox).posts).toBe(3);
		expect(waits[0]).toBeGreaterThan(1000);
	});
});
