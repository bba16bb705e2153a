import type { INode } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';

const service = useService();

const getMany = async (filters: INode['parameters'] = {}) =>
	await runNode({
		parameters: { resource: 'socialAccount', operation: 'getMany', filters },
		credential: service().credential,
	});

const usernames = async (filters?: INode['parameters']) =>
	(await getMany(filters)).items.map(({ json }) => json.username);

test('one item an account, linked to its input item', async () => {
	const { items, run } = await getMany();
	expect(run.status).toBe('success');
	expect(items).toContainEqual({
		json: {
			id: '501',
			username: 'my_brand',
			name: 'My Brand',
			platform: 'TWITTER',
			profileUrl: 'https://twitter.example.com/my_brand',
			isConnected: true,
			isEnabled: true,
		},
		pairedItem: { item: 0 },
	});
	expect(service().sandbox.state().log).toHaveLength(1);
});

test('of one platform, and only those that can post', async () => {
	expect(await usernames({ platform: 'LINKEDIN' })).toEqual(['my-brand']);
	expect(await usernames({ platform: 'TWITTER' })).toContain('not_connected');
	expect(await usernames({ platform: 'TWITTER', connectedOnly: true })).not.toContain('not_connected');
	expect(await usernames({ connectedOnly: true })).not.toContain('my_brand_old');
	expect(await usernames({ platform: 'TIKTOK' })).toEqual([]);
});

test('a service that writes platforms in small letters, and does not know the argument, gives the same', async () => {
	const { sandbox } = service();
	sandbox.control.addFault({
		on: 'socialAccounts',
		fault: {
			kind: 'body',
			json: {
				data: {
					socialAccounts: [
						null,
						{ id: 1, username: 'a', platform: 'twitter' },
						{ id: 2, username: 'b', platform: 'x' },
						{ id: 3, username: null, platform: 'TWITTER' },
					],
				},
			},
		},
	});
	const { items } = await getMany({ platform: 'TWITTER', connectedOnly: true });
	expect(items.map(({ json }) => json)).toEqual([
		{
			id: '1',
			username: 'a',
			name: null,
			platform: 'TWITTER',
			profileUrl: null,
			isConnected: null,
			isEnabled: null,
		},
		expect.objectContaining({ id: '3', username: null }),
	]);
});

test('a service that does not offer it: the error says so with its words', async () => {
	service().sandbox.control.addFault({
		on: 'socialAccounts',
		fault: {
			kind: 'body',
			json: { errors: [{ message: 'Cannot query field "socialAccounts" on type "APIQuery".' }] },
		},
	});
	const { error } = await getMany();
	expect(error?.message).toBe('The accounts were not read: the service does not offer this');
	expect(error?.description).toContain('Cannot query field "socialAccounts" on type "APIQuery"');
});

test.each([
	['no list', null, 'data.socialAccounts'],
	['an account without an ID', [{ username: 'a' }], 'data.socialAccounts.0.id'],
])('%s is told with what is missing', async (_, socialAccounts, missing) => {
	service().sandbox.control.addFault({
		on: 'socialAccounts',
		fault: { kind: 'body', json: { data: { socialAccounts } } },
	});
	const { error } = await getMany();
	expect(error?.message).toBe("The accounts were not read: the service's response is incomplete");
	expect(error?.description).toContain(`The response has no ${missing}.`);
});
