/** Uploads of several files: how many at a time, and what becomes of the others where one fails. */
import { useBinaryMode } from '../harness/binary';
import { THREE_TRIES, TWO_TRIES } from '../harness/engine';
import { useService } from '../harness/service';
import { itemWith, PICTURE, refusal, uploadsOf, videoItem } from '../harness/uploads';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { upload, calls, puts } = uploadsOf(service);
beforeAll(async () => await useBinaryMode('filesystem'));

const threeFiles = async () => [await itemWith('a.png'), await videoItem('b.mp4'), await itemWith('c.png')];

test('four files are on their way at a time, or as many as the option says', async () => {
	const items = await Promise.all(
		Array.from({ length: 8 }, async (_, i) => await itemWith(`${i}.png`, Buffer.concat([PICTURE, Buffer.from([i])]))),
	);
	service().sandbox.control.setSettings({ serviceTimeMs: 20 });
	await upload(items);
	expect(service().sandbox.state().peaks.simultaneousPuts).toBe(4);
	service().sandbox.control.reset();
	service().sandbox.control.setSettings({ serviceTimeMs: 20 });
	await upload(items, { options: { simultaneousUploads: 2 } });
	expect(service().sandbox.state().peaks.simultaneousPuts).toBe(2);
});

test('a used-up upload budget stops the run; what was uploaded is told', async () => {
	service().sandbox.control.leaveBudget('uploads', 1);
	const { error } = await upload(await threeFiles(), { options: { simultaneousUploads: 1 } });
	expect(error?.message).toBe('The upload was not started: the upload limit of the account is used up');
	expect(error?.description).toContain('Already uploaded: item 0. Not attempted: item 2.');
	expect(calls().filter((kind) => kind === 'startMediaUpload')).toHaveLength(2);
});

test('a used-up upload budget is met once where the node continues', async () => {
	service().sandbox.control.leaveBudget('uploads', 1);
	const { items } = await upload(
		await threeFiles(),
		{ options: { simultaneousUploads: 1 } },
		{ node: { onError: 'continueRegularOutput' } },
	);
	const words = 'The upload was not started: the upload limit of the account is used up';
	expect(items.map(({ json }) => json.name ?? json.error)).toEqual(['a.png', words, words]);
	expect(calls().filter((kind) => kind === 'startMediaUpload')).toHaveLength(2);
});

test('where the upload limit is reached, an upload whose file is with the service is completed all the same', async () => {
	const { sandbox } = service();
	// The first try: the first file cannot be started, the second one not completed. The next: the limit is reached.
	sandbox.control.addFault({ on: 'startMediaUpload', nth: 1, fault: { kind: 'status', status: 500 } });
	sandbox.control.addFault({ on: 'completeMediaUpload', nth: 1, fault: { kind: 'status', status: 500 } });
	sandbox.control.addFault({
		on: 'startMediaUpload',
		nth: 3,
		fault: refusal('Media upload rate limit exceeded'),
	});
	const { items } = await upload(
		[await itemWith('a.png'), await videoItem('b.mp4')],
		{ options: { simultaneousUploads: 1 } },
		{ node: { onError: 'continueRegularOutput', ...TWO_TRIES } },
	);
	expect(items.map(({ json }) => json.name ?? json.error)).toEqual([
		expect.stringContaining('The upload '),
		expect.stringContaining('b.mp4'),
	]);
	expect(sandbox.state().media.map(({ name }) => name)).toEqual(['b.mp4']);
});

test('where the node continues, each item stands alone', async () => {
	const { run, items } = await upload(
		[await itemWith('a.png'), { json: {} }, await videoItem('b.mp4')],
		{},
		{ node: { onError: 'continueRegularOutput' } },
	);
	expect(run.status).toBe('success');
	expect(items.map(({ json, pairedItem }) => [json.name ?? json.error, pairedItem])).toEqual([
		['a.png', { item: 0 }],
		['Input Data Field Name is "data", but the item has no file there', { item: 1 }],
		['b.mp4', { item: 2 }],
	]);
});

test('"Retry On Fail" uploads nothing twice, and goes on where an upload had come to', async () => {
	service().sandbox.control.addFault({ on: 'completeMediaUpload', nth: 2, fault: { kind: 'status', status: 500 } });
	const { run, items } = await upload(
		[await itemWith('a.png'), await videoItem('b.mp4')],
		{ options: { simultaneousUploads: 1 } },
		{ node: THREE_TRIES },
	);
	expect(run.status).toBe('success');
	expect(items.map(({ json }) => json.name)).toEqual(['a.png', 'b.mp4']);
	expect(service().sandbox.state()).toMatchObject({ uploadsCounted: 2 });
	expect(puts()).toHaveLength(2);
});

test.each([
	['goes on in its session', { kind: 'status', status: 500 } as const],
	['finds what it has completed', { kind: 'status', status: 500, when: 'after' } as const],
])('"Retry On Fail" with a name that changes by itself %s', async (_, fault) => {
	service().sandbox.control.addFault({ on: 'completeMediaUpload', nth: 2, fault });
	const { run, items } = await upload(
		[await itemWith('a.png'), await videoItem('b.mp4')],
		{
			additionalFields: { name: '={{ $json.fileName }} {{ $now.toMillis() }}' },
			options: { simultaneousUploads: 1 },
		},
		{ node: THREE_TRIES },
	);
	expect(run.status).toBe('success');
	const { media, uploadsCounted } = service().sandbox.state();
	expect(items.map(({ json }) => json.id)).toEqual(media.map(({ id }) => id));
	expect([media.length, uploadsCounted]).toEqual([2, 2]);
});

test('the error of one file has the tokens of the others that can be completed', async () => {
	service().sandbox.control.addFault({
		on: 'completeMediaUpload',
		times: 'always',
		fault: {
			kind: 'payload',
			success: false,
			errors: [{ field: 'mediaLabelIds', code: null, message: 'Not known' }],
		},
	});
	const { error } = await upload([await itemWith('a.png'), await videoItem('b.mp4')]);
	const sessions = service().sandbox.state().sessions;
	expect(error?.context.uploadToken).toBe(sessions[0]?.uploadToken);
	expect(error?.context.unfinished).toEqual([
		{ item: 1, uploadToken: sessions[1]?.uploadToken, expiresAt: sessions[1]?.expiresAt },
	]);
	expect(error?.description).toContain(`item 1 with the upload token ${sessions[1]?.uploadToken}`);
});

test.each([
	['', {}, true],
	[', but for those of "Use Existing"', { ifFileExists: 'useExisting' }, false],
])('the error of one file says that a retry uploads the others again%s', async (_, more, isSaid) => {
	const items = [await itemWith('a.png'), await videoItem('b.mp4')];
	service().sandbox.control.leaveBudget('uploads', 1);
	const { error } = await upload(items, { options: { simultaneousUploads: 1, ...more } });
	expect(error?.description).toContain('Already uploaded: item 0.');
	expect(error?.description?.includes('A retry uploads the done files again')).toBe(isSaid);
});

test('in a sub-workflow, the error says that its caller does not go on by a retry', async () => {
	const items = [await itemWith('a.png'), await videoItem('b.mp4')];
	service().sandbox.control.leaveBudget('uploads', 1);
	const { error } = await upload(items, { options: { simultaneousUploads: 1 } }, { caller: 'caller of uploads' });
	expect(error?.description).toContain(
		'use "Retry with currently saved workflow" for the workflow "Test". The workflow that called it does not go on by that: do by hand what its next nodes do, such as to mark rows. Its own retry runs all its calls from the start.',
	);
});

test('where none is uploaded, there is no word of it', async () => {
	const items = [await itemWith('a.png'), await videoItem('b.mp4')];
	service().sandbox.control.leaveBudget('uploads', 0);
	const { error } = await upload(items);
	expect(error?.message).toContain('the upload limit of the account is used up');
	expect(error?.description).not.toContain('A retry');
});
