import { createHash } from 'node:crypto';
import { BINARY_MODES, useBinaryMode } from '../harness/binary';
import { useService } from '../harness/service';
import { itemWith, PICTURE, uploadsOf, VIDEO, videoItem } from '../harness/uploads';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { upload, calls, puts } = uploadsOf(service);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(BINARY_MODES)('binary mode %s', (mode) => {
	beforeAll(async () => await useBinaryMode(mode));

	test('a picture and a video go through the three steps into the library', async () => {
		const items = [await itemWith(), await videoItem()];
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
		await upload([await videoItem()]);
		expect(puts()).toEqual([
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
		const { run } = await upload([await videoItem()]);
		expect(run.status).toBe('success');
		expect(puts()).toHaveLength(2);
		expect(
			service()
				.sandbox.state()
				.media.map((file) => file.sha256),
		).toEqual([sha256(VIDEO)]);
		expect(service().sandbox.state().uploadsCounted).toBe(1);
	});

	test('the same bytes are uploaded once, and every item gets the media', async () => {
		const item = await itemWith();
		const { items } = await upload([item, item, item]);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(service().sandbox.state().uploadsCounted).toBe(1);
	});

	test('the same bytes in files that came apart are uploaded once as well', async () => {
		const items = [
			await itemWith(),
			await itemWith(),
			await itemWith('balloons.png', Buffer.concat([PICTURE.subarray(0, -1), Buffer.of(7)])),
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
				[await itemWith()],
				{ binaryPropertyName },
				{ settings: { binaryMode: 'combined' } },
			);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ name: 'balloons.png', size: PICTURE.length });
		},
	);

	test('a type that n8n does not know is read from the first bytes', async () => {
		const { items } = await upload([await itemWith('picture', PICTURE, 'application/octet-stream')]);
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
		const { error } = await upload([await itemWith(), await itemWith(fileName, bytes, mimeType)]);
		expect(error?.message).toContain(text);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain('No other item was uploaded in this run. Not attempted: item 0.');
		expect(calls()).toEqual([]);
	});
});

describe('stored files', () => {
	beforeAll(async () => await useBinaryMode('filesystem'));

	test('name, type and labels are what the user sets', async () => {
		const item = await itemWith('balloons.png', PICTURE, 'text/plain', 'picture');
		const { items } = await upload([item], {
			binaryPropertyName: 'picture',
			additionalFields: { name: '=Balloons {{ $json.fileName }}', mimeType: 'image/png', mediaLabelIds: '3, 5' },
		});
		expect(items[0]?.json).toMatchObject({ name: 'Balloons balloons.png', mimeType: 'image/png' });
		expect(service().sandbox.state().media[0]).toMatchObject({ labelIds: ['3', '5'] });
	});

	test('the binary itself may come by an expression', async () => {
		const { items, error } = await upload([await itemWith()], {
			binaryPropertyName: '={{ $binary.data }}',
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'balloons.png', size: PICTURE.length });
	});

	test('a field without a file is named, with the fields that there are', async () => {
		const { error } = await upload([await itemWith()], {
			binaryPropertyName: 'file',
		});
		expect(error?.message).toBe('Input Data Field Name is "file", but the item has no file there');
		expect(calls()).toEqual([]);
	});

	test('the advice for fields that have another name in each item leads to their files', async () => {
		const [one, two] = [await itemWith('one.png'), await itemWith('two.png')];
		const items = [one, { json: {}, binary: { picture: two.binary!.data! } }];
		const { error } = await upload(items);
		const [expression] = /\{\{.*?\}\}/.exec(error?.description ?? '') ?? [];
		const uploaded = await upload(items, { binaryPropertyName: `=${expression}` });
		expect(uploaded.items.map(({ json }) => json.name)).toEqual(['one.png', 'two.png']);
	});

	test('a web address has an operation of its own', async () => {
		const item = await itemWith();
		const { error } = await upload([item], { binaryPropertyName: 'https://a.example/a.png' });
		expect(error?.description).toBe('For a web address, use the operation Upload From URL.');
	});

	test('a file that n8n no longer has is told before anything is counted', async () => {
		const item = await itemWith();
		if (item.binary?.data) item.binary.data.id = `${item.binary.data.id}-gone`;
		const { error } = await upload([item]);
		expect(error?.message).toContain('The file "balloons.png" is no longer available');
		expect(calls()).toEqual([]);
	});
});
