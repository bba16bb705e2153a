import type { INode } from 'n8n-workflow';
import * as waiting from '../../nodes/SocialPostScheduling/transport/delay';
import { callAsTool, runChain, runCopy, runNode, type RunOptions } from '../harness/engine';
import { byId, deletionsOf } from '../harness/deletions';
import { postParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
const waits = useShortWaits();

const ID = '2001';
const PERMANENTLY = { options: { permanently: true } };
const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const remove = async (parameters: INode['parameters'] = {}, more: Partial<RunOptions> = {}) =>
	await runNode({ parameters: postParameters('delete', ID, parameters), credential: service().credential, ...more });

const { control, calls, left } = deletionsOf(service);

const IN_DOUBT = /^The post may have been deleted: /;

test('moves a post to the trash, and leaves the others', async () => {
	const { items } = await remove();
	expect(items).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	expect(left()).toEqual(['2001 in the trash', '2002']);
	expect(calls()).toHaveLength(1);
});

test.each([{}, PERMANENTLY])('several items with one post delete it once, with %j', async (options) => {
	const { items } = await remove(options, { items: [{ json: {} }, { json: {} }, { json: {} }] });
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true }, { deleted: true }, { deleted: true }]);
	expect(calls()).toHaveLength(1);
});

test('and fail with it: nothing is sent after a failure', async () => {
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 401 } });
	const { error } = await remove({}, { items: [{ json: {} }, { json: {} }, { json: {} }] });
	expect(error?.message).toBe('The post was not deleted: the API key was not accepted');
	expect(calls()).toHaveLength(1);
});

test('items with other posts, or another option, are no such items', async () => {
	const items = ['2001', '2001', '2002'].map((id, at) => ({ json: { id, permanently: at === 1 } }));
	const parameters = { postId: byId('={{ $json.id }}'), options: { permanently: '={{ $json.permanently }}' } };
	await remove({ ...parameters }, { items });
	expect(left()).toEqual(['2002 in the trash']);
	expect(calls()).toHaveLength(3);
});

test('what fails to the trash is still deleted for good', async () => {
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 401 } });
	const items = [false, true].map((permanently) => ({ json: { permanently } }));
	const parameters = { options: { permanently: '={{ $json.permanently }}' } };
	const result = await remove(parameters, { items, node: { onError: 'continueRegularOutput' } });
	expect(result.items[1]?.json).toEqual({ deleted: true });
	expect(left()).toEqual(['2002']);
});

describe('a copy at the error output, which does not find the post any more', () => {
	const CONTINUE: Partial<INode> = { onError: 'continueErrorOutput' };
	const removeAndCopy = async (...ids: string[]) =>
		await runCopy(
			{
				parameters: postParameters('delete', ID, { postId: byId('={{ $json.id }}'), ...PERMANENTLY }),
				items: ids.map((id) => ({ json: { id } })),
				credential: service().credential,
				node: CONTINUE,
			},
			{ gets: 'what fails', node: CONTINUE },
		);

	test('says that it may have been deleted where the first one did', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		const { errorItems } = await removeAndCopy(ID);
		expect(errorItems.map(({ json }) => json.error)).toEqual([expect.stringMatching(IN_DOUBT)]);
		expect(left()).toEqual(['2002']);
	});

	test.each([
		['can be retried, a retry keeps the posts of a list', {}, true],
		['goes on, there is no retry', { onError: 'continueRegularOutput' }, false],
	] as const)('where the execution %s', async (_, node, isAdvised) => {
		control().addFault({ on: 'deletePlatformPost', times: 'always', fault: { kind: 'status', status: 500 } });
		const { stored } = await remove({}, { node });
		expect(stored.includes('a new execution may find others')).toBe(isAdvised);
	});

	test('says that a post was not deleted which was never there', async () => {
		const { errorItems } = await removeAndCopy('4711');
		expect(errorItems.map(({ json }) => json.error)).toEqual(['The post was not deleted: Post: There is no post 4711']);
	});
});

describe('nodes after one another with one post', () => {
	const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
	const removeInTurn = async (...options: INode['parameters'][]) => {
		const chain = options.map((each, at) => ({
			name: `Delete ${at + 1}`,
			parameters: postParameters('delete', ID, each),
			node: CONTINUE,
		}));
		const { items } = await runChain(service().credential, chain);
		return items.map(({ json }) => json);
	};

	test.each([
		['for good', PERMANENTLY, PERMANENTLY],
		['for good, then to the trash', PERMANENTLY, {}],
		['to the trash', {}, {}],
	])('it is deleted once %s', async (_, first, second) => {
		expect(await removeInTurn(first, second)).toEqual([{ deleted: true }]);
		expect(calls()).toHaveLength(1);
	});

	test('after a doubt that a later success has ended, a refusal is none', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		const errors = [{ field: null, code: null, message: 'Your plan keeps it' }];
		control().addFault({ on: 'deletePlatformPost', nth: 3, fault: { kind: 'payload', success: false, errors } });
		const [told] = await removeInTurn({}, {}, PERMANENTLY);
		expect(told?.error).toBe('The post was not deleted: Your plan keeps it');
	});

	test('posts of two platforms with one ID are two', async () => {
		await removeInTurn({}, { platform: 'LINKEDIN' });
		expect(calls()).toHaveLength(2);
	});

	test('to the trash, then for good: both are done', async () => {
		expect(await removeInTurn({}, PERMANENTLY)).toEqual([{ deleted: true }]);
		expect(left()).toEqual(['2002']);
	});

	test('to the trash, then for good with an unknown result: it is in the trash all the same', async () => {
		control().addFault({ on: 'deletePlatformPost', nth: 2, fault: { kind: 'status', status: 500 } });
		expect(await removeInTurn({}, PERMANENTLY, {})).toEqual([{ deleted: true }]);
		expect(calls()).toHaveLength(2);
	});

	test('after one whose response was lost, the next one tells its own failure', async () => {
		const fault = { kind: 'status', status: 500, when: 'after' } as const;
		control().addFault({ on: 'deletePlatformPost', fault });
		control().addFault({ on: 'deletePlatformPost', nth: 2, fault: { kind: 'status', status: 401 } });
		const [told] = await removeInTurn(PERMANENTLY, PERMANENTLY);
		expect(told?.error).toBe('The post was not deleted: the API key was not accepted');
	});
});

test('a second time does no harm', async () => {
	await remove();
	expect((await remove()).items.map(({ json }) => json)).toEqual([{ deleted: true }]);
	expect(left()).toEqual(['2001 in the trash', '2002']);
});

test('"Permanently" deletes it for good, also out of the trash', async () => {
	await remove();
	expect((await remove(PERMANENTLY)).items[0]?.json).toEqual({ deleted: true });
	expect(left()).toEqual(['2002']);
});

test.each(['={{ false }}', '={{ "false" }}', '={{ null }}'])(
	'"Permanently" that is %s moves it to the trash',
	async (permanently) => {
		await remove({ options: { permanently } });
		expect(left()).toEqual(['2001 in the trash', '2002']);
	},
);

test.each(['REDDIT', 'YOUTUBE'] as const)('a post on %s', async (platform) => {
	control().fillPosts({ platform, state: 'SUBMITTED', posts: 1 });
	const { error } = await remove({ platform, postId: byId('2003') });
	expect(error).toBeUndefined();
	expect(left()).toEqual(['2001', '2002', '2003 in the trash']);
});

test('what is in the trash is not published', async () => {
	await remove();
	control().clock.advance(3_600_000);
	expect(service().sandbox.state().posts[0]?.submissions).toEqual([expect.objectContaining({ state: 'SCHEDULED' })]);
});

test.each<[string, INode['parameters'], string]>([
	['that it does not have', { postId: byId('4711') }, 'Post: There is no post 4711'],
	['of another platform', { platform: 'LINKEDIN' }, 'Platform: Post 2001 is a post of TWITTER'],
])('the service refuses a post %s, in its words', async (_, parameters, words) => {
	const { error } = await remove(parameters);
	expect(error?.message).toBe(`The post was not deleted: ${words}`);
	expect(left()).toEqual(['2001', '2002']);
});

test('no post is refused before anything is sent', async () => {
	const { error } = await remove({ postId: byId('={{ null }}') });
	expect(error?.message).toBe('Post is empty');
	expect(calls()).toEqual([]);
});

test('one that fails says which others are deleted', async () => {
	const { error } = await remove(
		{ postId: byId('={{ $json.id }}') },
		{ items: ['2001', '2002', '4711'].map((id) => ({ json: { id } })) },
	);
	expect(error?.message).toBe('The post was not deleted: Post: There is no post 4711');
	expect(error?.description).toContain('Already deleted: items 0 and 1.');
});

describe('an answer that is lost', () => {
	test('is asked for again: the post is in the trash', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'reset', when: 'after' } });
		expect((await remove()).items[0]?.json).toEqual({ deleted: true });
		expect(left()).toEqual(['2001 in the trash', '2002']);
		expect(calls()).toHaveLength(2);
		expect(waits).toEqual([1000]);
	});

	test('and the post is not there any more: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 504, when: 'after' } });
		const { error } = await remove(PERMANENTLY);
		expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
		expect(error?.description).toContain('Look for it with "Get Many".');
		expect(error?.description).toContain(
			'the service does not have the post any more, it is deleted: each further try',
		);
		expect(error?.description).toContain('To leave this item out, set "On Error"');
		expect(calls()).toHaveLength(2);
	});

	test('and the execution is stopped before it is asked again: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 504, when: 'after' } });
		let stop = () => {};
		jest.mocked(waiting.delay).mockImplementation(async () => {
			stop();
			return await Promise.resolve(false);
		});
		const { error, run } = await remove({}, { onStart: (stopExecution) => (stop = stopExecution) });
		expect(run.status).toBe('canceled');
		expect(error?.message).toBe('The post may have been deleted: the execution was canceled');
	});

	test('and "Retry On Fail" does not find it any more: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', fault: { kind: 'status', status: 500, when: 'after' } });
		const { error } = await remove(PERMANENTLY, { node: RETRY });
		expect(error?.message).toBe('The post may have been deleted: Post: There is no post 2001');
		expect(calls()).toHaveLength(2);
	});

	test('a post that was never there was not deleted, however often it is tried', async () => {
		const { error } = await remove({ postId: byId('4711') }, { node: RETRY });
		expect(error?.message).toBe('The post was not deleted: Post: There is no post 4711');
		expect(calls()).toHaveLength(2);
	});

	test('each time: it may have been deleted', async () => {
		control().addFault({ on: 'deletePlatformPost', times: 'always', fault: { kind: 'reset', when: 'after' } });
		const { error } = await remove();
		expect(error?.message).toMatch(IN_DOUBT);
		expect(calls()).toHaveLength(4);
		expect(waits).toEqual([1000, 3000, 9000]);
	});
});

test('a service that does not offer it', async () => {
	const message = 'Cannot query field "deletePlatformPost" on type "APIMutation".';
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'body', json: { errors: [{ message }] } } });
	const { error } = await remove();
	expect(error?.message).toBe('The post was not deleted: the service does not offer this');
	expect(error?.description).toContain(message);
});

test('a success that is not said is none', async () => {
	const json = { data: { deletePlatformPost: { errors: [] } } };
	control().addFault({ on: 'deletePlatformPost', fault: { kind: 'body', json } });
	const { items, error } = await remove();
	expect(items).toEqual([]);
	expect(error?.message).toMatch(IN_DOUBT);
});

test('as a tool of an agent', async () => {
	const { items } = await callAsTool(
		{ parameters: postParameters('delete', "={{ $fromAI('id', 'which post') }}"), credential: service().credential },
		[{ id: ID }, { id: '4711' }],
	);
	expect(items.map(({ json }) => json.answer)).toEqual([
		expect.stringContaining('"deleted":true'),
		expect.stringContaining('There is no post 4711'),
	]);
});

test('the error of an item that is refused says which others may be done', async () => {
	control().addFault({
		on: 'deletePlatformPost',
		fault: { kind: 'payload', success: false, errors: [{ field: null, code: null, message: 'Not now' }] },
	});
	control().addFault({
		on: 'deletePlatformPost',
		nth: 2,
		times: 2,
		fault: { kind: 'status', status: 500, when: 'after' },
	});
	const items = ['2001', '2002', '4711'].map((id) => ({ json: { id } }));
	const { error } = await remove({ postId: byId('={{ $json.id }}') }, { items });
	expect(error?.message).toContain('The post was not deleted: Not now');
	expect(error?.description).toContain('May have been deleted: items 1 and 2.');
	expect(error?.description).not.toMatch(/No other item|Also failed/);
});
