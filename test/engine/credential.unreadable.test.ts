/** A credential that n8n does not give to the node: not chosen, deleted, stored with another encryption key. No item is passed on as done. */
import type { INode } from 'n8n-workflow';
import { CREDENTIAL, retryExecution, runNode } from '../harness/engine';
import { TestCredentials } from '../harness/credentials';
import { postParameters, scheduleParameters, texts } from '../harness/posts';
import { useService } from '../harness/service';

const service = useService();

const chosen = { [CREDENTIAL]: { id: 'gone', name: 'Gone' } };
const run = async (node: Partial<INode>, parameters = scheduleParameters()) =>
	await runNode({ credential: service().credential, parameters, items: texts('a', 'b'), node });

describe.each<[string, Partial<INode>, string]>([
	['not chosen', { credentials: {} }, 'Credential is not chosen'],
	['deleted', { credentials: chosen }, 'Credential cannot be read: Credential with ID "gone" does not exist'],
])('%s', (what, node, words) => {
	beforeEach(() => {
		if (what === 'deleted')
			jest
				.spyOn(TestCredentials.prototype, 'getDecrypted')
				.mockRejectedValue(new Error('Credential with ID "gone" does not exist.'));
	});

	test('is an error, with what to do', async () => {
		const { error, items } = await run(node);
		expect(error?.message).toBe(words);
		expect(error?.description).toMatch(
			/^(Choose or create one|Correct it in n8n, or choose another one) in the node\./,
		);
		expect(error?.description).not.toContain('To leave this item out');
		expect(items).toEqual([]);
	});

	test('in a retry, it says that another credential is another account', async () => {
		const options = { credential: service().credential, parameters: scheduleParameters(), items: texts('a'), node };
		const failed = await runNode(options);
		expect(failed.error?.description).not.toContain('a retry with another credential');
		expect((await retryExecution(options, failed)).error?.description).toContain(
			'a retry with another credential does again what is done',
		);
	});

	test.each([
		['Schedule', scheduleParameters()],
		['Delete', postParameters('delete', '2001')],
		['Get Profile', { resource: 'profile', operation: 'get' }],
	])('with an error output, each item of %s goes there', async (_, parameters) => {
		const { items, errorItems } = await run({ ...node, onError: 'continueErrorOutput' }, parameters);
		expect(items).toEqual([]);
		expect(errorItems.map(({ json }) => json)).toEqual([
			expect.objectContaining({ text: 'a', error: words }),
			expect.objectContaining({ text: 'b', error: words }),
		]);
	});

	test('with "Continue", each item has the error', async () => {
		const { items } = await run({ ...node, onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.error)).toEqual([words, words]);
	});
});
