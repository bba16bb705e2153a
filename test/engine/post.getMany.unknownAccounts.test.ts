/** Filters by IDs: for a name, or an ID that is gone, the service gives nothing, and no error. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { apiOf } from '../sandbox/support/api';

const service = useService();
useShortWaits();

const getMany = async (filters: INodeParameters) =>
	await runNode({
		parameters: { resource: 'post', operation: 'getMany', filters, returnAll: true },
		credential: service().credential,
		settings: { timezone: 'UTC' },
	});

async function filtered(filters: INodeParameters) {
	const { items, error } = await getMany(filters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

const control = () => service().sandbox.control;
const calls = () => service().sandbox.state().log;

/** Schedules a post of the account 501 by another client. */
const schedule = async () =>
	await apiOf(service().sandbox).schedule({ username: 'my_brand', thread: [{ text: 'Mine', order: 0 }] });

describe('an account that the service does not have', () => {
	test.each(['my_brand', '@My_Brand', 'My Brand'])(
		'an expression that gives the name %p is told the ID',
		async (account) => {
			await schedule();
			const { error, items } = await getMany({ accounts: `={{ ['502', '${account}'] }}` });
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				`Account Names or IDs holds "${account}", and the service has no account with this ID`,
			);
			expect(error?.description).toContain(
				'An expression takes IDs, not names: the "id" of Social Account: Get Many. @my_brand, My Brand (TWITTER) has the ID 501.',
			);
		},
	);

	test('a handle beside the ID of an account with posts is told in a warning', async () => {
		await schedule();
		const { items, error } = await getMany({ accounts: "={{ ['501', 'my_brand_news'] }}" });
		expect(error).toBeUndefined();
		const warning = expect.stringMatching(
			/^Account Names or IDs holds "my_brand_news", and the service has no account with this ID\. .* has the ID 502\./,
		);
		expect(items.map(({ json }) => json.warnings)).toEqual([[warning]]);
	});

	test('several accounts that are all there have no warning', async () => {
		await schedule();
		const items = await filtered({ accounts: '501,502' });
		expect(items).toHaveLength(1);
		expect(JSON.stringify(items)).not.toContain('warnings');
	});

	test('an ID that is gone says that accounts get new ones', async () => {
		const { error } = await getMany({ accounts: '999' });
		expect(error?.description).toMatch(/ If the account was removed and added again, it has another ID\./);
	});

	test.each([
		['the accounts are there', undefined],
		['the service does not give its accounts', { kind: 'status', status: 400 } as const],
	])('nothing is a result where %s', async (_, fault) => {
		if (fault !== undefined) control().addFault({ on: 'socialAccounts', times: 'always', fault });
		expect(await filtered({ accounts: fault === undefined ? '503' : 'my_brand' })).toEqual([]);
		expect(calls().map(({ kind }) => kind)).toEqual(['twitterSubmissions', 'socialAccounts']);
	});

	test('the accounts are read only then', async () => {
		await schedule();
		await filtered({ accounts: '501' });
		await filtered({ search: 'nowhere' });
		expect(calls().filter(({ kind }) => kind === 'socialAccounts')).toEqual([]);
	});
});
