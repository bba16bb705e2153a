import type { INode } from 'n8n-workflow';
import { byId } from '../harness/posts';
import { ID, NOT_DONE, publicationsOf } from '../harness/publications';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();
const { control, publish, calls, states, schedule } = publicationsOf(service);

test('a scheduled thread is out, with the address of each part', async () => {
	const id = await schedule();
	const { items } = await publish({ postId: byId(id) });
	const submission = {
		id: expect.any(String) as unknown,
		url: expect.stringContaining('#submission-') as unknown,
	};
	expect(items).toEqual([
		{ json: { id, platform: 'TWITTER', submissions: [submission, submission] }, pairedItem: { item: 0 } },
	]);
	expect(states()).toEqual(['SUBMITTED, SUBMITTED']);
	expect(calls()).toHaveLength(1);
});

test.each(['DRAFT', 'FAILED'] as const)('a post that is %s is published', async (state) => {
	control().fillPosts({ platform: 'MASTODON', state, posts: 1 });
	expect((await publish({ platform: '={{ "mastodon" }}' })).items[0]?.json).toMatchObject({ platform: 'MASTODON' });
	expect(states()).toEqual(['SUBMITTED']);
});

test('a platform that has the post and does not show it yet: without an address', async () => {
	const id = await schedule({ username: 'slow_account' });
	const { items } = await publish({ postId: byId(id) });
	expect(items[0]?.json.submissions).toEqual([
		expect.objectContaining({ url: null }),
		expect.objectContaining({ url: null }),
	]);
});
test.each<[string, INode['parameters'], string]>([
	['that it does not have', { postId: byId('4711') }, 'Post: There is no post 4711'],
	['of another platform', { platform: 'LINKEDIN' }, 'Platform: Post 2001 is a post of TWITTER'],
])('the service refuses a post %s, in its words', async (_, parameters, words) => {
	await schedule();
	const { error } = await publish(parameters);
	expect(error?.message).toBe(`The post was not published: ${words}`);
	expect(states()).toEqual(['SCHEDULED, SCHEDULED']);
});

test.each<[string, INode['parameters'], RegExp]>([
	['Reddit', { platform: '={{ "REDDIT" }}' }, /^Platform is Reddit, where the service cannot do this$/],
	['no post', { postId: byId('={{ null }}') }, /^Post is empty$/],
])('%s is refused before anything is sent', async (_, parameters, message) => {
	const { error } = await publish(parameters);
	expect(error?.message).toMatch(message);
	expect(service().sandbox.state().log).toEqual([]);
});
test('a service that does not offer it', async () => {
	const message = 'Cannot query field "submitPlatformPost" on type "APIMutation".';
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'body', json: { errors: [{ message }] } } });
	const { error } = await publish();
	expect(error?.message).toBe('The post was not published: the service does not offer this');
	expect(error?.description).toContain(message);
});

test('a service that does not know the platform: nothing was published', async () => {
	const message = 'Value "LINKEDIN" does not exist in "SocialPlatform" enum.';
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'body', json: { errors: [{ message }] } } });
	const { error } = await publish({ platform: 'LINKEDIN' });
	expect(error?.message).toMatch(NOT_DONE);
});

test.each([
	[null, []],
	[{ submissions: null }, []],
	[
		{ submissions: [null, { id: 8, result: { url: 'https://x.example/8' } }] },
		[{ id: '8', url: 'https://x.example/8' }],
	],
])('a post in the response that is odd: %j', async (post, submissions) => {
	control().addFault({ on: 'submitPlatformPost', fault: { kind: 'payload', success: true, fields: { post } } });
	expect((await publish()).items[0]?.json).toEqual({ id: ID, platform: 'TWITTER', submissions });
});
