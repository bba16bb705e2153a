import { type Sandbox, startSandbox } from '../../sandbox/server';
import { runNode } from '../harness/engine';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

const get = async (baseUrl = sandbox.baseUrl, apiKey = sandbox.keys.paid) =>
	await runNode({ parameters: { resource: 'profile', operation: 'get' }, credential: { baseUrl, apiKey } });

test('gives the profile, linked to its input item', async () => {
	const { items, run } = await get();
	expect(run.status).toBe('success');
	expect(items).toEqual([
		{
			json: { id: expect.any(String), username: expect.any(String), email: expect.any(String), registeredAt: expect.any(String) },
			pairedItem: { item: 0 },
		},
	]);
});
