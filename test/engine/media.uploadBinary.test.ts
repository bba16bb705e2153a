import { createHash } from 'node:crypto';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { BINARY_MODES, storeBinary, useBinaryMode } from '../harness/binary';
import { runNode, type RunOptions, THREE_TRIES } from '../harness/engine';
import { exampleFile, useService } from '../harness/service';
import { watchStreams } from '../harness/streams';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';

const service = useService();
const waits = useShortWaits();
const streams = watchStreams();

const PICTURE = exampleFile('balloons.png');
const VIDEO = exampleFile('take-off.mp4');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function itemWith(
	bytes: Buffer,
	fileName: string,
	mimeType: string,
	field = 'data',
): Promise<INodeExecutionData> {
	return { json: { fileName }, binary: { [field]: await storeBinary(bytes, fileName, mimeType) } };
}

const upload = async (
	items: INodeExecutionData[],
	parameters: INode['parameters'] = {},
	more: Partial<RunOptions> = {},
) =>
	await runNode({
		parameters: { resource: 'media', operation: 'uploadBinary', ...parameters },
		items,
		credential: service().credential,
		...more,
	});

const putsOf = () =>
	service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'put');
const callsOf = () =>
	service()
		.sandbox.state()
		.log.map(({ kind }) => kind);

describe.each(BINARY_MODES)('binary mode %s', (mode) => {
	beforeAll(async () => await useBinaryMode(mode));

	test('a picture and a video go through the three steps into the library', async () => {
		const items = [
			await itemWith(PICTURE, 'balloons.png', 'image/png'),
			await itemWith(VIDEO, 'take-off.mp4', 'video/mp4'),
		];
		const { run, items: output } = await upload(items);

		expect(run.status).toBe('success');
		expect(output).toEqual([
			{
				json: {
					id: expect.any(String),
					name: 'balloons.png',
					url: expect.any(String),
					mimeType: 'image/png',
					size: PICTURE.length,
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					id: expect.any(String),
					name: 'take-off.mp4',
					url: expect.any(String),
					mimeType: 'video/mp4',
					size: VIDEO.length,
				},
				pairedItem: { item: 1 },
			},
		]);
		const { media, uploadsCounted, requestsCounted } = service().sandbox.state();
		expect(media.map((file) => file.sha256).sort()).toEqual([sha256(PICTURE), sha256(VIDEO)].sort());
		expect({ uploadsCounted, requestsCounted }).toEqual({ uploadsCounted: 2, requestsCounted: 4 });
	});

	test('the PUT has the exact length, the declared type, If-None-Match and no Authorization', async () => {
		await upload([await itemWith(VIDEO, 'take-off.mp4', 'video/mp4')]);
		expect(putsOf()).toEqual([
			expect.objectContaining({
				method: 'PUT',
				authorization: 'none',
				contentType: 'video/mp4',
				contentLength: String(VIDEO.length),
				ifNoneMatch: '*',
				transferEncoding: null,
				receivedBytes: VIDEO.length,
			}),
		]);
	});

	test('another PUT after a broken one sends the whole file again', async () => {
		service().sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'during', afterBytes: 1000 } });
		const { run } = await upload([await itemWith(VIDEO, 'take-off.mp4', 'video/mp4')]);
		expect(run.status).toBe('success');
		expect(putsOf()).toHaveLength(2);
		expect(
			service()
				.sandbox.state()
				.media.map((file) => file.sha256),
		).toEqual([sha256(VIDEO)]);
		expect(service().sandbox.state().uploadsCounted).toBe(1);
	});

	test('the same bytes are uploaded once, and every item gets the media', async () => {
		const item = await itemWith(PICTURE, 'balloons.png', 'image/png');
		const { items } = await upload([item, item, item]);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(service().sandbox.state().uploadsCounted).toBe(1);
	});

	test('the same bytes in files that came apart are uploaded once as well', async () => {
		const items = [
			await itemWith(PICTURE, 'balloons.png', 'image/png'),
			await itemWith(PICTURE, 'balloons.png', 'image/png'),
			await itemWith(Buffer.concat([PICTURE.subarray(0, -1), Buffer.of(7)]), 'balloons.png', 'image/png'),
		];
		const { items: output } = await upload(items);
		const [first, second, other] = output.map(({ json }) => json.id);
		expect(second).toBe(first);
		expect(other).not.toBe(first);
		expect(service().sandbox.state().uploadsCounted).toBe(2);
	});

	// Only stored files are within the JSON: n8n leaves those in memory where they are.
	const paths = mode === 'default' ? [] : ['_files.data', '={{ $json._files.data }}'];
	test.each(['data', '={{ "data" }}', ...paths])(
		'in a workflow that keeps files within the JSON, the field may be %s',
		async (binaryPropertyName) => {
			const { items, error } = await upload(
				[await itemWith(PICTURE, 'balloons.png', 'image/png')],
				{ binaryPropertyName },
				{ settings: { binaryMode: 'combined' } },
			);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ name: 'balloons.png', size: PICTURE.length });
		},
	);

	test('a type that n8n does not know is read from the first bytes', async () => {
		const { items } = await upload([await itemWith(PICTURE, 'picture', 'application/octet-stream')]);
		expect(items[0]?.json).toMatchObject({ mimeType: 'image/png', name: 'picture' });
	});

	test.each([
		['an empty file', Buffer.alloc(0), 'empty.png', 'image/png', 'The file "empty.png" is empty'],
		[
			'a file of another type',
			Buffer.from('plain words'),
			'words.txt',
			'text/plain',
			'which the service does not take',
		],
	])('%s is refused before anything is sent', async (_, bytes, fileName, mimeType, text) => {
		const { error } = await upload([
			await itemWith(PICTURE, 'balloons.png', 'image/png'),
			await itemWith(bytes, fileName, mimeType),
		]);
		expect(error?.message).toContain(text);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain('No other item was uploaded in this run. Not attempted: item 0.');
		expect(callsOf()).toEqual([]);
	});
});

describe('stored files', () => {
	beforeAll(async () => await useBinaryMode('filesystem'));

	test('name, type and labels are what the user sets', async () => {
		const item = await itemWith(PICTURE, 'balloons.png', 'text/plain', 'picture');
		const { items } = await upload([item], {
			binaryPropertyName: 'picture',
			additionalFields: { name: '=Balloons {{ $json.fileName }}', mimeType: 'image/png', mediaLabelIds: '3, 5' },
		});
		expect(items[0]?.json).toMatchObject({ name: 'Balloons balloons.png', mimeType: 'image/png' });
		expect(service().sandbox.state().media[0]).toMatchObject({ labelIds: ['3', '5'] });
	});

	test('the binary itself may come by an expression', async () => {
		const { items, error } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')], {
			binaryPropertyName: '={{ $binary.data }}',
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'balloons.png', size: PICTURE.length });
	});

	test('a field without a file is named, with the fields that there are', async () => {
		const { error } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')], {
			binaryPropertyName: 'file',
		});
		expect(error?.message).toBe('Input Data Field Name is "file", but the item has no file there');
		expect(callsOf()).toEqual([]);
	});

	test('the advice for fields that have another name in each item leads to their files', async () => {
		const [one, two] = [
			await itemWith(PICTURE, 'one.png', 'image/png'),
			await itemWith(PICTURE, 'two.png', 'image/png'),
		];
		const items = [one, { json: {}, binary: { picture: two.binary!.data! } }];
		const { error } = await upload(items);
		const [expression] = /\{\{.*?\}\}/.exec(error?.description ?? '') ?? [];
		const uploaded = await upload(items, { binaryPropertyName: `=${expression}` });
		expect(uploaded.items.map(({ json }) => json.name)).toEqual(['one.png', 'two.png']);
	});

	test('a web address has an operation of its own', async () => {
		const item = await itemWith(PICTURE, 'balloons.png', 'image/png');
		const { error } = await upload([item], { binaryPropertyName: 'https://a.example/a.png' });
		expect(error?.description).toBe('For a web address, use the operation Upload From URL.');
	});

	test('a file is opened for its first bytes and for each transfer, and every stream is closed', async () => {
		service().sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'during' } });
		const { run } = await upload([await itemWith(VIDEO, 'take-off.mp4', 'video/mp4')]);
		expect(run.status).toBe('success');
		expect([streams.count(), streams.leftOpen()]).toEqual([3, 0]);
	});

	test('a file that n8n no longer has is told before anything is counted', async () => {
		const item = await itemWith(PICTURE, 'balloons.png', 'image/png');
		if (item.binary?.data) item.binary.data.id = `${item.binary.data.id}-gone`;
		const { error } = await upload([item]);
		expect(error?.message).toContain('The file "balloons.png" is no longer available');
		expect(callsOf()).toEqual([]);
	});

	test('412 at the PUT means that the file is there: the upload goes on to its completion', async () => {
		service().sandbox.control.addFault({ on: 'put', fault: { kind: 'reset', when: 'after' } });
		const { run } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')]);
		expect(run.status).toBe('success');
		expect(putsOf().map(({ status }) => status)).toEqual([expect.anything(), 412]);
		expect(service().sandbox.state().media).toHaveLength(1);
	});

	test.each([
		[
			'an upload timeout',
			{
				kind: 'payload',
				success: false,
				errors: [{ field: 'uploadToken', code: 'UPLOAD_TIMEOUT', message: 'Media upload timed out' }],
			},
		],
		['HTTP 504', { kind: 'status', status: 504, body: '<html>Gateway Timeout</html>' }],
		['a lost answer', { kind: 'reset', when: 'after' }],
	] as const)('the completion is repeated with the same token after %s', async (_, fault) => {
		service().sandbox.control.addFault({ on: 'completeMediaUpload', times: 3, fault });
		const { run } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')]);
		expect(run.status).toBe('success');
		const completions = service()
			.sandbox.state()
			.log.filter(({ kind }) => kind === 'completeMediaUpload');
		expect(completions).toHaveLength(4);
		expect(new Set(completions.map(({ variables }) => JSON.stringify(variables))).size).toBe(1);
		expect(waits).toEqual([3000, 5000, 8000]);
		expect(service().sandbox.state().media).toHaveLength(1);
	});

	test('an expired session is replaced once, at the cost of an upload', async () => {
		service().sandbox.control.addFault({ on: 'put', fault: { kind: 'expireSession' } });
		const { run } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')]);
		expect(run.status).toBe('success');
		expect(service().sandbox.state().uploadsCounted).toBe(2);
	});

	test('an expired session ends the upload where the option says so', async () => {
		service().sandbox.control.addFault({ on: 'completeMediaUpload', fault: { kind: 'expireSession' } });
		const { error } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')], {
			options: { restartExpired: false },
		});
		expect(error?.message).toBe('The upload was not completed: the upload session expired');
		expect(error?.context).toMatchObject({
			step: 'complete',
			uploadToken: expect.any(String),
			expiresAt: expect.any(String),
		});
		expect(service().sandbox.state().uploadsCounted).toBe(1);
	});

	test('a start is never sent again after an answer may have been lost', async () => {
		service().sandbox.control.addFault({ on: 'startMediaUpload', fault: { kind: 'reset', when: 'after' } });
		const { error } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')]);
		expect(error?.message).toBe('The upload may have been started: the connection was lost before a response arrived');
		expect(callsOf()).toEqual(['startMediaUpload']);
	});

	const threeFiles = async () => [
		await itemWith(PICTURE, 'a.png', 'image/png'),
		await itemWith(VIDEO, 'b.mp4', 'video/mp4'),
		await itemWith(PICTURE, 'c.png', 'image/png'),
	];

	test('a used-up upload budget stops the run; what was uploaded is told', async () => {
		service().sandbox.control.leaveBudget('uploads', 1);
		const { error } = await upload(await threeFiles(), { options: { simultaneousUploads: 1 } });
		expect(error?.message).toBe('The upload was not started: the upload limit of the account is used up');
		expect(error?.description).toContain('Already uploaded: item 0. Not attempted: item 2.');
		expect(callsOf().filter((kind) => kind === 'startMediaUpload')).toHaveLength(2);
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
		expect(callsOf().filter((kind) => kind === 'startMediaUpload')).toHaveLength(2);
	});

	test('where the node continues, each item stands alone', async () => {
		const { run, items } = await upload(
			[await itemWith(PICTURE, 'a.png', 'image/png'), { json: {} }, await itemWith(VIDEO, 'b.mp4', 'video/mp4')],
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
			[await itemWith(PICTURE, 'a.png', 'image/png'), await itemWith(VIDEO, 'b.mp4', 'video/mp4')],
			{ options: { simultaneousUploads: 1 } },
			{ node: THREE_TRIES },
		);
		expect(run.status).toBe('success');
		expect(items.map(({ json }) => json.name)).toEqual(['a.png', 'b.mp4']);
		expect(service().sandbox.state()).toMatchObject({ uploadsCounted: 2 });
		expect(putsOf()).toHaveLength(2);
	});

	test.each([413, 403, 302])('"Retry On Fail" after HTTP %i for the file counts no further upload', async (status) => {
		service().sandbox.control.addFault({ on: 'put', times: 'always', fault: { kind: 'status', status } });
		const { error } = await upload([await itemWith(PICTURE, 'a.png', 'image/png')], {}, { node: THREE_TRIES });
		expect(error?.message).toMatch(/file was (?:not )?sent: the upload storage returned/);
		expect(putsOf()).toHaveLength(3);
		expect(service().sandbox.state()).toMatchObject({ uploadsCounted: 1 });
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
		const { error } = await upload([
			await itemWith(PICTURE, 'a.png', 'image/png'),
			await itemWith(VIDEO, 'b.mp4', 'video/mp4'),
		]);
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
		const items = [await itemWith(PICTURE, 'a.png', 'image/png'), await itemWith(VIDEO, 'b.mp4', 'video/mp4')];
		service().sandbox.control.leaveBudget('uploads', 1);
		const { error } = await upload(items, { options: { simultaneousUploads: 1, ...more } });
		expect(error?.description).toContain('Already uploaded: item 0.');
		expect(error?.description?.includes('A retry uploads the done files again')).toBe(isSaid);
	});

	test('in a sub-workflow, the error says that its caller does not go on by a retry', async () => {
		const items = [await itemWith(PICTURE, 'a.png', 'image/png'), await itemWith(VIDEO, 'b.mp4', 'video/mp4')];
		service().sandbox.control.leaveBudget('uploads', 1);
		const { error } = await upload(items, { options: { simultaneousUploads: 1 } }, { caller: 'caller of uploads' });
		expect(error?.description).toContain(
			'use "Retry with currently saved workflow" for the workflow "Test". The workflow that called it does not go on by that, and its own retry runs this one from the start.',
		);
	});

	test('where none is uploaded, there is no word of it', async () => {
		const items = [await itemWith(PICTURE, 'a.png', 'image/png'), await itemWith(VIDEO, 'b.mp4', 'video/mp4')];
		service().sandbox.control.leaveBudget('uploads', 0);
		const { error } = await upload(items);
		expect(error?.message).toContain('the upload limit of the account is used up');
		expect(error?.description).not.toContain('A retry');
	});

	test('four files are on their way at a time, or as many as the option says', async () => {
		const items = await Promise.all(
			Array.from(
				{ length: 8 },
				async (_, i) => await itemWith(Buffer.concat([PICTURE, Buffer.from([i])]), `${i}.png`, 'image/png'),
			),
		);
		service().sandbox.control.setSettings({ serviceTimeMs: 20 });
		await upload(items);
		expect(service().sandbox.state().peaks.simultaneousPuts).toBe(4);
		service().sandbox.control.reset();
		service().sandbox.control.setSettings({ serviceTimeMs: 20 });
		await upload(items, { options: { simultaneousUploads: 2 } });
		expect(service().sandbox.state().peaks.simultaneousPuts).toBe(2);
	});

	test('neither the key nor the signed address is stored with the execution', async () => {
		const { sandbox, credential } = service();
		sandbox.control.addFault({
			on: 'put',
			times: 'always',
			fault: { kind: 'status', status: 403, body: '<Error><Message>Signature mismatch</Message></Error>' },
		});
		const { stored, error } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')]);
		expect(error?.message).toBe('The file was not sent: the upload storage returned HTTP 403');
		expect(stored).not.toContain(credential.apiKey);
		expect(stored).not.toContain(sandbox.uploadOrigin);
		expect(stored).not.toContain('Bearer');
	});

	test('a transfer that stands still is broken off and sent again', async () => {
		service().sandbox.control.addFault({ on: 'put', fault: { kind: 'hang', when: 'before' } });
		const { run } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')], {
			requestOptions: { timeout: 3000 },
		});
		expect(run.status).toBe('success');
		expect(putsOf()).toHaveLength(2);
	});

	test('of transfers that all stand still, it is not known whether they arrived', async () => {
		service().sandbox.control.addFault({ on: 'put', times: 'always', fault: { kind: 'hang', when: 'before' } });
		const { error } = await upload([await itemWith(PICTURE, 'balloons.png', 'image/png')], {
			requestOptions: { timeout: 1000 },
		});
		expect(error?.message).toMatch(/^It is not known whether the file was sent: /);
	});

	test('a stop ends the upload at once', async () => {
		service().sandbox.control.addFault({ on: 'put', fault: { kind: 'hang', when: 'before' } });
		const { run, error } = await upload(
			[await itemWith(PICTURE, 'balloons.png', 'image/png')],
			{},
			{ onStart: (stop) => void whenCalled(service().sandbox, 'put', stop) },
		);
		expect([error?.message, run.status]).toEqual([
			'It is not known whether the file was sent: the execution was canceled',
			'canceled',
		]);
		expect(callsOf()).not.toContain('completeMediaUpload');
	});
});

test('where the upload limit is reached, an upload whose file is with the service is completed all the same', async () => {
	await useBinaryMode('filesystem');
	const refusal = (message: string) => ({
		kind: 'payload' as const,
		success: false,
		errors: [{ field: null, code: null, message }],
	});
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
		[await itemWith(PICTURE, 'a.png', 'image/png'), await itemWith(VIDEO, 'b.mp4', 'video/mp4')],
		{ options: { simultaneousUploads: 1 } },
		{ node: { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
	);
	expect(items.map(({ json }) => json.name ?? json.error)).toEqual([
		expect.stringContaining('The upload '),
		expect.stringContaining('b.mp4'),
	]);
	expect(sandbox.state().media.map(({ name }) => name)).toEqual(['b.mp4']);
});
