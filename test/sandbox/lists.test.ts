/** Public reference, section 5: the lists of accounts, files and labels, and the next slots. */
import { apiOf, inLibrary } from './support/api';
import type { ScheduleInput } from './support/api';
import { useSandbox } from './support/sandbox';

const sandbox = useSandbox();

const usernames = async (args = '') =>
	(await apiOf(sandbox()).first<{ username: string }[]>(`{ socialAccounts${args} { username } }`)).map(
		({ username }) => username,
	);

describe('the connected accounts', () => {
	test('are those of the owner of the key', async () => {
		expect(await usernames()).toContain('my_brand');
		const free = apiOf(sandbox(), sandbox().keys.free);
		expect(await free.first('{ socialAccounts { username platform isConnected isEnabled } }')).toEqual([
			{ username: 'fred_writes', platform: 'TWITTER', isConnected: true, isEnabled: true },
		]);
	});

	test.each(['linkedin', 'LINKEDIN'])('of %s', async (platform) => {
		expect(await usernames(`(platform: "${platform}")`)).toEqual(['my-brand']);
	});

	test('none of a platform that has none', async () => {
		expect(await usernames('(platform: "tumblr")')).toEqual([]);
	});
});

describe('the next slots', () => {
	const slots = async (args = '') =>
		await apiOf(sandbox()).first(`{ nextScheduleDates${args} { socialAccountId scheduleDate } }`);
	const at = (socialAccountId: string, hour: string) => ({
		socialAccountId,
		scheduleDate: `2098-05-04T${hour}:00:00.000Z`,
	});
	const schedule = async (postAt: string, more: ScheduleInput = {}) =>
		await apiOf(sandbox()).schedule({ username: 'my_brand', postAt, ...more });

	beforeEach(() => {
		sandbox().control.clock.freeze();
		sandbox().control.clock.set('2098-05-04T07:00:00Z');
	});

	test('are the next full hour of each account that is connected and enabled', async () => {
		expect(await slots()).toEqual(
			['501', '502', '503', '505', '506', '508', '509', '510', '511'].map((id) => at(id, '08')),
		);
		sandbox().control.clock.advance(-1);
		expect(await slots('(socialAccountIds: null)')).toContainEqual(at('501', '07'));
	});

	test('of some accounts; those of others, and those that cannot post, are left out', async () => {
		expect(await slots('(socialAccountIds: ["502", null, "504", "507", "551"])')).toEqual([at('502', '08')]);
		expect(await slots('(socialAccountIds: [])')).toEqual([]);
	});

	test('are hours at which no post of the account is scheduled', async () => {
		for (const hour of ['08', '09', '11']) await schedule(`2098-05-04T${hour}:00:00Z`);
		await schedule('2098-05-04T08:00:00Z', { username: 'my-brand' });
		expect(await slots('(socialAccountIds: ["501", "502", "505"])')).toEqual([
			at('501', '10'),
			at('502', '08'),
			at('505', '08'),
		]);
	});

	test('are not taken by drafts, or by posts between two hours', async () => {
		await schedule('2098-05-04T08:00:00Z', { publishingStatus: 'DRAFT' });
		await schedule('2098-05-04T08:00:01Z');
		expect(await slots('(socialAccountIds: ["501"])')).toEqual([at('501', '08')]);
	});
});

describe('the library', () => {
	const names = async (args: string) =>
		(
			await apiOf(sandbox()).first<{ objects: { name: string }[] }>(`{ media(${args}) { total objects { name } } }`)
		).objects.map(({ name }) => name);

	beforeEach(async () => {
		await inLibrary(apiOf(sandbox()), 'b first', 'content', 'image/png');
		await inLibrary(apiOf(sandbox()), 'A second', 'content', 'video/mp4');
		await inLibrary(apiOf(sandbox()), 'c third', 'content', 'image/gif');
	});

	test.each([
		['page: 1', ['c third', 'A second', 'b first']],
		['orderBy: "id"', ['b first', 'A second', 'c third']],
		['orderBy: "name"', ['A second', 'b first', 'c third']],
		['orderBy: "-name"', ['c third', 'b first', 'A second']],
		['fileType: IMAGE', ['b first']],
		['fileType: VIDEO', ['A second']],
		['fileType: GIF', ['c third']],
		['limit: 2, page: 2', ['b first']],
		['search: "SECOND"', ['A second']],
	])('%s', async (args, expected) => {
		expect(await names(args)).toEqual(expected);
	});

	test('without the files that posts show', async () => {
		await apiOf(sandbox()).schedule({ thread: [{ text: 'Hello', order: 0, media: [{ name: 'a second' }] }] });
		expect(await names('unusedOnly: true')).toEqual(['c third', 'b first']);
	});

	test('thousands of files can be put there without uploads', async () => {
		const { uploadsCounted } = sandbox().state();
		await sandbox().control.fillLibrary(2000);
		expect(await names('limit: 1')).toEqual(['File 2000']);
		expect(sandbox().state().uploadsCounted).toBe(uploadsCounted);
	});

	test('an order that it does not know is an error', async () => {
		await expect(names('orderBy: "colour"')).rejects.toThrow('orderBy must be one of id, name');
	});
});

test('the labels, and files with one of them', async () => {
	const api = apiOf(sandbox());
	expect(await api.first('{ mediaLabels { id text color } }')).toContainEqual({
		id: '12',
		text: 'Launch',
		color: '#1f7a8c',
	});
	await inLibrary(apiOf(sandbox()), 'without');
	expect(await api.first('{ media(labelIds: ["12"]) { total } }')).toEqual({ total: 0 });
});
