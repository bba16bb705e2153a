/** n8n calls the node again as a tool, after a post was carried out and its response was lost: there is one post, and the model hears of the doubt. */
import { node, TRIGGER, workflow } from '../../../scripts/lib/workflow-builder';
import type { CredentialReference } from '../../../scripts/lib/workflows';
import { McpClient } from '../support/mcp';
import { client, n8nUrl, run, whilePublished } from '../support/n8n';
import { resetService } from '../support/service';
import { type ScriptedModel, startModel } from './support/model';
import { calls, loseResponse, posts } from './support/posts';
import { saveAgent, SCHEDULE, scheduleTool, THREE_TRIES } from './support/workflows';

let model: ScriptedModel;
let credential: CredentialReference;
beforeAll(async () => {
	model = await startModel();
	credential = await client.saveCredential({
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.url },
	});
});
afterAll(async () => await model.close());
beforeEach(resetService);

describe.each([1.7, 2, 2.2, 3])('AI Agent %d', (version) => {
	test('with "Retry On Fail": one post', async () => {
		await loseResponse();
		model.play([[{ text: 'a' }]]);
		await run(await saveAgent(version, credential, scheduleTool(THREE_TRIES)), TRIGGER);
		expect([await posts(), await calls()]).toEqual([['a'], 1]);
	});

	// Agents before version 3 tell the model nothing about a tool that fails, unless the tool goes on after an error.
	const hearsOfErrors = version >= 3 ? {} : { onError: 'continueRegularOutput' };
	test('the model hears all that a person would, and no second call is made when it tries again', async () => {
		await loseResponse();
		model.play([[{ text: 'a' }], [{ text: 'a' }]]);
		await run(await saveAgent(version, credential, scheduleTool(hearsOfErrors)), TRIGGER);
		expect(model.heard).toHaveLength(2);
		for (const answer of model.heard) {
			expect(answer).toContain('The thread may have been scheduled');
			expect(answer).toContain('check the scheduled posts in the service');
		}
		expect([await posts(), await calls()]).toEqual([['a'], 1]);
	});

	test('called twice with the same values: one post', async () => {
		model.play([[{ text: 'a' }], [{ text: 'a' }], [{ text: 'b' }]]);
		const execution = await run(await saveAgent(version, credential, scheduleTool()), TRIGGER);
		expect(execution.status).toBe('success');
		expect(await posts()).toEqual(['a', 'b']);
		expect(model.heard[1]).toContain('alreadyScheduled');
	});

	test('called several times in one turn', async () => {
		model.play([[{ text: 'a' }, { text: 'b' }, { text: 'a' }]]);
		await run(await saveAgent(version, credential, scheduleTool(THREE_TRIES)), TRIGGER);
		expect((await posts()).sort()).toEqual(['a', 'b']);
	});
});

test('an MCP server: "Retry On Fail" sends nothing again, and the client hears all that a person would', async () => {
	await loseResponse();
	const path = 'posts-once';
	const trigger = node(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		2,
		{ authentication: 'none', path },
		{ webhookId: path },
	);
	const nodes = [trigger, scheduleTool(THREE_TRIES)];
	const workflowId = await client.createWorkflow(workflow('Server', nodes, [[SCHEDULE, 'Server', 'ai_tool']]));
	const server = `${n8nUrl}/mcp/${path}`;
	await whilePublished(workflowId, server, async () => {
		const mcp = new McpClient();
		await mcp.connect(server);
		const answer = await mcp.useTool(SCHEDULE, { text: 'a' });
		expect(answer).toContain('The thread may have been scheduled');
		expect(answer).toContain('check the scheduled posts in the service');
		await mcp.close();
	});
	expect([await posts(), await calls()]).toEqual([['a'], 1]);
});
