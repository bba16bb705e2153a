import { ItemQueue } from '../../../nodes/SocialPostScheduling/execution/itemQueue';
import type { Connection } from '../../../nodes/SocialPostScheduling/transport/connection';
import { IssuedAddresses } from '../../../nodes/SocialPostScheduling/errors/issuedAddresses';
import { newExecutionState, newPassMemory } from '../../../nodes/SocialPostScheduling/execution/executionState';
import type { Item } from '../../../nodes/SocialPostScheduling/execution/operation';
import { upload, type UploadResult, type UploadTask } from '../../../nodes/SocialPostScheduling/upload/uploader';
import { initialState, type UploadState } from '../../../nodes/SocialPostScheduling/upload/stateMachine';
import { uploadOnce } from '../../../nodes/SocialPostScheduling/upload/dedupe';
import type { Failure } from '../../../nodes/SocialPostScheduling/transport/failure';
import { atComplete, atPut, MEDIA, SESSION, turn } from '../builders';

jest.mock('../../../nodes/SocialPostScheduling/upload/uploader', () => ({ upload: jest.fn() }));

const uploads = jest.mocked(upload);
const connection = {} as Connection;

const newPass = () =>
	newPassMemory(
		new ItemQueue({ total: null, spaced: false, concurrency: 1, stopsOnFailure: true, lookahead: 0 }),
		new IssuedAddresses(),
	);
const node = { name: 'Social Post Scheduling', credentials: { socialPostSchedulingApi: { id: '1' } } };
const executeData = { node };
const functions = {
	getItemIndex: () => 0,
	getCredentials: async () => await Promise.resolve({ apiKey: 'key' }),
	getNode: () => node,
	getExecuteData: () => executeData,
} as unknown as Item['functions'];
let executions = 0;
const newRun = () => ({
	functions,
	connection,
	state: newExecutionState(),
	scope: { execution: {}, firstExecution: { id: ++executions, isPartial: false }, context: {} },
	memory: newPass(),
});

interface Written {
	readonly identity?: string;
	/** What the bytes are; by default, those of each identity are others. */
	readonly digest?: string | null;
	readonly mimeType?: UploadTask['file']['mimeType'];
	readonly name?: string;
	readonly labels?: readonly string[];
	readonly useExisting?: boolean;
	readonly isReadWhole?: boolean;
	readonly isBig?: boolean;
}

const task = ({
	identity = 'a',
	digest = identity,
	mimeType = 'image/png',
	name = 'Balloons',
	labels,
	useExisting = false,
	isReadWhole = false,
	isBig = false,
}: Written = {}): UploadTask => ({
	file: {
		size: isBig ? 17 * 1024 * 1024 : 3,
		isReadWhole,
		mimeType,
		fileName: 'a.png',
		fingerprint: () => identity,
		digest: async () => await Promise.resolve(digest),
		open: async () => await Promise.reject(new Error('Not opened in this test')),
	},
	entry: { name, mediaLabelIds: labels },
	restartExpired: true,
	giveUpAfterMs: 60_000,
	useExisting,
	waitForUploadLimit: false,
	isPartOfPost: false,
});

const DONE: UploadResult = { ok: true, value: MEDIA, warnings: [] };
const failedAt = (state: UploadState, failure: Failure = { kind: 'timedOut', sent: true }): UploadResult => ({
	ok: false,
	failure,
	state,
});

beforeEach(() => {
	uploads.mockReset().mockImplementation(async () => await Promise.resolve(DONE));
});

test('the same file under the same name is uploaded once in a run', async () => {
	const run = newRun();
	const results = await Promise.all([uploadOnce(run, task()), uploadOnce(run, task())]);
	expect(results).toEqual([DONE, DONE]);
	expect(await uploadOnce(run, task())).toBe(results[0]);
	expect(uploads).toHaveBeenCalledTimes(1);
});

/** How many uploads are under way at a time, of three files. */
async function peakOf(...written: readonly Written[]): Promise<number> {
	let underWay = 0;
	let peak = 0;
	uploads.mockImplementation(async (_, __, { place }) => {
		place?.begun();
		underWay++;
		peak = Math.max(peak, underWay);
		await new Promise((resolve) => setImmediate(resolve));
		underWay--;
		return DONE;
	});
	const run = newRun();
	const results = await Promise.all(written.map(async (each) => await uploadOnce(run, task(each))));
	expect(results).toEqual(written.map(() => DONE));
	return peak;
}

describe('files that n8n reads as a whole', () => {
	const names = ['One', 'Two', 'Three'];
	const ofDatabase = { isReadWhole: true, isBig: true };

	test('are sent one at a time where they are big', async () => {
		expect(await peakOf(...names.map((name) => ({ ...ofDatabase, name })))).toBe(1);
	});

	test.each([
		['small ones', { isReadWhole: true }],
		['big ones that are streamed', { isBig: true }],
	])('%s are sent together', async (_, file) => {
		expect(await peakOf(...names.map((name) => ({ ...file, name })))).toBe(3);
	});

	test('the same one is sent once, whatever waits behind it', async () => {
		const again = { ...ofDatabase, name: 'One' };
		expect(await peakOf(again, { ...ofDatabase, name: 'Two' }, again)).toBe(1);
		expect(uploads).toHaveBeenCalledTimes(2);
	});
});

test.each<[string, Written, Written]>([
	['other bytes', {}, { identity: 'b' }],
	['another type', {}, { mimeType: 'image/gif' }],
	['another name', {}, { name: 'Take-off' }],
	['other labels', { labels: ['1'] }, { labels: ['2'] }],
	['labels and none', {}, { labels: ['1'] }],
])('%s are another upload', async (_, one, other) => {
	const run = newRun();
	await uploadOnce(run, task(one));
	await uploadOnce(run, task(other));
	expect(uploads).toHaveBeenCalledTimes(2);
});

test('the same bytes in files that are stored apart are uploaded once, however many come at a time', async () => {
	const run = newRun();
	const alike = ['a', 'b', 'c'].map((identity) => task({ identity, digest: 'same' }));
	await Promise.all([task({ identity: 'd' }), ...alike].map(async (each) => await uploadOnce(run, each)));
	expect(uploads.mock.calls.map(([, { file }]) => file.fingerprint())).toEqual(['d', 'a']);
});

test('files that cannot be read are not taken for the same', async () => {
	const run = newRun();
	await uploadOnce(run, task({ identity: 'a', digest: null }));
	await uploadOnce(run, task({ identity: 'b', digest: null }));
	expect(uploads).toHaveBeenCalledTimes(2);
});

test('no labels and an empty list of labels are the same', async () => {
	const run = newRun();
	await uploadOnce(run, task());
	await uploadOnce(run, task({ labels: [] }));
	expect(uploads).toHaveBeenCalledTimes(1);
});

test('another run uploads anew', async () => {
	await uploadOnce(newRun(), task());
	await uploadOnce(newRun(), task());
	expect(uploads).toHaveBeenCalledTimes(2);
});

test('the same file is uploaded in each account: an expression in the credential may give an item another key', async () => {
	const run = newRun();
	const getCredentials = async () => await Promise.resolve({ apiKey: 'other key' });
	await uploadOnce(run, task());
	await uploadOnce({ ...run, functions: { ...functions, getCredentials } as unknown as Item['functions'] }, task());
	expect(uploads).toHaveBeenCalledTimes(2);
});

test('what could not be uploaded is not tried again by another item of the same pass', async () => {
	uploads.mockResolvedValueOnce(failedAt(atPut()));
	const run = newRun();
	const results = [await uploadOnce(run, task()), await uploadOnce(run, task())];
	expect(results.map(({ ok }) => ok)).toEqual([false, false]);
	expect(uploads).toHaveBeenCalledTimes(1);
});

describe('when n8n runs the node again', () => {
	async function again(first: UploadResult, items = 1): Promise<UploadResult[]> {
		const run = newRun();
		uploads.mockResolvedValueOnce(first);
		await uploadOnce(run, task());
		run.memory = newPass();
		return await Promise.all(Array.from({ length: items }, async () => await uploadOnce(run, task())));
	}

	test('what was uploaded before is not uploaded again', async () => {
		expect(await again(DONE)).toEqual([DONE]);
		expect(uploads).toHaveBeenCalledTimes(1);
	});

	test('several items that wait for an upload of the try before begin it once again, where it comes to nothing', async () => {
		const run = newRun();
		let end: (result: UploadResult) => void = () => {};
		uploads.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
		const first = uploadOnce(run, task());
		run.memory = newPass();
		const others = [uploadOnce(run, task()), uploadOnce(run, task())];
		await turn();
		end(failedAt(initialState()));
		expect([await first, ...(await Promise.all(others))].map(({ ok }) => ok)).toEqual([false, true, true]);
		expect(uploads).toHaveBeenCalledTimes(2);
	});

	test('what had reached its completion goes on from there, with its tries counted anew', async () => {
		const session = { ...SESSION, endsAt: Date.now() + 60_000 };
		await again(failedAt(atComplete({ session, attempts: 4, waitedMs: 9, restarted: true })));
		expect(uploads.mock.calls[1]?.[3]).toEqual(atComplete({ session, restarted: true }));
	});

	test('a file that had not been sent is sent in the same session', async () => {
		const session = { ...SESSION, endsAt: Date.now() + 60_000 };
		await again(failedAt(atPut({ session, attempts: 4, waitedMs: 9 })));
		expect(uploads.mock.calls[1]?.[3]).toEqual(atPut({ session }));
	});

	const token = { field: 'uploadToken', code: null, message: 'No' };
	test.each<[string, Failure]>([
		...[400, 403, 404, 407, 411, 413].map((status): [string, Failure] => [
			`HTTP ${status}`,
			{ kind: 'httpStatus', status, words: '' },
		]),
		['a redirect', { kind: 'redirected', status: 302 }],
	])(
		'after %s for its file, a session is gone on with: another one would be counted and meet the same',
		async (_, failure) => {
			const session = { ...SESSION, endsAt: Date.now() + 60_000 };
			await again(failedAt(atPut({ session }), failure));
			expect(uploads.mock.calls[1]?.[3]).toEqual(atPut({ session }));
		},
	);

	test('a session of a file that has changed is not gone on with', async () => {
		const session = { ...SESSION, endsAt: Date.now() + 60_000 };
		await again(failedAt(atPut({ session }), { kind: 'fileChanged', words: '' }));
		expect(uploads.mock.calls[1]?.[3]).toEqual(initialState());
	});

	test('an upload whose address no file may be sent to is not started again', async () => {
		const failed = failedAt(initialState(), { kind: 'unsafeUploadUrl', problem: 'is not encrypted (http)' });
		expect(await again(failed)).toEqual([failed]);
		expect(uploads).toHaveBeenCalledTimes(1);
	});

	test.each<[string, Failure]>([
		['HTTP 404', { kind: 'httpStatus', status: 404, words: '' }],
		['HTTP 400', { kind: 'httpStatus', status: 400, words: '' }],
		['a redirect', { kind: 'redirected', status: 302 }],
		['a refusal', { kind: 'refused', errors: [{ field: 'name', code: null, message: 'No' }] }],
	])('after %s for its completion, a session is gone on with', async (_, failure) => {
		const session = { ...SESSION, endsAt: Date.now() + 60_000 };
		await again(failedAt(atComplete({ session }), failure));
		expect(uploads.mock.calls[1]?.[3]).toEqual(atComplete({ session }));
	});

	test.each<[string, Failure]>([
		['has expired', { kind: 'sessionExpired', words: '' }],
		['has a token that is refused', { kind: 'refused', errors: [token] }],
		['has expired at last', { kind: 'deadlineExceeded', last: { kind: 'sessionExpired', words: '' } }],
	])('a session that %s is not gone on with', async (_, failure) => {
		const session = { ...SESSION, endsAt: Date.now() + 60_000 };
		await again(failedAt(atComplete({ session }), failure));
		expect(uploads.mock.calls[1]?.[3]).toEqual(initialState());
	});

	test.each([
		['had been sent in a session that is over', () => atComplete({ session: { ...SESSION, endsAt: Date.now() - 1 } })],
		['had not been started', () => initialState()],
	])('what %s begins from the start', async (_, state) => {
		await again(failedAt(state()));
		expect(uploads.mock.calls[1]?.[3]).toEqual(initialState());
	});

	test.each<[string, Written, [name: string, step: string]]>([
		['another name goes on under its first one', { name: 'Take-off' }, ['Balloons', 'complete']],
		['other labels goes on with its first ones', { labels: ['2'] }, ['Balloons', 'complete']],
		[
			'another name, and is stored apart, as well',
			{ name: 'Take-off', identity: 'b', digest: 'a' },
			['Balloons', 'complete'],
		],
		['another name and other bytes is another one', { name: 'Take-off', identity: 'b' }, ['Take-off', 'start']],
	])('a file that comes with %s', async (_, changed, expected) => {
		const run = newRun();
		const state = atComplete({ session: { ...SESSION, endsAt: Date.now() + 60_000 } });
		uploads.mockResolvedValueOnce(failedAt(state));
		await uploadOnce(run, task());
		run.memory = newPass();
		await uploadOnce(run, task(changed));
		await uploadOnce(run, task(changed));
		const begun = uploads.mock.calls.map(([, { entry }, , from]) => [entry.name, from.step]);
		expect(begun).toEqual([['Balloons', 'start'], expected]);
	});

	test('files of one item with the same bytes keep their own names', async () => {
		const run = newRun();
		uploads.mockResolvedValueOnce(failedAt(atPut())).mockResolvedValueOnce(failedAt(atPut()));
		for (const name of ['One', 'Two']) await uploadOnce(run, task({ name }));
		run.memory = newPass();
		for (const name of ['One more', 'Two']) await uploadOnce(run, task({ name }));
		expect(uploads.mock.calls.map(([, { entry }]) => entry.name)).toEqual(['One', 'Two', 'One', 'Two']);
	});

	test('several items that want the same file still upload it once', async () => {
		expect(await again(failedAt(atPut()), 3)).toEqual([DONE, DONE, DONE]);
		expect(uploads).toHaveBeenCalledTimes(2);
	});
});

test('a search that fails is for its own item only', async () => {
	const run = newRun();
	const broken = task({ identity: 'b' });
	await uploadOnce(run, task());
	const failing = {
		...broken,
		file: { ...broken.file, digest: async () => await Promise.reject(new Error('No disk')) },
	};
	await expect(uploadOnce(run, failing)).rejects.toThrow('No disk');
	expect(await uploadOnce(run, task({ identity: 'c' }))).toEqual(DONE);
});
