import type { INode } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';
import { apiOf, inLibrary } from '../sandbox/support/api';

const service = useService();

const getMany = async (parameters: INode['parameters'] = {}) =>
	await runNode({
		parameters: { resource: 'media', operation: 'getMany', ...parameters },
		credential: service().credential,
	});

const names = async (parameters?: INode['parameters']) =>
	(await getMany(parameters)).items.map(({ json }) => json.name);

async function addFiles(...files: string[]) {
	for (const name of files) await inLibrary(apiOf(service().sandbox), name);
}

const requests = () =>
	service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === 'media');

test('one item a file, the newest first, linked to its input item', async () => {
	await addFiles('First', 'Second');
	const { items } = await getMany();
	expect(items).toEqual([
		{
			json: {
				id: expect.any(String),
				name: 'Second',
				url: expect.stringContaining('/library/'),
				mimeType: 'image/png',
				size: expect.any(Number),
			},
			pairedItem: { item: 0 },
		},
		expect.objectContaining({ json: expect.objectContaining({ name: 'First' }) }),
	]);
	expect(requests()).toHaveLength(1);
});

test('a search from data may hold the signs of an expression', async () => {
	await addFiles('How {{ $json }} works');
	const { items } = await runNode({
		parameters: { resource: 'media', operation: 'getMany', filters: { search: '={{ $json.words }}' } },
		items: [{ json: { words: '{{ $json }}' } }],
		credential: service().credential,
	});
	expect(items.map(({ json }) => json.name)).toEqual(['How {{ $json }} works']);
});

test('an empty library gives no items, and no error', async () => {
	const { items, run } = await getMany({ returnAll: true });
	expect(run.status).toBe('success');
	expect(items).toEqual([]);
});

describe('of many files', () => {
	const COUNT = 205;
	beforeEach(async () => await service().sandbox.control.fillLibrary(COUNT));

	test('as many as the limit says', async () => {
		expect(await names()).toHaveLength(50);
		expect(await names({ limit: 3 })).toEqual(['File 205', 'File 204', 'File 203']);
		expect(new Set(await names({ limit: 150 })).size).toBe(150);
	});

	test('all of them, with the largest page that the service gives', async () => {
		expect(await names({ returnAll: true })).toEqual(
			Array.from({ length: COUNT }, (_, index) => `File ${COUNT - index}`),
		);
		expect(requests()).toHaveLength(3);
	});

	test('a page that fails for a moment is read again', async () => {
		service().sandbox.control.addFault({ on: 'media', nth: 2, fault: { kind: 'reset', when: 'after' } });
		expect(await names({ returnAll: true })).toHaveLength(COUNT);
	});

	test('a page that fails gives no part of the list', async () => {
		service().sandbox.control.addFault({ on: 'media', nth: 2, fault: { kind: 'status', status: 500 } });
		const { items, error } = await getMany({ returnAll: true });
		expect(items).toEqual([]);
		expect(error?.message).toBe('The content library was not read: the service returned HTTP 500');
	});
});

test('filters and sorting', async () => {
	await addFiles('Beta', 'alpha', 'Gamma');
	expect(await names({ sort: 'name' })).toEqual(['alpha', 'Beta', 'Gamma']);
	expect(await names({ sort: '-name' })).toEqual(['Gamma', 'Beta', 'alpha']);
	expect(await names({ sort: 'id' })).toEqual(['Beta', 'alpha', 'Gamma']);
	expect(await names({ filters: { search: 'ALPH' } })).toEqual(['alpha']);
	expect(await names({ filters: { fileType: 'VIDEO' } })).toEqual([]);
	expect(await names({ filters: { fileType: 'image' } })).toHaveLength(3);
	expect(await names({ filters: { labelIds: '12' } })).toEqual([]);
	expect(await names({ filters: { unusedOnly: true } })).toHaveLength(3);
});

test('the name of a label, where its ID is wanted, is refused, and not told as nothing', async () => {
	await addFiles('Beta');
	const { error } = await getMany({ filters: { labelIds: '={{ "launch" }}' } });
	expect(error?.message).toBe('Label Names or IDs holds "launch", and the service has no label with this ID');
	expect(error?.description).toContain('the "id" of Media Label: Get Many. "Launch" has the ID 12.');
});

test('an argument that is not used is not in the document: a service may not know it', async () => {
	await getMany({ filters: { search: 'a', unusedOnly: false } });
	expect(requests()[0]?.variables).toEqual({ orderBy: '-id', page: 1, limit: 50, search: 'a' });
});
