/** "If File Exists" of Upload Binary: a file that the library has is not uploaded again. */
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/server';
import { moveBinaries, OF_WEBHOOK, storeBinary, useBinaryMode } from '../harness/binary';
import { retryExecution, runNode, type RunOptions, TWO_TRIES } from '../harness/engine';
import { useService } from '../harness/service';
import { itemWith, PICTURE, uploadsOf } from '../harness/uploads';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';

const service = useService();
const uploads = uploadsOf(service);
useShortWaits();
beforeAll(async () => await useBinaryMode('filesystem'));

/** A file of the same length and type, with other bytes. */
const OTHER_PICTURE = Buffer.concat([PICTURE.subarray(0, -1), Buffer.of(7)]);
const LONGER_PICTURE = Buffer.concat([PICTURE, Buffer.of(7)]);

const upload = async (items: INodeExecutionData[], options: INode['parameters'] = {}, more: Partial<RunOptions> = {}) =>
	await uploads.upload(items, { options: { ifFileExists: 'useExisting', ...options } }, more);

/** Puts a file into the library as an earlier execution did, and gives its media. */
async function inLibrary(fileName: string, bytes = PICTURE, mimeType = 'image/png') {
	const { items } = await upload([await itemWith(fileName, bytes, mimeType)], { ifFileExists: 'upload' });
	const [item] = items;
	if (item === undefined) throw new Error('The file was not uploaded.');
	return item.json;
}

const breakSearch = (fault: FaultRule['fault'], more: Partial<FaultRule> = {}) =>
	service().sandbox.control.addFault({ on: 'media', fault, ...more });

/** What the service was asked since the last call, by the kind of call. */
let seen = 0;
beforeEach(() => (seen = 0));
function newCalls(): string[] {
	const { log } = service().sandbox.state();
	const calls = log.slice(seen).map(({ kind }) => kind);
	seen = log.length;
	return calls;
}
const THREE_STEPS = ['startMediaUpload', 'put', 'completeMediaUpload'];
const uploadsCounted = () => service().sandbox.state().uploadsCounted;

test('a file that the library has is returned, with one request and no upload', async () => {
	const media = await inLibrary('balloons.png');
	newCalls();
	const { items } = await upload([await itemWith('balloons.png')]);
	expect(items).toEqual([{ json: { ...media, existing: true }, pairedItem: { item: 0 } }]);
	expect(newCalls()).toEqual(['media']);
	expect(uploadsCounted()).toBe(1);
});

test('by default, the library is not searched, and the file is uploaded again', async () => {
	await inLibrary('balloons.png');
	newCalls();
	const { items } = await upload([await itemWith('balloons.png')], { ifFileExists: 'upload' });
	expect(items[0]?.json).not.toHaveProperty('existing');
	expect(newCalls()).toEqual(THREE_STEPS);
});

test.each([
	['with its name in other letters', 'BALLOONS.PNG', PICTURE, 'image/png', true],
	['whose name is a part of the name', 'balloons.pn', PICTURE, 'image/png', false],
	['of another size', 'balloons.png', LONGER_PICTURE, 'image/png', false],
	['of another type', 'balloons.png', PICTURE, 'image/webp', false],
])('a file %s: %s', async (_, name, bytes, mimeType, isTaken) => {
	await inLibrary('balloons.png');
	newCalls();
	const { items } = await upload(
		[await itemWith('balloons.png', bytes)],
		{},
		{
			parameters: {
				resource: 'media',
				operation: 'uploadBinary',
				additionalFields: { name, mimeType },
				options: { ifFileExists: 'useExisting' },
			},
		},
	);
	expect(items[0]?.json.existing).toBe(isTaken ? true : undefined);
	expect(newCalls()).toEqual(isTaken ? ['media'] : ['media', ...THREE_STEPS]);
});

test('of several, the oldest is taken: it stays the same when others are added', async () => {
	const first = await inLibrary('balloons.png');
	await inLibrary('balloons.png');
	expect((await upload([await itemWith('balloons.png')])).items[0]?.json.id).toBe(first.id);
});

describe('a name that is a part of many others', () => {
	test('all of them are looked through before the upload begins', async () => {
		await service().sandbox.control.fillLibrary(205);
		const { items } = await upload([await itemWith('File')]);
		expect(items[0]?.json).toMatchObject({ name: 'File', size: PICTURE.length });
		expect(items[0]?.json).not.toHaveProperty('warnings');
		expect(newCalls()).toEqual(['media', 'media', 'media', ...THREE_STEPS]);
	});

	test('of many more than 1,000, nothing is uploaded', async () => {
		await service().sandbox.control.fillLibrary(1_500);
		const { error } = await upload([await itemWith('File')]);
		expect(error?.message).toBe('Name is a part of more than 1000 names in the content library');
		expect(error?.description).toContain('an upload starts only if a search shows');
		expect(newCalls()).toHaveLength(14);
		expect(uploadsCounted()).toBe(0);
	});
});

describe('where the library cannot tell, the file is uploaded, and the item says so', () => {
	test('the service does not offer the list: it is asked once in a run', async () => {
		breakSearch(
			{ kind: 'body', json: { errors: [{ message: 'Cannot query field "media" on type "APIQuery".' }] } },
			{ times: 'always' },
		);
		const { items } = await upload([await itemWith('a.png'), await itemWith('b.png')], { simultaneousUploads: 1 });
		const words =
			/^"Use Existing" had no effect, and the file was uploaded\. The content library was not read: the service does not offer this\. The service says: Cannot query field/;
		for (const { json } of items) expect(json.warnings).toEqual([expect.stringMatching(words)]);
		expect(items).toHaveLength(2);
		expect(newCalls()).toEqual(['media', ...THREE_STEPS, ...THREE_STEPS]);
	});

	test.each([
		'Unknown argument "search" on field "APIQuery.media".',
		'Variable "$orderBy" of type "String" used in position expecting type "MediaOrder".',
		'Argument "orderBy" has invalid value $orderBy.',
	])('the service does not take an argument of the list: %s', async (message) => {
		breakSearch({
			kind: 'body',
			json: { errors: [{ message }] },
		});
		const { items } = await upload([await itemWith('a.png')]);
		expect(items[0]?.json.warnings).toEqual([expect.stringContaining(message.slice(0, -1))]);
	});

	test.each([
		['has no entries', { media: { total: 3 } }],
		['has entries without an ID', { media: { total: 1, objects: [{ name: 'a.png' }] } }],
		['has an entry that could not be read', { media: { total: 1, objects: [null] } }],
		['does not say what a file is called', { media: { total: 1, objects: [{ id: '1', name: null }] } }],
		[
			'does not say of which type the file of this name is',
			{ media: { total: 1, objects: [{ id: '1', name: 'a.png', size: PICTURE.length }] } },
		],
		['does not say how large the file of this name is', { media: { total: 1, objects: [{ id: '1', name: 'a.png' }] } }],
	])('the list %s', async (_, data) => {
		breakSearch({ kind: 'body', json: { data } });
		const { items } = await upload([await itemWith('a.png')]);
		expect(items[0]?.json).toMatchObject({ name: 'a.png', warnings: [expect.stringContaining('was not read')] });
		expect(newCalls()).toEqual(['media', ...THREE_STEPS]);
	});

	test('the list has fewer entries than it counts, also when it is read again', async () => {
		breakSearch({ kind: 'body', json: { data: { media: { total: 1, objects: [] } } } }, { times: 'always' });
		const { items } = await upload([await itemWith('a.png')]);
		expect(items[0]?.json).toMatchObject({ name: 'a.png', warnings: [expect.stringContaining('was not read')] });
	});

	test('the key in the words of the service is not shown', async () => {
		const { credential } = service();
		const message = `Cannot query field "media" on type "APIQuery". ${credential.apiKey}`;
		breakSearch({ kind: 'body', json: { errors: [{ message }] } });
		const { items, stored } = await upload([await itemWith('a.png')]);
		expect(items[0]?.json.warnings).toHaveLength(1);
		expect(stored).not.toContain(credential.apiKey);
	});
});

describe('where the search fails, nothing is uploaded', () => {
	test('the error says why, and why no upload was started', async () => {
		breakSearch({ kind: 'status', status: 500 });
		const { error } = await upload([await itemWith('a.png')]);
		expect(error?.message).toBe('The content library was not read: the service returned HTTP 500');
		expect(error?.description).toContain('an upload starts only if a search shows');
		expect(error?.context).toMatchObject({ call: 'media', step: 'find' });
		expect(newCalls()).toEqual(['media']);
	});

	test('the library is searched for the next file all the same', async () => {
		breakSearch({ kind: 'status', status: 500 });
		const items = [await itemWith('a.png'), await itemWith('b.png')];
		const node = { onError: 'continueRegularOutput' } as const;
		const { items: output } = await upload(items, { simultaneousUploads: 1 }, { node });
		expect(output.map(({ json }) => json.name)).toEqual([undefined, 'b.png']);
		expect(newCalls()).toEqual(['media', 'media', ...THREE_STEPS]);
	});

	test('what was only searched for is not called done or in doubt', async () => {
		breakSearch({ kind: 'reset', when: 'after' }, { times: 'always' });
		const { error } = await upload([await itemWith('a.png'), await itemWith('b.png')]);
		expect(error?.message).toContain('the connection was lost');
		expect(error?.description).not.toContain('May have been uploaded');
		expect(error?.description).toContain('No other item was uploaded in this run. Also failed: item 1.');
	});

	test('the request limit is waited for no longer than "Give Up After" says', async () => {
		breakSearch({ kind: 'status', status: 429, headers: { 'Retry-After': '300' } });
		const { error } = await upload([await itemWith('a.png')], { giveUpAfter: 2 });
		expect(error?.message).toBe('The content library was not read: the request limit of the account is used up');
		expect(uploadsCounted()).toBe(0);
	});
});

describe('files of one run', () => {
	test('the same bytes are searched for and uploaded once', async () => {
		const { items } = await upload([await itemWith('a.png'), await itemWith('a.png')]);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(1);
		expect(newCalls()).toEqual(['media', ...THREE_STEPS]);
	});

	test.each([1, 4])(
		'other bytes with the same name, type and size are uploaded, %i at a time',
		async (simultaneousUploads) => {
			const { items } = await upload(
				[await itemWith('a.png'), await itemWith('A.png', OTHER_PICTURE), await itemWith('a.png', OTHER_PICTURE)],
				{ simultaneousUploads },
			);
			expect(items.map(({ json }) => json.existing)).toEqual([undefined, undefined, undefined]);
			expect(
				new Set(
					service()
						.sandbox.state()
						.media.map(({ sha256 }) => sha256),
				).size,
			).toBe(2);
		},
	);

	test('of two such files, none takes that of the library: it may be that of the other one', async () => {
		await inLibrary('a.png');
		const { items } = await upload([await itemWith('a.png'), await itemWith('a.png', OTHER_PICTURE)]);
		for (const { json } of items) expect(json).not.toHaveProperty('existing');
		expect(service().sandbox.state().media).toHaveLength(3);
	});

	test('the search comes right before the upload, not when the items are checked', async () => {
		await upload([await itemWith('a.png'), await itemWith('b.png')], { simultaneousUploads: 1 });
		expect(newCalls()).toEqual(['media', ...THREE_STEPS, 'media', ...THREE_STEPS]);
	});
});

test('a retry finds the file of an execution that a webhook has started: n8n has moved it', async () => {
	await inLibrary('balloons.png');
	const binary = { data: await storeBinary(PICTURE, 'balloons.png', 'image/png', OF_WEBHOOK) };
	const options = (inputField: string) => ({
		parameters: {
			resource: 'media',
			operation: 'uploadBinary',
			binaryPropertyName: `={{ $itemIndex === 0 ? "data" : "${inputField}" }}`,
			options: { ifFileExists: 'useExisting' },
		},
		items: [
			{ json: {}, binary },
			{ json: {}, binary },
		],
		credential: service().credential,
	});
	const failed = await runNode(options('wrong'));
	expect(failed.error?.message).toContain('wrong');
	const { items } = await retryExecution(options('data'), { ...failed, run: await moveBinaries(failed.run) });
	expect(items[0]?.json).toMatchObject({ existing: true });
	expect(uploadsCounted()).toBe(1);
});

describe('a file that an upload has made without being seen is found', () => {
	test('the response to the completion was lost, and the session has expired', async () => {
		const { sandbox } = service();
		sandbox.control.addFault({ on: 'completeMediaUpload', nth: 1, fault: { kind: 'reset', when: 'after' } });
		sandbox.control.addFault({
			on: 'completeMediaUpload',
			nth: 2,
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Session expired' }] },
		});
		const { items } = await upload([await itemWith('a.png')]);
		expect(items[0]?.json).toMatchObject({ name: 'a.png', existing: true });
		expect(newCalls()).toEqual(['media', ...THREE_STEPS, 'completeMediaUpload', 'media']);
		expect(sandbox.state()).toMatchObject({ uploadsCounted: 1, media: [expect.anything()] });
	});

	test('"Retry On Fail", when the service takes the token no longer', async () => {
		const { sandbox } = service();
		sandbox.control.addFault({
			on: 'completeMediaUpload',
			fault: {
				kind: 'payload',
				success: false,
				errors: [{ field: 'uploadToken', code: null, message: 'Used up' }],
				when: 'after',
			},
		});
		const node = TWO_TRIES;
		const { items } = await upload([await itemWith('a.png')], {}, { node });
		expect(items[0]?.json).toMatchObject({ name: 'a.png', existing: true });
		expect(sandbox.state()).toMatchObject({ uploadsCounted: 1, media: [expect.anything()] });
	});

	test('of executions that are ended in the middle and all run again, no file is there twice', async () => {
		const { sandbox } = service();
		const names = Array.from({ length: 8 }, (_, index) => `${index}.png`);
		/** Ends an execution while a request gets no answer: the service has done what it asks, or not. */
		const ended = async (
			name: string,
			on: 'put' | 'startMediaUpload' | 'completeMediaUpload',
			when: 'before' | 'after',
		) => {
			const nth = sandbox.state().log.filter(({ kind }) => kind === on).length + 1;
			sandbox.control.addFault({ on, fault: { kind: 'hang', when } });
			await upload([await itemWith(name)], {}, { onStart: (stop) => void whenCalled(sandbox, on, stop, nth) });
		};
		await upload([await itemWith('0.png')]);
		await ended('1.png', 'completeMediaUpload', 'after');
		await ended('2.png', 'completeMediaUpload', 'before');
		await ended('3.png', 'put', 'after');
		await ended('4.png', 'startMediaUpload', 'after');
		sandbox.control.clearFaults();

		const again: Array<IDataObject | undefined> = [];
		for (const name of names) again.push((await upload([await itemWith(name)])).items[0]?.json);
		expect(again.map((json) => json?.name)).toEqual(names);
		expect(again.filter((json) => json?.existing === true).map((json) => json?.name)).toContain('0.png');
		expect(
			sandbox
				.state()
				.media.map(({ name }) => name)
				.sort(),
		).toEqual(names);
	});
});
