/** The node as a tool: an MCP client finds it, reads the profile and schedules a post. */
import { MEDIA } from '../../../scripts/lib/paths';
import type { CredentialReference } from '../../../scripts/lib/workflows';
import { McpClient } from '../support/mcp';
import { client as n8n, importExample, n8nUrl, run, whilePublished } from '../support/n8n';
import { addFault, resetService, stateOfService } from '../support/service';

const TOKEN = 'only-for-these-tests';
const SERVER = `${n8nUrl}/mcp/social-posts`;

let httpBearerAuth: CredentialReference;

beforeAll(async () => {
	httpBearerAuth = await n8n.saveCredential({ name: 'MCP token', type: 'httpBearerAuth', data: { token: TOKEN } });
});
beforeEach(resetService);

/** Works with the tools of the example, while it is published. */
async function withTools(work: (client: McpClient) => Promise<void>): Promise<void> {
	const workflowId = await importExample('agent-tool.json', { otherCredentials: { httpBearerAuth } });
	await whilePublished(workflowId, SERVER, async () => {
		const client = new McpClient();
		await client.connect(SERVER, TOKEN);
		await work(client);
		await client.close();
	});
}

test('an agent sees the tools with what it fills in, and reads the profile', async () => {
	await withTools(async (client) => {
		const tools = await client.tools();
		expect(tools).toHaveLength(2);
		expect(tools).toEqual(
			expect.arrayContaining([
				{ name: 'get_profile', description: expect.stringMatching(/^Who the posts belong to/), asks: [] },
				{
					name: 'schedule_post',
					description: expect.stringContaining('Never call it twice'),
					asks: ['post_at', 'text', 'media_name'],
				},
			]),
		);
		expect(await client.useTool('get_profile', {})).toContain('username');
	});
	expect((await stateOfService()).requestsCounted).toBe(1);
});

test('an agent schedules a post, and hears why another one is not scheduled', async () => {
	const library = await importExample('picture-and-video-thread.json', { mediaFolder: MEDIA });
	expect((await run(library, 'When you click Execute')).status).toBe('success');
	const before = await stateOfService();
	const post = { post_at: '2035-05-04T09:30:00+02:00', text: 'Balloons!', media_name: 'balloons.png' };
	await withTools(async (client) => {
		expect(await client.useTool('schedule_post', post)).toContain('2035-05-04T07:30:00Z');
		expect(await client.useTool('schedule_post', { ...post, media_name: 'lost.png' })).toContain('lost.png');
	});
	const { posts } = await stateOfService();
	expect(posts).toHaveLength(before.posts.length + 1);
	expect(posts.at(-1)?.submissions).toEqual([expect.objectContaining({ text: 'Balloons!' })]);
});

test('an agent hears that a post whose response was lost is scheduled, and the post is sent once', async () => {
	const library = await importExample('picture-and-video-thread.json', { mediaFolder: MEDIA });
	expect((await run(library, 'When you click Execute')).status).toBe('success');
	const before = await stateOfService();
	await addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
	const post = { post_at: '2035-05-04T09:30:00+02:00', text: 'Once!', media_name: 'balloons.png' };
	await withTools(async (client) => {
		const answer = await client.useTool('schedule_post', post);
		expect(answer).toContain('"alreadyScheduled":true');
	});
	const { posts, requestsCounted } = await stateOfService();
	expect(posts).toHaveLength(before.posts.length + 1);
	// The post, and the list in which it was found.
	expect(requestsCounted).toBe(before.requestsCounted + 2);
});

test('who has no token is not let in', async () => {
	const workflowId = await importExample('agent-tool.json', { otherCredentials: { httpBearerAuth } });
	await whilePublished(workflowId, SERVER, async () => {
		await expect(new McpClient().connect(SERVER, 'guessed')).rejects.toMatchObject({ code: 403 });
	});
});
