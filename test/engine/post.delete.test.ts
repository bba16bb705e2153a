import type { INode } from 'n8n-workflow';
import { deletionsOf, ID, IN_DOUBT, PERMANENTLY } from '../harness/deletions';
import { callAsTool } from '../harness/engine';
import { byId, postParameters } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { control, remove, calls, left } = deletionsOf(service);

test('moves a post to the trash, and leaves the others', async () => {
	const { items } = await remove();
	expect(items).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	expect(left()).toEqual(['2001 in the trash', '2002']);
	expect(calls()).toHaveLength(1);
});

test.each([{}, PERMANENTLY])('several items with one post delete it once, with %j', async (options) => {
	const { items } = await remove(options, { items: [{ json: {} }, { json: {} }, { json: {} }] });
	const again = { deleted: true, warnings: [expect.stringMatching(/^Item 0 names the same post\./)] };
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true }, again, again]);
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
	const { items: deleted } = await remove({ ...parameters }, { items });
	expect(deleted.map(({ json }) => json.warnings !== undefined)).toEqual([false, true, false]);
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

test.each([
	['can be retried, a retry keeps the posts of a list', {}, true],
	['goes on, there is no retry', { onError: 'continueRegularOutput' }, false],
] as const)('where the execution %s', async (_, node, isAdvised) => {
	control().addFault({ on: 'deletePlatformPost', times: 'always', fault: { kind: 'status', status: 500 } });
	const { stored } = await remove({}, { node });
	expect(stored.includes('a new execution may find others')).toBe(isAdvised);
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
