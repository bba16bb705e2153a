/** The Schedule tool of the example in real AI Agent nodes: what the model is told, what it gives, and what comes of it. */
import { asObject, asText, type JsonObject } from '../../../scripts/lib/json';
import { TRIGGER, type Node } from '../../../scripts/lib/workflow-builder';
import { readExample, type CredentialReference } from '../../../scripts/lib/workflows';
import { serveFiles, type FileServer } from '../../harness/fileServer';
import { client, credential as account, filesFolder, run } from '../support/n8n';
import { PICTURE, VIDEO } from '../support/samples';
import { addFault, resetService, stateOfService } from '../support/service';
import { type ScriptedModel, startModel } from './support/model';
import { postsWithMedia } from './support/posts';
import { saveAgent } from './support/workflows';

let model: ScriptedModel;
let credential: CredentialReference;
let files: FileServer;
beforeAll(async () => {
	model = await startModel();
	const data = { apiKey: 'none', url: model.url };
	credential = await client.saveCredential({ name: 'Scripted model', type: 'openAiApi', data });
	files = await serveFiles({
		'/balloons.png': { type: 'image/png', bytes: PICTURE.bytes },
		'/take-off.mp4': { type: 'video/mp4', bytes: VIDEO.bytes },
	});
});
afterAll(async () => {
	await model.close();
	await files.close();
});
beforeEach(resetService);

/** @param options what a person sets in the tool besides */
function exampleTool(more: JsonObject = {}, options: JsonObject = {}): Node {
	const { nodes } = readExample('agent-tool.json', { credential: account, mediaFolder: filesFolder });
	const tool = asObject(nodes.find(({ name }) => name === 'schedule_post'));
	const parameters = asObject(tool.parameters);
	return {
		...tool,
		name: asText(tool.name),
		type: asText(tool.type),
		typeVersion: 1,
		parameters: { ...parameters, options: { ...asObject(parameters.options), ...options } },
		...more,
	};
}

/** What the model gives for a post. */
const post = (text: string, more: JsonObject = {}): JsonObject => ({
	account: 'balloon_club',
	post_at: '2035-05-04T09:30:00+02:00',
	text,
	...more,
});
const urlOf = (name: string): string => `${files.origin}/${name}`;

describe.each([1.7, 2, 2.2, 3])('AI Agent %d', (version) => {
	// Agents before version 3 tell the model nothing about a tool that fails, unless the tool goes on after an error.
	const hearsOfErrors = version >= 3 ? {} : { onError: 'continueRegularOutput' };
	const play = async (turns: JsonObject[][], options: JsonObject = {}) => {
		model.play(turns);
		return await run(await saveAgent(version, credential, exampleTool(hearsOfErrors, options)), TRIGGER);
	};

	test('the model is told what to give, and that only the file may be left out', async () => {
		await play([]);
		expect(model.tools).toEqual([
			expect.objectContaining({
				name: 'schedule_post',
				description: expect.stringMatching(/^Schedule one post or thread on X/),
				parameters: expect.objectContaining({
					properties: {
						account: { type: 'string', description: expect.stringMatching(/^Handle of the account/) },
						post_at: { type: 'string', description: expect.stringMatching(/ISO 8601 with the offset/) },
						text: { type: 'string', description: expect.stringMatching(/^Text of the post/) },
						media_url: { type: 'string', description: expect.stringMatching(/^Public address/), default: '' },
					},
					required: ['account', 'post_at', 'text'],
				}),
			}),
		]);
	});

	test('several calls in one turn: each is one post with its file, and the same address is fetched once', async () => {
		const execution = await play([
			[
				post('a', { media_url: urlOf('balloons.png') }),
				post('b', { media_url: urlOf('balloons.png') }),
				post('c', { media_url: urlOf('take-off.mp4') }),
				post('no file'),
				post('an empty one', { media_url: '' }),
			],
		]);
		expect(execution.status).toBe('success');
		expect(await postsWithMedia()).toEqual([
			['a', ['balloons.png']],
			['an empty one', []],
			['b', ['balloons.png']],
			['c', ['take-off.mp4']],
			['no file', []],
		]);
		expect((await stateOfService()).uploadsCounted).toBe(2);
		for (const answer of model.heard) expect(answer).toContain('"success":true');
	});

	test('the model hears what is wrong with each call, the others succeed, and it can call again', async () => {
		const wrong = [
			post('late', { post_at: '2020-05-04T09:30:00+02:00' }),
			post('when', { post_at: 'tomorrow' }),
			post('none', { media_url: 'none' }),
			post('lost', { media_url: urlOf('lost.png') }),
			post('who', { account: 'not_connected' }),
			post(''),
		];
		await play([[post('a'), ...wrong], wrong.map(({ text }) => post(`${asText(text)} again`))]);
		const [done, ...heard] = model.heard;
		expect(done).toContain('"success":true');
		expect(heard.slice(0, wrong.length)).toEqual(
			[
				/which has passed\. It is .* now\. Choose a time in the future, unless an earlier call, also one without an answer, may have posted it\./,
				/Post At is .*tomorrow.*, which is not in the form [^ ]+\. Write it as ISO 8601/,
				/is .*none.*, which is not a web address\. .* For a post without a file, leave it empty/,
				/could not be fetched: it returned HTTP 404.*lost\.png.*The thread was not scheduled/,
				/The thread was not scheduled: Account: The account not_connected is not connected/,
				/Text is empty/,
			].map((words): unknown => expect.stringMatching(words)),
		);
		expect((await postsWithMedia()).map(([text]) => text)).toEqual(
			['a', ...wrong.map(({ text }) => `${asText(text)} again`)].sort(),
		);
	});

	test('a response that is lost: the model hears no advice that n8n has not, as "Retry" of an execution that succeeds', async () => {
		await addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 500, when: 'before' } });
		const execution = await play([[post('a')]]);
		expect(execution.status).toBe('success');
		expect(model.heard).toEqual([expect.stringMatching(/may have been scheduled.*send it in a new execution/s)]);
		expect(model.heard[0]).not.toContain('Retry');
	});

	test('a person has set "Save as Draft": drafts, whatever the model says', async () => {
		const asks = { saveAsDraft: false, publishingStatus: 'READY_TO_PUBLISH', options: { saveAsDraft: false } };
		await play([[post('a', asks), post('b', { media_url: urlOf('balloons.png') })]], { saveAsDraft: true });
		expect((await postsWithMedia()).map(([text]) => text)).toEqual(['a', 'b']);
		const { posts } = await stateOfService();
		expect(posts.map(({ publishingStatus }) => publishingStatus)).toEqual(['DRAFT', 'DRAFT']);
	});
});

// n8n ends agents before version 3 where an argument is none that the tool has described.
test('AI Agent 3: the model gives null for no file, and hears which value is missing', async () => {
	model.play([[post('a', { media_url: null }), { text: 'b' }, { account: 'balloon_club', text: 'b' }]]);
	await run(await saveAgent(3, credential, exampleTool()), TRIGGER);
	expect(await postsWithMedia()).toEqual([['a', []]]);
	expect(model.heard.slice(1)).toEqual([
		expect.stringContaining('Account is empty'),
		expect.stringContaining('Post At is empty'),
	]);
});
