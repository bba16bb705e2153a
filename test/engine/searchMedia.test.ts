/** The list of files of the content library in the editor, in n8n's own context for lists. */
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { listContext } from '../harness/listSearch';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();

const { listSearch } = new SocialPostScheduling().methods;

const search = async (filter?: string, page?: string, credential = service().credential) =>
	await listSearch.searchMedia.call(listContext(credential, 'thread.tweet[0].media.reference[0].file'), filter, page);

const control = () => service().sandbox.control;
const calls = () => service().sandbox.state().log;

const answerWith = (objects: readonly object[], total: number | null = objects.length) =>
	control().addFault({ on: 'media', fault: { kind: 'body', json: { data: { media: { total, objects } } } } });

test('files by their names with their type and size, the newest first, by one request', async () => {
	await control().fillLibrary(2);
	const { media } = service().sandbox.state();
	expect(media).toHaveLength(2);
	const found = await search();
	expect(found.results.map(({ value }) => value)).toEqual(media.map(({ id }) => id).reverse());
	expect(found.results[0]?.name).toMatch(/^.+ \(ID \d+, image\/\w+, 1 KiB\)$/);
	expect(found.results[0]?.url).toBe(media.at(-1)?.url);
	expect(found).not.toHaveProperty('paginationToken');
	expect(calls()).toHaveLength(1);
});

test.each([
	[{ id: 7, name: 'Teaser', mimeType: 'video/mp4', size: 5 * 1024 * 1024 }, 'Teaser (ID 7, video/mp4, 5.0 MiB)'],
	[{ id: 7, name: 'Teaser', mimeType: null, size: 1 }, 'Teaser (ID 7, 1 KiB)'],
	[{ id: 7, name: null, mimeType: null, size: null }, 'No name (ID 7)'],
	[
		{ id: 7, name: 'The meadow behind the mill at sunrise.png', mimeType: null, size: null },
		'The meadow behind the mill at ... (ID 7)',
	],
])('a file of which only a part is known', async (file, name) => {
	answerWith([{ url: null, ...file }]);
	expect(await search()).toEqual({ results: [{ name, value: '7' }] });
});

test('what is typed is what the service searches for', async () => {
	await control().fillLibrary(3);
	const [, wanted] = service().sandbox.state().media;
	const { results } = await search(` ${wanted?.name.toUpperCase()} `);
	expect(results.map(({ value }) => value)).toEqual([wanted?.id]);
});

test('a service with shorter pages: each page leads to the next one, as long as there are more', async () => {
	const page = (from: number, total: number) => {
		const objects = Array.from({ length: 25 }, (_, index) => ({
			id: from + index,
			name: 'File',
			mimeType: null,
			size: 1,
		}));
		control().addFault({ on: 'media', fault: { kind: 'body', json: { data: { media: { total, objects } } } } });
	};
	page(0, 50);
	const first = await search();
	page(25, 50);
	const second = await search(undefined, first.paginationToken);
	expect(second.results).toHaveLength(25);
	expect(second).not.toHaveProperty('paginationToken');
});

test('page by page, each file once, also where another one comes meanwhile', async () => {
	await control().fillLibrary(60);
	const first = await search();
	await control().fillLibrary(1);
	const second = await search(undefined, first.paginationToken);
	const ids = [...first.results, ...second.results].map(({ value }) => value);
	expect(ids).toHaveLength(60);
	expect(new Set(ids).size).toBe(60);
	expect(second).not.toHaveProperty('paginationToken');
	expect(calls()).toHaveLength(2);
});

describe('says what is wrong in place of an empty list', () => {
	test.each([
		['the limit', { kind: 'status', status: 429 }, 'the request limit of the account is used up'],
		[
			'a service without this query',
			{ kind: 'body', json: { errors: [{ message: 'Cannot query field "media" on type "Query".' }] } },
			'the service does not offer this',
		],
	] as const)('%s, at once and after one request', async (_, fault, message) => {
		control().addFault({ on: 'media', times: 'always', fault });
		await expect(search()).rejects.toThrow(`The content library was not read: ${message}`);
		expect(calls()).toHaveLength(1);
		expect(waits).toEqual([]);
	});

	test('a wrong key', async () => {
		const wrong = { ...service().credential, apiKey: 'wrong-key-123456' };
		await expect(search(undefined, undefined, wrong)).rejects.toThrow('the API key was not accepted');
	});
});
