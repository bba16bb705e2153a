/** What the service says beside the success of something that it has done is shown with the item, by each operation that does something. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { idField } from '../../nodes/SocialPostScheduling/utils/json';
import type { Fault } from '../../sandbox/faults/rules';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { runNode } from '../harness/engine';
import { postParameters, scheduleParameters, texts } from '../harness/posts';
import { exampleFile, useService, withKeyReplaced } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { apiOf } from '../sandbox/support/api';

const service = useService();
useShortWaits();
beforeAll(async () => await useBinaryMode('filesystem'));

const PICTURE = exampleFile('balloons.png');
const MEDIA = { id: '77', name: 'balloons.png', url: null, mimeType: 'image/png', size: PICTURE.length };
const NEW_TIME = '2099-05-04T05:30:00Z';

/** The call has succeeded, and the service says something beside it that has a secret. */
const said = (fields: Extract<Fault, { kind: 'payload' }>['fields'] = {}): Fault => ({
	kind: 'payload',
	success: true,
	fields,
	errors: [{ field: 'name', code: null, message: `Something was left out, ${service().credential.apiKey}` }],
});
const SAID = 'name: Something was left out, [API key]';

const run = async (parameters: INode['parameters'], items: INodeExecutionData[] = [{ json: {} }]) =>
	await runNode({ parameters, items, credential: service().credential });
const withPicture = async (): Promise<INodeExecutionData[]> => [
	{ json: {}, binary: { data: await storeBinary(PICTURE, 'balloons.png', 'image/png') } },
];

const uploadBinary = async () => await run({ resource: 'media', operation: 'uploadBinary' }, await withPicture());
const schedulePicture = async (...files: ReadonlyArray<INode['parameters'][string]>) =>
	await run(
		{
			...scheduleParameters('a'),
			thread: { tweet: [{ text: 'a', media: { reference: files.map((file) => ({ file })) } }] },
		},
		await withPicture(),
	);

test.each([
	[
		'Complete Upload',
		'completeMediaUpload',
		{ media: MEDIA },
		async () => await run({ resource: 'media', operation: 'completeUpload', uploadToken: 't', name: 'balloons.png' }),
	],
	['Upload Binary', 'completeMediaUpload', { media: MEDIA }, uploadBinary],
	[
		'Upload From URL',
		'uploadMediaFromUrl',
		{ media: MEDIA },
		async () => await run({ resource: 'media', operation: 'uploadFromUrl', url: 'https://example.com/a.png' }),
	],
	['Delete', 'deletePlatformPost', {}, async () => await run(postParameters('delete', '1'))],
	['Publish Now', 'submitPlatformPost', {}, async () => await run(postParameters('publishNow', '1'))],
	[
		'Reschedule',
		'reschedulePlatformPost',
		{},
		async () => await run(postParameters('reschedule', '1', { postAt: NEW_TIME })),
	],
	['Schedule', 'scheduleTweet', {}, async () => await run(scheduleParameters('a'))],
] as const)('%s', async (_, on, fields, act) => {
	service().sandbox.control.addFault({ on, fault: said(fields) });
	const { items, error } = await act();
	expect(error).toBeUndefined();
	expect(items[0]?.json.warnings).toEqual([SAID]);
});

describe('beside the start of an upload', () => {
	beforeEach(async () => {
		const { uploadToken, uploadUrl, expiresAt } = await apiOf(service().sandbox).start(PICTURE.length);
		service().sandbox.control.addFault({
			on: 'startMediaUpload',
			fault: said({ uploadToken, uploadUrl, expiresAt }),
		});
	});

	test('Upload Binary', async () => {
		const { items } = await uploadBinary();
		expect(items[0]?.json).toMatchObject({ name: 'balloons.png', warnings: [SAID] });
	});

	test.each([
		['Upload Binary', uploadBinary],
		['Schedule', async () => await schedulePicture({ __rl: true, mode: 'binary', value: 'data' })],
	])('%s, where the upload then fails', async (_, act) => {
		service().sandbox.control.addFault({
			on: 'completeMediaUpload',
			fault: { kind: 'payload', success: false, errors: [{ field: 'name', code: null, message: 'Not this one' }] },
		});
		const { error } = await act();
		expect(error?.description).toContain(`Warning: ${SAID}.`);
	});
});

test.each([
	['from the input', 'completeMediaUpload', { __rl: true, mode: 'binary', value: 'data' }, 'balloons.png'],
	[
		'from its URL',
		'uploadMediaFromUrl',
		{ __rl: true, mode: 'url', value: 'https://example.com/a.png' },
		'https://example.com/a.png',
	],
] as const)('Schedule: beside the upload of a file %s', async (_, on, file, name) => {
	service().sandbox.control.addFault({ on, fault: said({ media: MEDIA }) });
	service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: true } });
	const { items } = await schedulePicture(file);
	expect(items[0]?.json.warnings).toEqual([`File "${name}": ${SAID}`]);
});

describe('a file that has another size in the library', () => {
	const cut = (mimeType: string) => ({ ...MEDIA, mimeType, size: 10 });
	const complete = (mimeType: string): void => {
		service().sandbox.control.addFault({
			on: 'completeMediaUpload',
			fault: { kind: 'payload', success: true, fields: { media: cut(mimeType) } },
		});
	};
	const CUT = `The service says that the file in the content library has 10 bytes. ${PICTURE.length} bytes were sent. Look at it there before you use it.`;

	test('Upload Binary', async () => {
		complete('image/png');
		const { items } = await uploadBinary();
		expect(items[0]?.json).toEqual({ warnings: [CUT], ...cut('image/png') });
	});

	test('Schedule', async () => {
		complete('image/png');
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: true } });
		const { items } = await schedulePicture({ __rl: true, mode: 'binary', value: 'data' });
		expect(items[0]?.json.warnings).toEqual([`File "balloons.png": ${CUT}`]);
	});

	test('is another file if it has another type', async () => {
		complete('image/webp');
		const { items } = await uploadBinary();
		expect(items[0]?.json).toEqual(cut('image/webp'));
	});

	test('is not known to have one where the service does not say its size', async () => {
		const media = { ...MEDIA, mimeType: 'image/png', size: null };
		service().sandbox.control.addFault({
			on: 'completeMediaUpload',
			fault: { kind: 'payload', success: true, fields: { media } },
		});
		const { items } = await uploadBinary();
		expect(items[0]?.json).toEqual(media);
	});
});

test('Schedule: in the error of a later item, whose credential has another key by then', async () => {
	const INTERVAL_MS = 400;
	const { sandbox, credential } = service();
	let firstDoneAt: number | undefined;
	// As soon as the engine has waited for the next batch.
	const replaced = withKeyReplaced(service(), () => {
		if (sandbox.state().log.length > 0) firstDoneAt ??= Date.now();
		return firstDoneAt !== undefined && Date.now() - firstDoneAt >= INTERVAL_MS / 2;
	});
	sandbox.control.addFault({ on: 'scheduleTweet', fault: said() });
	sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
	const { error } = await runNode({
		parameters: {
			...scheduleParameters(),
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: INTERVAL_MS } } },
		},
		items: texts('a', 'b'),
		credential: replaced,
	});
	expect(replaced.apiKey).not.toBe(credential.apiKey);
	expect(error?.description).toContain(`Warning for item 0: ${SAID}`);
});

test('Schedule: beside the withdrawal of an equal post', async () => {
	const { sandbox } = service();
	sandbox.control.addFault({
		on: 'twitterSubmissions',
		fault: { kind: 'body', json: { data: { twitterSubmissions: { total: 0, objects: [] } } } },
	});
	const parameters = { ...scheduleParameters('a'), options: { duplicateCheck: 'always' } };
	await run({ ...scheduleParameters('a') });
	sandbox.control.addFault({ on: 'deletePlatformPost', fault: said() });
	const { items } = await run(parameters);
	expect(items[0]?.json).toMatchObject({ alreadyScheduled: true, warnings: [SAID] });
});

describe('Schedule: what the service said of a file that was uploaded', () => {
	const YEAR_MS = 366 * 24 * 3_600_000;
	const FILE = { __rl: true, mode: 'binary', value: 'data' };
	const WARNING = `File "balloons.png": ${SAID}`;
	beforeEach(async () => {
		const { items } = await uploadBinary();
		const media = { ...MEDIA, id: idField(items[0]?.json, 'id') };
		service().sandbox.control.addFault({ on: 'completeMediaUpload', fault: said({ media }) });
	});

	test('is shown with a post whose response was lost, and that a look has found', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
		const { items } = await schedulePicture(FILE);
		expect(items[0]?.json).toMatchObject({ alreadyScheduled: true });
		expect(items[0]?.json.warnings).toEqual([WARNING, expect.stringContaining('did not compare its media')]);
	});

	test('stands in the error of the post that was refused', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', fault: { kind: 'payload', success: false } });
		const { error, stored } = await schedulePicture(FILE);
		expect(error?.description).toContain(WARNING);
		expect(stored).not.toContain(service().credential.apiKey);
	});

	test('stands in the error where the time of the post has passed meanwhile', async () => {
		const now = Date.now;
		const isUploaded = () =>
			service()
				.sandbox.state()
				.log.filter(({ kind }) => kind === 'completeMediaUpload').length > 1;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (isUploaded() ? 100 * YEAR_MS : 0));
		const { error } = await schedulePicture(FILE);
		expect(error?.message).toMatch(/which has passed$/);
		expect(error?.description).toContain(WARNING);
	});

	test('stands in the error of the next file, which could not be uploaded', async () => {
		service().sandbox.control.addFault({ on: 'uploadMediaFromUrl', fault: { kind: 'payload', success: false } });
		const { error } = await schedulePicture(FILE, { __rl: true, mode: 'url', value: 'https://example.com/a.png' });
		expect(error?.description).toContain(WARNING);
	});
});

describe('Reschedule, where the service gives the post another time than the one that was sent', () => {
	const keep = (...times: ReadonlyArray<string | null>) =>
		service().sandbox.control.addFault({
			on: 'reschedulePlatformPost',
			fault: {
				kind: 'payload',
				success: true,
				fields: { post: { submissions: times.map((postAt, part) => ({ id: String(part), postAt })) } },
			},
		});

	test.each([
		[
			'another day',
			['2099-05-05T05:30:00Z', null],
			['The service gives the post another time: Tuesday, 5 May 2099, 05:30 (UTC). Look at it in the service.'],
		],
		['the same time', ['2099-05-04T07:30:00.500+02:00'], undefined],
		['the same time in any of its parts', ['2099-05-05T05:30:00Z', NEW_TIME], undefined],
		[
			'another day, in a form of mail',
			['Tue, 05 May 2099 05:30:00 GMT'],
			['The service gives the post another time: Tuesday, 5 May 2099, 05:30 (UTC). Look at it in the service.'],
		],
		['no time', [null], undefined],
		['no readable time', ['soon'], undefined],
	])('%s', async (_, times, warnings) => {
		keep(...times);
		const { items } = await runNode({
			parameters: postParameters('reschedule', '1', { postAt: NEW_TIME }),
			settings: { timezone: 'UTC' },
			credential: service().credential,
		});
		expect(items[0]?.json.warnings).toEqual(warnings);
	});
});
