/** "Wait for Upload Limit" of Upload Binary: how it is waited for, how often the service is asked, and how the wait ends. */
import type { INode } from 'n8n-workflow';
import { waitForUploadLimit } from '../../nodes/SocialPostScheduling/resources/media/uploadOptions';
import { useBinaryMode } from '../harness/binary';
import { type RunOptions, THREE_TRIES } from '../harness/engine';
import { useService } from '../harness/service';
import { itemWith, PICTURE, uploadsOf } from '../harness/uploads';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';
import { apiOf, uploaded } from '../sandbox/support/api';

const service = useService();
const uploads = uploadsOf(service);
const SECOND = 1_000;
const MINUTE = 60_000;

/** What happens during a wait; by default, the time of the service goes on by as much. */
let meanwhile: () => Promise<void> | void = () => {};
const waits = useShortWaits(async () => {
	await meanwhile();
});
const passTime = () => service().sandbox.control.clock.advance(waits.at(-1) ?? 0);
beforeAll(async () => await useBinaryMode('filesystem'));
beforeEach(() => (meanwhile = passTime));

const bytesOf = (name: string) => Buffer.concat([PICTURE, Buffer.from(name)]);

const upload = async (names: string[], options: INode['parameters'] = {}, more: Partial<RunOptions> = {}) =>
	await uploads.upload(
		await Promise.all(names.map(async (name) => await itemWith(name, bytesOf(name)))),
		{ options: { waitForUploadLimit: true, ...options } },
		more,
	);

const leaveUploads = (left: number) => service().sandbox.control.leaveBudget('uploads', left);
const callsOf = (kind: string) =>
	service()
		.sandbox.state()
		.log.filter((call) => call.kind === kind).length;
const starts = () => callsOf('startMediaUpload');
const namesInLibrary = () =>
	service()
		.sandbox.state()
		.media.map(({ name }) => name);

test('the option is on when a person adds it', () => {
	expect(waitForUploadLimit.default).toBe(true);
});

const GIVEN_UP =
	'The upload was not started: it did not finish within "Give Up After" (last attempt: the upload limit of the account is used up)';

test.each([
	['is not added', {}],
	['is off', { options: { waitForUploadLimit: false } }],
])('where the option %s, nothing is waited for', async (_, more) => {
	leaveUploads(0);
	const { error } = await uploads.upload([await itemWith('a.png')], more);
	expect(error?.description).toContain('you can turn on "Wait for Upload Limit" in the options');
	expect(error?.message).toBe('The upload was not started: the upload limit of the account is used up');
	expect([waits, starts()]).toEqual([[], 1]);
});

test('where the limit has room, the requests are the same as without the option', async () => {
	const { items } = await upload(['a.png', 'b.png']);
	expect(items.map(({ json }) => json.name)).toEqual(['a.png', 'b.png']);
	expect([waits, starts(), callsOf('put'), callsOf('completeMediaUpload')]).toEqual([[], 2, 2, 2]);
	expect(service().sandbox.state().requestsCounted).toBe(4);
});

test('of uploads that wait at the same time, one asks every five minutes, and when it may begin, the next ones do', async () => {
	leaveUploads(2);
	let waiting = 0;
	let mostWaiting = 0;
	meanwhile = async () => {
		mostWaiting = Math.max(mostWaiting, ++waiting);
		// Time enough for the others to ask, if they did.
		await apiOf(service().sandbox).profile();
		passTime();
		waiting--;
	};
	const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png'];
	const { items, run } = await upload(names);
	expect(run.status).toBe('success');
	expect(items.map(({ json }) => json.name)).toEqual(names);
	// The place that is free next is that of an hour ago: twelve waits and as many refusals for all of them.
	expect(waits).toEqual(Array.from({ length: 12 }, () => 5 * MINUTE));
	expect(starts()).toBe(names.length + 12);
	expect(mostWaiting).toBe(1);
	expect(service().sandbox.state().uploadsCounted).toBe(names.length);
});

test('only the starts come one after the other: a file that is under way does not hold the next one up', async () => {
	const { control } = service().sandbox;
	control.clock.freeze();
	control.addFault({ on: 'put', fault: { kind: 'slow', ms: SECOND } });
	// The first file gets its response only when the second one has come.
	let clock: NodeJS.Timeout | undefined;
	const goOn = () => (clock = setInterval(() => control.clock.advance(SECOND)));
	const endWatch = whenCalled(service().sandbox, 'put', goOn, 2);
	const { items } = await upload(['a.png', 'b.png']);
	endWatch();
	clearInterval(clock);
	expect(items.map(({ json }) => json.name)).toEqual(['a.png', 'b.png']);
});

describe('a reset that the service states', () => {
	const refuse = (headers: Record<string, string>) =>
		service().sandbox.control.addFault({
			on: 'startMediaUpload',
			fault: {
				kind: 'status',
				status: 200,
				headers,
				body: {
					data: {
						startMediaUpload: { success: false, errors: [{ message: 'Media upload rate limit exceeded' }] },
					},
				},
			},
		});
	const inMinutes = (minutes: number) => String(Math.ceil(Date.now() / 1000) + minutes * 60);

	test.each([
		['later than the next request', { 'Retry-After': '1800' }, 30 * MINUTE + SECOND],
		['sooner: it may be about another limit', { 'Retry-After': '7' }, 5 * MINUTE],
		['later than any place becomes free', { 'Retry-After': '86400' }, 60 * MINUTE],
		['of the general limit, of which something is left', { 'X-RateLimit-Remaining': '12' }, 5 * MINUTE],
	])('%s', async (_, headers, wait) => {
		refuse({ 'X-RateLimit-Reset': inMinutes(9), ...headers });
		const { run } = await upload(['a.png']);
		expect(run.status).toBe('success');
		expect(waits).toEqual([wait]);
	});

	test('of a limit of which nothing is left', async () => {
		refuse({ 'X-RateLimit-Reset': inMinutes(40), 'X-RateLimit-Remaining': '0' });
		await upload(['a.png']);
		expect(waits).toHaveLength(1);
		expect(waits[0]).toBeGreaterThan(39 * MINUTE);
	});
});

describe('the wait is given up', () => {
	test('when the next one would end after "Give Up After": the error says so', async () => {
		leaveUploads(0);
		const { error } = await upload(['a.png'], { giveUpAfter: 12 });
		expect(error?.message).toBe(GIVEN_UP);
		expect(error?.description).toContain('Media upload rate limit exceeded');
		expect(error?.description).toContain('To give it more time, raise "Give Up After" in the options.');
		expect([waits, starts()]).toEqual([[5 * MINUTE, 5 * MINUTE], 3]);
	});

	test('by one for all: the others ask no more', async () => {
		leaveUploads(1);
		const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png'];
		const { items } = await upload(names, { giveUpAfter: 12 }, { node: { onError: 'continueRegularOutput' } });
		expect(items.map(({ json }) => json.error ?? json.name)).toEqual(['a.png', ...names.slice(1).map(() => GIVEN_UP)]);
		expect(starts()).toBe(4);
		expect(service().sandbox.state().uploadsCounted).toBe(1);
	});

	test('"Retry On Fail" does not wait again', async () => {
		leaveUploads(0);
		const node = THREE_TRIES;
		const { error } = await upload(['a.png', 'b.png'], { giveUpAfter: 12 }, { node });
		expect(error?.message).toBe(GIVEN_UP);
		expect([waits.length, starts()]).toEqual([2, 3]);
	});
});

test('a stop ends all waits at once, and nothing further is asked', async () => {
	leaveUploads(0);
	let stopExecution = () => {};
	meanwhile = () => stopExecution();
	const { run, error } = await upload(['a.png', 'b.png', 'c.png'], {}, { onStart: (stop) => (stopExecution = stop) });
	expect(run.status).toBe('canceled');
	expect(error?.message).toBe('The upload was not started: the execution was canceled');
	expect([waits, starts()]).toEqual([[5 * MINUTE], 1]);
});

test('an upload that fails for another reason lets the next one begin', async () => {
	service().sandbox.control.addFault({ on: 'startMediaUpload', fault: { kind: 'status', status: 500 } });
	const { items } = await upload(['a.png', 'b.png'], {}, { node: { onError: 'continueRegularOutput' } });
	expect(items.map(({ json }) => json.error ?? json.name)).toEqual([
		expect.stringContaining('The upload may have been started: the service returned HTTP 500'),
		'b.png',
	]);
});

test('a session that has expired is replaced in its turn, after a wait for the limit', async () => {
	leaveUploads(1);
	service().sandbox.control.addFault({ on: 'put', fault: { kind: 'expireSession' } });
	const { items } = await upload(['a.png']);
	expect(items[0]?.json.name).toBe('a.png');
	expect(waits).toHaveLength(12);
});

describe('with "Use Existing", the library is searched again after the wait', () => {
	const both = { ifFileExists: 'useExisting' };
	/** Another execution adds the files during the first wait. */
	const addMeanwhile = (...names: string[]) => {
		meanwhile = async () => {
			meanwhile = passTime;
			const api = apiOf(service().sandbox);
			service().sandbox.control.setLimit('uploads', 1000);
			for (const name of names) {
				const { uploadToken } = await uploaded(api, bytesOf(name));
				await api.complete(uploadToken, name);
			}
			service().sandbox.control.setLimit('uploads', 0);
		};
	};

	test('by one that asks', async () => {
		leaveUploads(0);
		addMeanwhile('a.png');
		const { items } = await upload(['a.png'], both);
		expect(namesInLibrary()).toEqual(['a.png']);
		expect(items[0]?.json).toMatchObject({ name: 'a.png', existing: true });
		expect([callsOf('media'), waits.length]).toEqual([2, 1]);
	});

	test('and by those that wait for it', async () => {
		leaveUploads(0);
		addMeanwhile('a.png', 'b.png');
		const { items } = await upload(['a.png', 'b.png'], both);
		expect(items.map(({ json }) => json.existing)).toEqual([true, true]);
		expect(namesInLibrary()).toEqual(['a.png', 'b.png']);
		expect([callsOf('media'), waits.length]).toEqual([4, 1]);
	});

	test('a file that the library has does not wait for the limit at all', async () => {
		await upload(['a.png']);
		leaveUploads(0);
		const { items } = await upload(
			['b.png', 'a.png'],
			{ ...both, giveUpAfter: 12 },
			{
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(items.map(({ json }) => json.existing ?? json.error)).toEqual([GIVEN_UP, true]);
	});
});
