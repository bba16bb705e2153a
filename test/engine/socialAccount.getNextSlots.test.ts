import type { INode } from 'n8n-workflow';
import { runChain, runNode } from '../harness/engine';
import { scheduleParameters } from '../harness/posts';
import { useService } from '../harness/service';

const service = useService();

const getNextSlots = async (parameters: INode['parameters'] = {}) =>
	await runNode({
		parameters: { resource: 'socialAccount', operation: 'getNextSlots', ...parameters },
		credential: service().credential,
	});

const slotsOf = async (accounts: string | string[]) => (await getNextSlots({ accounts })).items.map(({ json }) => json);

/** Lets the service answer with these entries in the place of its own. */
const answerWith = (nextScheduleDates: unknown) =>
	service().sandbox.control.addFault({
		on: 'nextScheduleDates',
		fault: { kind: 'body', json: { data: { nextScheduleDates } } },
	});

/** Far ahead of the real clock, which decides for Schedule whether a time has passed. */
beforeEach(() => {
	const { clock } = service().sandbox.control;
	clock.freeze();
	clock.set('2099-05-04T07:20:00Z');
});

const EIGHT = '2099-05-04T08:00:00.000Z';
const NINE = '2099-05-04T09:00:00.000Z';

test('one item an account, linked to its input item, with one request', async () => {
	const { items, run } = await getNextSlots();
	expect(run.status).toBe('success');
	expect(items).toEqual(
		['501', '502', '503', '505', '506', '508', '509', '510', '511'].map((account) => ({
			json: { account, nextSlot: EIGHT },
			pairedItem: { item: 0 },
		})),
	);
	expect(service().sandbox.state().log).toHaveLength(1);
});

test.each([
	['a text', '502, 501'],
	['an array', '={{ ["501", 502] }}'],
])('of some accounts, from %s', async (_, accounts) => {
	expect(await slotsOf(accounts)).toEqual([
		{ account: '501', nextSlot: EIGHT },
		{ account: '502', nextSlot: EIGHT },
	]);
	expect(service().sandbox.state().log).toHaveLength(1);
});

test('an account that is asked for and is not connected has null and a warning, so that Schedule refuses it', async () => {
	expect(await slotsOf('504, 501, 4711, 504')).toEqual([
		{ account: '501', nextSlot: EIGHT },
		...['504', '4711'].map((account) => ({
			account,
			nextSlot: null,
			warnings: [expect.stringMatching(/connected and switched on\. An expression takes IDs, not names/)],
		})),
	]);
	const { error } = await runChain(service().credential, [
		{ name: 'Slots', parameters: { resource: 'socialAccount', operation: 'getNextSlots', accounts: '504, 501' } },
		{ name: 'Schedule', parameters: { ...scheduleParameters('Hello'), postAt: '={{ $json.nextSlot }}' } },
	]);
	expect(error?.message).toBe('Post At is empty');
	expect(service().sandbox.state().posts).toEqual([]);
});

test('of an empty list that an expression gives: it is refused', async () => {
	const { error } = await getNextSlots({ accounts: '={{ [] }}' });
	expect(error?.message).toBe('Account Names or IDs is an empty list');
	expect(service().sandbox.state().log).toEqual([]);
});

test.each(['', [], '={{ null }}'])('%j means all accounts', async (accounts) => {
	expect(await slotsOf(accounts)).toHaveLength(9);
});

test.each([' , ', '={{ $json.account }}', '={{ $json.one }},{{ $json.other }}'])(
	'%j gives no account, and does not mean all of them',
	async (accounts) => {
		const { error } = await getNextSlots({ accounts });
		expect(error?.message).toBe('Account Names or IDs is empty');
	},
);

test('a slot can be given to Schedule as it is; then the account has a later one', async () => {
	expect(await slotsOf('501')).toEqual([{ account: '501', nextSlot: EIGHT }]);
	const { error } = await runNode({
		parameters: { ...scheduleParameters('Hello'), postAt: EIGHT },
		credential: service().credential,
	});
	expect(error).toBeUndefined();
	expect(await slotsOf('501,502')).toEqual([
		{ account: '501', nextSlot: NINE },
		{ account: '502', nextSlot: EIGHT },
	]);
});

test('an account without a slot has null, an entry that is null is left out, and an ID may be a number', async () => {
	answerWith([
		null,
		{ socialAccountId: '501', scheduleDate: null },
		{ socialAccountId: 502, scheduleDate: '2099-05-04T10:00:00+02:00' },
	]);
	const { items } = await getNextSlots();
	expect(items.map(({ json }) => json)).toEqual([
		{ account: '501', nextSlot: null },
		{ account: '502', nextSlot: '2099-05-04T10:00:00+02:00' },
	]);
});

test('a value that is no ID is refused before anything is sent', async () => {
	const { error } = await getNextSlots({ accounts: '={{ [{ id: 501 }] }}' });
	expect(error?.message).toContain('Account Names or IDs holds {"id":501}, which is not an ID');
	expect(service().sandbox.state().log).toEqual([]);
});

test('a service that does not offer it: the error says so with its words', async () => {
	service().sandbox.control.addFault({
		on: 'nextScheduleDates',
		fault: {
			kind: 'body',
			json: { errors: [{ message: 'Cannot query field "nextScheduleDates" on type "APIQuery".' }] },
		},
	});
	const { error } = await getNextSlots();
	expect(error?.message).toBe('The next slots were not read: the service does not offer this');
	expect(error?.description).toContain('Cannot query field "nextScheduleDates" on type "APIQuery"');
	expect(error?.description).toContain('API: Check shows which operations the service offers');
});

test.each([
	['no list', null, 'data.nextScheduleDates'],
	['an entry without its account', [{ scheduleDate: null }], 'data.nextScheduleDates.0.socialAccountId'],
	['an entry without its time', [{ socialAccountId: '501' }], 'data.nextScheduleDates.0.scheduleDate'],
	['a time that is none', [{ socialAccountId: '501', scheduleDate: 'soon' }], 'data.nextScheduleDates.0.scheduleDate'],
])('%s is told with what is missing', async (_, entries, missing) => {
	answerWith(entries);
	const { error } = await getNextSlots();
	expect(error?.message).toBe("The next slots were not read: the service's response is incomplete");
	expect(error?.description).toContain(`The response has no ${missing}.`);
});
