/** Specification, section 2 (post, submission, result, error) and section 3 (the four states). */
import { apiOf, inLibrary } from './support/api';
import { stateOf, SUBMISSION } from './support/posts';
import type { Submissions } from './support/posts';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const submissions = (submissionType = 'ALL', paging = '') =>
	apiOf(sandbox()).first<Submissions>(
		`{ twitterSubmissions(submissionType: ${submissionType} ${paging}) { total objects { ${SUBMISSION} } } }`,
	);

const states = async (type?: string) => (await submissions(type)).objects.map(stateOf);

beforeEach(async () => {
	const { clock } = sandbox().control;
	clock.freeze();
	clock.set('2030-01-01T00:00:00Z');
	const api = apiOf(sandbox());
	await api.schedule({ postAt: '2030-01-02T00:00:00Z', publishingStatus: 'DRAFT' });
	await api.schedule({ postAt: '2030-01-02T01:00:00Z' });
	await api.schedule({ postAt: '2030-01-02T02:00:00Z', username: 'failing_account' });
});

test('before their time submissions have neither result nor error: Draft or Scheduled', async () => {
	const { objects } = await submissions();
	expect(objects.map(stateOf)).toEqual(['DRAFT', 'SCHEDULED', 'SCHEDULED']);
	expect(objects.every(({ result, error }) => result === null && error === null)).toBe(true);
});

test('at its time a submission gets a result (Submitted) or an error (Failed), and a draft gets neither', async () => {
	sandbox().control.clock.set('2030-01-02T02:00:00Z');
	const { objects } = await submissions();
	expect(objects).toMatchObject([
		{ publishingStatus: 'DRAFT', result: null, error: null },
		{ result: { accountUsername: 'somebody', dateSubmitted: '2030-01-02T01:00:00.000Z' }, error: null },
		{ result: null, error: { errorCode: 'ACCOUNT_REJECTED', dateFailed: '2030-01-02T02:00:00.000Z' } },
	]);
});

test('the outcome of a submission does not change any more', async () => {
	sandbox().control.clock.set('2030-01-02T02:00:00Z');
	const before = await submissions();
	sandbox().control.clock.advance(1000);
	expect(await submissions()).toEqual(before);
});

test('the list can be narrowed by state', async () => {
	sandbox().control.clock.set('2030-01-02T01:00:00Z');
	expect(await states('SCHEDULED')).toEqual(['SCHEDULED']);
	expect(await states('SUBMITTED')).toEqual(['SUBMITTED']);
	sandbox().control.clock.set('2030-01-02T02:00:00Z');
	expect(await states('FAILED')).toEqual(['FAILED']);
	expect(await states('ATTEMPTED')).toEqual(['SUBMITTED', 'FAILED']);
	expect(await submissions('ALL', 'publishingStatus: DRAFT')).toMatchObject({ total: 1 });
});

test('lists come in pages of at most 100', async () => {
	expect(await submissions('ALL', 'page: 2, limit: 2')).toMatchObject({ total: 3, objects: [{ id: '3003' }] });
	await expect(submissions('ALL', 'limit: 101')).rejects.toThrow('limit must be from 1 to 100');
	await expect(submissions('ALL', 'page: 0')).rejects.toThrow('page must be at least 1');
});

test('the library list is newest first and can be searched', async () => {
	const api = apiOf(sandbox());
	await inLibrary(api, 'Cat.png');
	await inLibrary(api, 'Dog.png');
	expect(await api.first('{ media { total objects { name isImage isVideo isGif humanReadableSize } } }')).toEqual({
		total: 2,
		objects: [
			{ name: 'Dog.png', isImage: true, isVideo: false, isGif: false, humanReadableSize: '7 B' },
			{ name: 'Cat.png', isImage: true, isVideo: false, isGif: false, humanReadableSize: '7 B' },
		],
	});
	expect(await api.first('{ media(search: "CAT") { total } }')).toEqual({ total: 1 });
});
