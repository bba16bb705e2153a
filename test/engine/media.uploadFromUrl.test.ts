import type { INode } from 'n8n-workflow';
import { runNode, type RunOptions, TWO_TRIES } from '../harness/engine';
import { type FileServer, serveFiles } from '../harness/fileServer';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

let files: FileServer;
beforeAll(async () => {
	files = await serveFiles({ '/balloons.png': { type: 'image/png', bytes: exampleFile('balloons.png') } });
});
afterAll(async () => await files.close());

const upload = async (parameters: INode['parameters'] = {}, more: Partial<RunOptions> = {}) =>
	await runNode({
		parameters: { resource: 'media', operation: 'uploadFromUrl', url: `${files.origin}/balloons.png`, ...parameters },
		credential: service().credential,
		...more,
	});

const calls = () => service().sandbox.state().log;

test('gives the media that the service made', async () => {
	const { items, run } = await upload();
	expect(run.status).toBe('success');
	expect(items).toEqual([
		{
			json: {
				id: expect.any(String),
				name: 'balloons.png',
				url: expect.any(String),
				mimeType: 'image/png',
				size: exampleFile('balloons.png').length,
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(service().sandbox.state()).toMatchObject({ uploadsCounted: 1, requestsCounted: 1 });
});

test('where one fails after another is done, the error says that a retry uploads that again', async () => {
	const url = `={{ $itemIndex === 0 ? "${files.origin}/balloons.png" : "${files.origin}/none.png" }}`;
	const { error } = await upload({ url }, { items: [{ json: {} }, { json: {} }] });
	expect(error?.description).toContain('Already uploaded: item 0.');
	expect(error?.description).toContain('start a new execution with their addresses only');
});

test.each([
	['as text', '7, 9'],
	['as an array by expression', '={{ ["7", 9] }}'],
])('name and labels (%s) go along', async (_, mediaLabelIds) => {
	await upload({ additionalFields: { name: ' Balloons ', mediaLabelIds } });
	expect(service().sandbox.state().media[0]).toMatchObject({ name: 'Balloons', labelIds: ['7', '9'] });
});

test('empty additional fields are left out', async () => {
	await upload({ additionalFields: { name: '', mediaLabelIds: '' } });
	expect(calls()[0]?.variables).toEqual({ url: `${files.origin}/balloons.png` });
});

test.each(['', 'balloons.png', 'ftp://example.com/a.png', 'C:\\pictures\\a.png'])(
	'the URL "%s" is refused before anything is counted',
	async (url) => {
		const { error } = await upload({ url: `={{ ${JSON.stringify(url)} }}` });
		expect(error?.message).toMatch(/^URL is /);
		expect(calls()).toEqual([]);
	},
);

test('an address that the service cannot fetch is an error with its reasons', async () => {
	const { error } = await upload({ url: `${files.origin}/missing.png` });
	expect(error?.message).toMatch(/^The file was not uploaded: URL: /);
});

test('a used-up budget is told as such, and other operations go on', async () => {
	service().sandbox.control.leaveBudget('uploads', 0);
	const { error } = await upload();
	expect(error?.message).toBe('The file was not uploaded: the upload limit of the account is used up');
	expect(error?.failure).toEqual({ cause: 'quota-exhausted' });
	const profile = await runNode({
		parameters: { resource: 'profile', operation: 'get' },
		credential: service().credential,
	});
	expect(profile.run.status).toBe('success');
});

test('a call is never sent again after its answer was lost, also with "Retry On Fail"', async () => {
	service().sandbox.control.addFault({ on: 'uploadMediaFromUrl', fault: { kind: 'reset', when: 'after' } });
	const { error } = await upload({}, { node: TWO_TRIES });
	expect(error?.message).toMatch(/^The file may have been uploaded from its URL: /);
	expect(calls()).toHaveLength(1);
});

test('equal items are files of their own: one whose response was lost does not keep the others from being uploaded', async () => {
	service().sandbox.control.addFault({ on: 'uploadMediaFromUrl', fault: { kind: 'reset', when: 'after' } });
	const { items } = await upload(
		{},
		{ items: [{ json: {} }, { json: {} }], node: { onError: 'continueRegularOutput' } },
	);
	expect(items.map(({ json }) => json.error ?? typeof json.id)).toEqual([
		expect.stringMatching(/may have been uploaded/),
		'string',
	]);
	expect(service().sandbox.state().uploadsCounted).toBe(2);
});

test('success without media is an error, not a green item', async () => {
	service().sandbox.control.addFault({ on: 'uploadMediaFromUrl', fault: { kind: 'payload', success: true } });
	const { error } = await upload();
	expect(error?.description).toContain('data.uploadMediaFromUrl.media.id');
});
