/** A retry of an execution knows what the tries before have deleted, or may have. */
import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { deletionsOf, ID, PERMANENTLY } from '../harness/deletions';
import { retryExecution, runNode, type RunOptions, type RunResult } from '../harness/engine';
import { byId, postParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { whenCalled } from '../harness/watch';

const service = useService();
useShortWaits();
const { control, calls, left } = deletionsOf(service);

const OTHER_CREDENTIAL: Partial<INode> = { credentials: { socialPostSchedulingApi: { id: '2', name: 'Other' } } };

/** Takes out of an execution what n8n stores of its deletions only where it was not stopped. */
const forget = ({ run }: RunResult) => {
	for (const context of Object.values(run.data.executionData?.contextData ?? {}))
		delete context.socialPostSchedulingDeletions;
};
const EACH = { postId: byId('={{ $json.id }}') };
const optionsFor = (...ids: string[]): RunOptions => ({
	parameters: postParameters('delete', ID, { ...EACH, ...PERMANENTLY }),
	items: ids.map((id) => ({ json: { id } })),
	credential: service().credential,
});

/** A first try whose key is not accepted, so that nothing is deleted. */
async function runWithoutAccess(): Promise<{ options: RunOptions; first: RunResult }> {
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 401 } });
	const options = optionsFor(ID, '4711');
	return { options, first: await runNode(options) };
}

test('knows what the first try has deleted, and does not send it again', async () => {
	const options = optionsFor(ID, '4711');
	const first = await runNode(options);
	expect(first.error?.message).toBe('The post was not deleted: Post: There is no post 4711');
	const { error } = await retryExecution(options, first);
	expect(error?.message).toBe('The post was not deleted: Post: There is no post 4711');
	expect(error?.description).toContain('Already deleted: item 0.');
	expect(calls()).toHaveLength(3);
});

test('says which item has deleted the post that another one names by then', async () => {
	const options = optionsFor(ID, '4711');
	const first = await runNode(options);
	expect(first.error).toBeDefined();
	const ofFirst = { postId: byId("={{ $('Start').first().json.id }}") };
	const { items } = await retryExecution({ ...options, parameters: postParameters('delete', ID, ofFirst) }, first);
	expect(items.map(({ json }) => json.warnings)).toEqual([
		undefined,
		[expect.stringMatching(/^Item 0 names the same post, or did so in an earlier execution\./)],
	]);
	expect(left()).toEqual(['2002']);
});

test('goes on with what the first try has moved to the trash', async () => {
	const options = optionsFor(ID, '4711');
	const toTrash = { ...options, parameters: postParameters('delete', ID, EACH) };
	const { error } = await retryExecution(options, await runNode(toTrash));
	expect(error?.description).toContain('Already deleted: item 0.');
	expect(left()).toEqual(['2002']);
});

test.each(['There is no post 2001', 'Invalid request'])(
	'knows what the first try has left in doubt: it may have been deleted, in whatever words it is refused: %s',
	async (message) => {
		const fault = { kind: 'status', status: 500, when: 'after' } as const;
		control().addFault({ on: 'deletePlatformPost', fault });
		const errors = [{ field: null, code: null, message }];
		control().addFault({ on: 'deletePlatformPost', nth: 2, fault: { kind: 'payload', success: false, errors } });
		const options = optionsFor(ID);
		const { error } = await retryExecution(options, await runNode(options));
		expect(error?.message).toBe(`The post may have been deleted: ${message}`);
	},
);

test.each([
	[401, 'the API key was not accepted'],
	[403, 'the account has no access to the API'],
	[404, 'the service returned HTTP 404'],
])('knows what the first try has left in doubt also where it is not let through: HTTP %i', async (status, words) => {
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
	control().addFault({ on: 'deletePlatformPost', nth: 2, fault: { kind: 'status', status } });
	const options = optionsFor(ID);
	const { error } = await retryExecution(options, await runNode(options));
	expect(error?.message).toBe(
		`The post may have been deleted: an earlier execution got no response; this time: ${words}`,
	);
	expect(error?.description).toContain('Deleting the same post again does no harm.');
});

test('has a doubt no longer that a success has ended', async () => {
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500 } });
	const options = optionsFor(ID, '4711');
	const second = await retryExecution(options, await runNode(options));
	expect(second.error?.message).toBe('The post was not deleted: Post: There is no post 4711');
	expect(left()).toEqual(['2002']);
});

test.each([
	['with a new key in the credential', true, {}],
	['with another credential that has the same key', false, OTHER_CREDENTIAL],
])('%s knows it', async (_, hasNewKey, node) => {
	const options = optionsFor(ID, '4711');
	const first = await runNode(options);
	const apiKey = hasNewKey ? service().sandbox.control.rotateKey('paid') : service().credential.apiKey;
	const { error } = await retryExecution({ ...options, node, credential: { ...service().credential, apiKey } }, first);
	expect(error?.description).toContain('Already deleted: item 0.');
});

test('with another credential and another key is one of another account', async () => {
	const options = optionsFor(ID, '4711');
	const first = await runNode(options);
	const apiKey = service().sandbox.control.rotateKey('paid');
	const other = { ...options, node: OTHER_CREDENTIAL, credential: { ...service().credential, apiKey } };
	const { error } = await retryExecution(other, first);
	expect(error?.description).not.toContain('Already deleted');
});

test('with another credential that has the same key at another address is one of another service', async () => {
	const options = optionsFor(ID, '4711');
	const first = await runNode(options);
	const baseUrl = service().credential.baseUrl.replace('127.0.0.1', 'localhost');
	expect(baseUrl).not.toBe(service().credential.baseUrl);
	const other = { ...options, node: OTHER_CREDENTIAL, credential: { ...service().credential, baseUrl } };
	const { error } = await retryExecution(other, first);
	expect(error?.description).not.toContain('Already deleted');
});

test('has a doubt still that a try between has not ended', async () => {
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
	control().addFault({ on: 'deletePlatformPost', nth: 2, fault: { kind: 'status', status: 401 } });
	const options = optionsFor(ID);
	const second = await retryExecution(options, await runNode(options));
	expect(second.error?.message).toMatch(/^The post may have been deleted: .* the API key was not accepted$/);
	const { error } = await retryExecution(options, second);
	expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
});

describe('on another worker, which knows only what n8n has stored', () => {
	const toOtherWorker = ({ run }: RunResult) => {
		for (const context of Object.values(run.data.executionData?.contextData ?? {}))
			context.socialPostSchedulingFirstExecution = randomUUID();
	};
	const retryElsewhere = async (options: RunOptions, of?: RunResult, more: Partial<RunOptions> = {}) => {
		const first = of ?? (await runNode(options));
		toOtherWorker(first);
		return await retryExecution({ ...options, ...more }, first);
	};
	const refuse = (message: string, nth = 1) =>
		control().addFault({
			on: 'deletePlatformPost',
			nth,
			times: 'always',
			fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message }] },
		});

	test('knows what the first try has deleted', async () => {
		const { error } = await retryElsewhere(optionsFor(ID, '4711'));
		expect(error?.message).toBe('The post was not deleted: Post: There is no post 4711');
		expect(error?.description).toContain('Already deleted: item 0.');
	});

	test('knows what it has left in doubt', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500 } });
		refuse('Invalid request', 2);
		const { error } = await retryElsewhere(optionsFor(ID));
		expect(error?.message).toBe('The post may have been deleted: Invalid request');
	});

	test('has no doubt of what was refused', async () => {
		refuse('Your plan keeps it');
		const { error } = await retryElsewhere(optionsFor(ID));
		expect(error?.message).toBe('The post was not deleted: Your plan keeps it');
	});

	test.each([
		['with a new key in the credential', true, {}],
		['with another credential that has the same key', false, OTHER_CREDENTIAL],
	])('%s knows it', async (_, hasNewKey, node) => {
		const options = optionsFor(ID, '4711');
		const first = await runNode(options);
		const apiKey = hasNewKey ? service().sandbox.control.rotateKey('paid') : service().credential.apiKey;
		const credential = { ...service().credential, apiKey };
		const { error } = await retryElsewhere(options, first, { node, credential });
		expect(error?.description).toContain('Already deleted: item 0.');
	});

	test('has a doubt of what has failed without a word of the post: another retry may have deleted it since', async () => {
		const { options, first } = await runWithoutAccess();
		await retryElsewhere(options, first);
		expect(left()).toEqual(['2002']);
		const { error } = await retryElsewhere(options, first);
		expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
	});

	test('knows what the retry before it knew of another one', async () => {
		const { options, first } = await runWithoutAccess();
		await retryExecution(options, first);
		const second = await retryExecution(options, first);
		const { error } = await retryElsewhere(options, second);
		expect(error?.description).toContain('Already deleted: item 0.');
	});
});

test.each([
	['once more', (retry: () => Promise<RunResult>) => retry().then(retry)],
	['twice at once', async (retry: () => Promise<RunResult>) => (await Promise.all([retry(), retry()]))[1]],
])('that is made %s knows what the other one has deleted', async (_, twice) => {
	const { options, first } = await runWithoutAccess();
	const { error } = await twice(async () => await retryExecution(options, first));
	expect(error?.description).toContain('Already deleted: item 0.');
	expect(left()).toEqual(['2002']);
});

test.each([
	['with the same credential', {}],
	['with another credential that has the same key', OTHER_CREDENTIAL],
])(
	'of an execution that was stopped, of which n8n has stored nothing, knows what it has deleted, %s',
	async (_, node) => {
		let stop = () => {};
		whenCalled(service().sandbox, 'deletePlatformPost', () => stop(), 2);
		// Two are under way, and nobody gets their responses.
		control().addFault({ on: 'deletePlatformPost', times: 2, fault: { kind: 'hang', when: 'after' } });
		const options = optionsFor(ID, '2002');
		const first = await runNode({ ...options, onStart: (stopExecution) => (stop = stopExecution) });
		expect(first.run.status).toBe('canceled');
		forget(first);
		const { error } = await retryExecution({ ...options, node }, first);
		expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
		expect(left()).toEqual([]);
	},
);

test('of an execution of which nothing is known any more has a doubt', async () => {
	const options = optionsFor(ID, '4711');
	const first = await runNode(options);
	forget(first);
	for (const context of Object.values(first.run.data.executionData?.contextData ?? {}))
		delete context.socialPostSchedulingFirstExecution;
	const { error } = await retryExecution(options, first);
	expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
});

test.each(['Your plan keeps it', 'Account not found', 'There is no post 2001'])(
	'of one that was refused has no doubt: %s',
	async (message) => {
		const errors = [{ field: null, code: null, message }];
		control().addFault({ on: 'deletePlatformPost', times: 2, fault: { kind: 'payload', success: false, errors } });
		const options = optionsFor(ID);
		const { error } = await retryExecution(options, await runNode(options));
		expect(error?.message).toBe(`The post was not deleted: ${message}`);
	},
);
