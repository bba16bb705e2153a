/** The node as a tool: an MCP client finds it, reads the profile and schedules posts with files from addresses. */
import type { JsonObject } from '../../../scripts/lib/json';
import type { CredentialReference, Filling } from '../../../scripts/lib/workflows';
import { serveFiles, type FileServer } from '../../harness/fileServer';
import { McpClient } from '../support/mcp';
import { client as n8n, importExample, n8nUrl, whilePublished } from '../support/n8n';
import { PICTURE, VIDEO } from '../support/samples';
import { addFault, resetService, stateOfService } from '../support/service';

const TOKEN = 'only-for-these-tests';
const SERVER = `${n8nUrl}/mcp/social-posts`;

let httpBearerAuth: CredentialReference;
let files: FileServer;

beforeAll(async () => {
	httpBearerAuth = await n8n.saveCredential({ name: 'MCP token', type: 'httpBearerAuth', data: { token: TOKEN } });
	files = await serveFiles({
		'/balloons.png': { type: 'image/png', bytes: PICTURE.bytes },
		'/take-off.mp4': { type: 'video/mp4', bytes: VIDEO.bytes },
	});
});
beforeEach(resetService);
afterAll(async () => await files.close());

/** Works with the tools of the example, while it is published. */
async function withTools(work: (client: McpClient) => Promise<void>, replace: Filling['replace'] = {}): Promise<void> {
	const workflowId = await importExample('agent-tool.json', { otherCredentials: { httpBearerAuth }, replace });
	await whilePublished(workflowId, SERVER, async () => {
		const client = new McpClient();
		await client.connect(SERVER, TOKEN);
		await work(client);
		await client.close();
	});
}

/** What an agent gives for a post. */
const post = (text: string, more: JsonObject = {}): JsonObject => ({
	account: 'balloon_club',
	post_at: '2035-05-04T09:30:00+02:00',
	text,
	...more,
});
const balloons = (): JsonObject => ({ media_url: `${files.origin}/balloons.png` });
const takeOff = (): JsonObject => ({ media_url: `${files.origin}/take-off.mp4` });

/** The posts that are not in the trash: the text and the names of the files of each. */
async function posts(): Promise<Array<[text: string, files: string[]]>> {
	const state = await stateOfService();
	const nameOf = new Map(state.media.map(({ id, name }) => [id, name]));
	return state.posts
		.filter(({ dateDeleted }) => dateDeleted === null)
		.flatMap(({ submissions }) => submissions)
		.map(({ text, mediaIds }): [string, string[]] => [text, mediaIds.map((id) => nameOf.get(id) ?? id)])
		.sort(([one], [other]) => one.localeCompare(other));
}

test('an agent sees the tools with what it fills in, and reads the profile', async () => {
	await withTools(async (client) => {
		const tools = await client.tools();
		expect(tools).toHaveLength(2);
		expect(tools).toEqual(
			expect.arrayContaining([
				{ name: 'get_profile', description: expect.stringMatching(/^Whose account/), asks: [], needs: [] },
				{
					name: 'schedule_post',
					description: expect.stringContaining('Call it once for each post'),
					asks: ['account', 'post_at', 'text', 'media_url'],
					needs: ['account', 'post_at', 'text'],
				},
			]),
		);
		expect(await client.useTool('get_profile', {})).toContain('username');
	});
	expect((await stateOfService()).requestsCounted).toBe(1);
});

test('posts with a file and without one', async () => {
	await withTools(async (client) => {
		expect(await client.useTool('schedule_post', post('Balloons!', balloons()))).toContain('2035-05-04T07:30:00Z');
		expect(await client.useTool('schedule_post', post('Words'))).toContain('"success":true');
		expect(await client.useTool('schedule_post', post('Words, too', { media_url: '' }))).toContain('"success":true');
	});
	expect(await posts()).toEqual([
		['Balloons!', ['balloons.png']],
		['Words', []],
		['Words, too', []],
	]);
});

test.each([
	['a time that has passed', { post_at: '2020-05-04T09:30:00Z' }, /which has passed\. It is .* now\./],
	[
		'what is no time',
		{ post_at: 'tomorrow' },
		/is \W*tomorrow\W*, which is not in the form [^ ]+\. Write it as ISO 8601/,
	],
	['what is no address', { media_url: 'none' }, /which is not a web address\. .*leave it empty/],
	['an account that is not connected', { account: 'not_connected' }, /The account not_connected is not connected/],
	['no account', { account: undefined }, /account/i],
	['null for a file', { media_url: null }, /media_url/],
])('an agent hears of %s, and can call again', async (_, wrong, says) => {
	await withTools(async (client) => {
		expect(await client.useTool('schedule_post', post('Balloons!', wrong))).toMatch(says);
		expect(await client.useTool('schedule_post', post('Balloons!', balloons()))).toContain('"success":true');
	});
	expect(await posts()).toEqual([['Balloons!', ['balloons.png']]]);
});

test('calls at the same moment: each is one post with its file, and a wrong one stops no other', async () => {
	await withTools(async (client) => {
		const calls = [
			post('a', balloons()),
			post('b', takeOff()),
			post('c', { media_url: `${files.origin}/lost.png` }),
			post('d', balloons()),
		];
		const answers = await Promise.all(calls.map(async (call) => await client.useTool('schedule_post', call)));
		expect(answers).toEqual([
			expect.stringContaining('"success":true'),
			expect.stringContaining('"success":true'),
			expect.stringMatching(/returned HTTP 404.*lost\.png.*The thread was not scheduled/),
			expect.stringContaining('"success":true'),
		]);
	});
	expect(await posts()).toEqual([
		['a', ['balloons.png']],
		['b', ['take-off.mp4']],
		['d', ['balloons.png']],
	]);
});

test('the same post again, and twice at the same moment: one post', async () => {
	await withTools(async (client) => {
		const schedule = async (text: string) => await client.useTool('schedule_post', post(text, balloons()));
		await schedule('Once');
		expect(await schedule('Once')).toContain('"alreadyScheduled":true');
		const answers = await Promise.all([schedule('At once'), schedule('At once')]);
		expect(answers.filter((answer) => answer.includes('"alreadyScheduled":true'))).toHaveLength(1);
	});
	expect((await posts()).map(([text]) => text)).toEqual(['At once', 'Once']);
});

test('a person has set "Save as Draft": drafts, whatever the agent says', async () => {
	const isDraft = { '"duplicateCheck": "always"': '"duplicateCheck": "always", "saveAsDraft": true' };
	await withTools(async (client) => {
		const asks = { saveAsDraft: false, publishingStatus: 'READY_TO_PUBLISH' };
		expect(await client.useTool('schedule_post', post('a', { ...asks, ...balloons() }))).toContain('DRAFT');
	}, isDraft);
	expect((await stateOfService()).posts.map(({ publishingStatus }) => publishingStatus)).toEqual(['DRAFT']);
});

test('an agent hears that a post whose response was lost is scheduled, and the post is sent once', async () => {
	await addFault({ on: 'scheduleTweet', fault: { kind: 'reset', when: 'after' } });
	await withTools(async (client) => {
		expect(await client.useTool('schedule_post', post('Once!'))).toContain('"alreadyScheduled":true');
	});
	const { log } = await stateOfService();
	expect(log.filter(({ kind }) => kind === 'scheduleTweet')).toHaveLength(1);
	expect(await posts()).toEqual([['Once!', []]]);
});

test('who has no token is not let in', async () => {
	const workflowId = await importExample('agent-tool.json', { otherCredentials: { httpBearerAuth } });
	await whilePublished(workflowId, SERVER, async () => {
		await expect(new McpClient().connect(SERVER, 'guessed')).rejects.toMatchObject({ code: 403 });
	});
});
