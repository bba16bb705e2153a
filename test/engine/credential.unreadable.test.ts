/** A credential that n8n does not give to the node: not chosen, deleted, stored with another encryption key. No item is passed on as done. */
import type { INode, INodeParameters } from 'n8n-workflow';
import { CREDENTIAL, retryExecution, runNode, TWO_TRIES } from '../harness/engine';
import { TestCredentials } from '../harness/credentials';
import { hidePosts, postParameters, scheduledTexts, scheduleParameters, texts } from '../harness/posts';
import { useService, withKeyReplaced } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

const chosen = { [CREDENTIAL]: { id: 'gone', name: 'Gone' } };
const run = async (node: Partial<INode>, parameters = scheduleParameters(), items = texts('a', 'b')) =>
	await runNode({ credential: service().credential, parameters, items, node });

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

describe('deleted while the service answers', () => {
	const hasGot = (kind: string) => {
		const { log } = service().sandbox.state();
		return log.some((entry) => entry.kind === kind);
	};
	/** n8n has the credential until the service gets a request of this kind. */
	const deleteAfter = (kind: string) => {
		const getDecrypted = TestCredentials.prototype.getDecrypted.bind(
			new TestCredentials({}, { [CREDENTIAL]: { ...service().credential } }),
		);
		jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async (...args) => {
			if (hasGot(kind)) throw new Error('It does not exist.');
			return await getDecrypted(...args);
		});
	};
	/** The service fails, and quotes the key. */
	const quoteKey = (on: 'profile' | 'scheduleTweet') => {
		const body = { errors: [{ message: `Bad gateway for ${service().credential.apiKey}` }] };
		service().sandbox.control.addFault({ on, fault: { kind: 'status', status: 500, body }, times: 'always' });
	};

	const IN_RETRY =
		'The credential cannot be read any more. A retry with another credential does again what is done already: let a new execution do only what is left.';

	test.each<[string, INodeParameters]>([
		['in one run', {}],
		['with "Batching"', { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1 } } } }],
	])('items that were scheduled before, %s, are told not to be retried with another one', async (_, options) => {
		deleteAfter('scheduleTweet');
		const { error } = await run({}, { ...scheduleParameters(), ...options });
		expect(scheduledTexts(service().sandbox)).toEqual(['a']);
		expect(error?.description).toContain('Already scheduled: item 0.');
		expect(error?.description).toContain(IN_RETRY);
		expect(error?.description).not.toContain('To go on, use');
	});

	test('an error with a credential that is there says nothing of another one', async () => {
		service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
		expect((await run({})).error?.description).not.toContain('another credential');
	});

	test('what the first try left in doubt stays in doubt', async () => {
		const { control } = service().sandbox;
		control.fillPosts({ platform: 'TWITTER', state: 'SCHEDULED', posts: 1 });
		control.addFault({ on: 'reschedulePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		deleteAfter('reschedulePlatformPost');
		const parameters = postParameters('reschedule', '2001', { postAt: '2099-05-04T05:30:00Z' });
		const { error } = await run(TWO_TRIES, parameters, texts('a'));
		expect(error?.message).toMatch(/^The post may have been rescheduled: /);
		expect(error?.description).toContain(IN_RETRY);
	});

	test.each<['scheduleTweet' | 'profile', INodeParameters, Partial<INode>]>([
		['scheduleTweet', scheduleParameters(), TWO_TRIES],
		['profile', { resource: 'profile', operation: 'get' }, {}],
	])('a key that is quoted in the response to %s is in no text', async (kind, parameters, node) => {
		const { apiKey } = service().credential;
		quoteKey(kind);
		hidePosts(service().sandbox);
		deleteAfter(kind);
		const { error, stored } = await run(node, parameters, texts('a'));
		expect(error?.description).toContain('Bad gateway');
		expect(stored).not.toContain(apiKey);
	});

	test('a key that was replaced meanwhile is in no text either', async () => {
		const { apiKey } = service().credential;
		quoteKey('scheduleTweet');
		hidePosts(service().sandbox);
		const { error, stored } = await runNode({
			credential: withKeyReplaced(service(), () => hasGot('scheduleTweet')),
			parameters: scheduleParameters(),
			items: texts('a'),
			node: TWO_TRIES,
		});
		expect(error?.description).toContain('Bad gateway');
		expect(stored).not.toContain(apiKey);
	});
});

test('of keys by an expression, those with which an item may have been sent are in none of its texts', async () => {
	const keys = ['sps_live_first_0123456789', 'unknown', 'sps_live_third_0123456789'];
	const json = { data: { profile: { username: `unknown: ${keys.join()}` } } };
	service().sandbox.control.addFault({ on: 'profile', times: 'always', fault: { kind: 'body', json } });
	const { baseUrl } = service().credential;
	jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async (...args) => {
		const apiKey = keys[args[6]?.itemIndex ?? 0] ?? '';
		return await Promise.resolve({ baseUrl, apiKey });
	});
	const query = { resource: 'api', operation: 'execute', query: '{ profile { username } }' };
	const { items } = await run({}, query, texts('a', 'b', 'c'));
	expect(items.map(({ json: { profile } }) => profile)).toEqual([
		{ username: 'unknown: [API key],unknown,sps_live_third_0123456789' },
		{ username: '[API key]: [API key],[API key],sps_live_third_0123456789' },
		{ username: 'unknown: [API key],unknown,[API key]' },
	]);
});

test('in a retry, an item that was done before is told as done', async () => {
	service().sandbox.control.addFault({ on: 'scheduleTweet', nth: 2, fault: { kind: 'status', status: 400 } });
	const options = { credential: service().credential, parameters: scheduleParameters(), items: texts('a', 'b') };
	const failed = await runNode(options);
	const gone = jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockRejectedValue(new Error('It does not exist.'));
	const { error } = await retryExecution(options, failed);
	expect(error?.description).toContain('It was scheduled before, in the execution that you retry.');
	gone.mockRestore();
	expect((await retryExecution(options, failed)).error).toBeUndefined();
	expect(scheduledTexts(service().sandbox)).toEqual(['a', 'b']);
});

test('of many items, none looks for it anew', async () => {
	const read = jest.spyOn(TestCredentials.prototype, 'getDecrypted').mockRejectedValue(new Error('It does not exist.'));
	const items = Array.from({ length: 50 }, () => ({ json: { text: 'a' } }));
	const { errorItems } = await run({ onError: 'continueErrorOutput' }, scheduleParameters(), items);
	expect(errorItems).toHaveLength(50);
	expect(read.mock.calls.length).toBeLessThan(5);
});
