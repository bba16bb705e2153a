/** Runs the node of this package on the real n8n-core engine, without an n8n server. */
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type NodeError,
	Workflow,
} from 'n8n-workflow';
import { SocialPostSchedulingApi } from '../../credentials/SocialPostSchedulingApi.credentials';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { TestCredentials } from './credentials';
import { agentNode, startNode, TestNodeTypes } from './nodeTypes';

export const NODE_NAME = 'Social Post Scheduling';
const NODE_TYPE = 'n8n-nodes-social-post-scheduling.socialPostScheduling';
export const CREDENTIAL = 'socialPostSchedulingApi';

export interface RunOptions {
	/** What the panel is set to. */
	readonly parameters: INode['parameters'];
	/** The items that the node gets; one empty item by default. */
	readonly items?: INodeExecutionData[];
	readonly credential: { readonly baseUrl: string; readonly apiKey: string };
	/** Settings of the node, such as `onError` and `retryOnFail`. */
	readonly node?: Partial<INode>;
	readonly settings?: IWorkflowSettings;
	/** Called when the execution has begun, with what stops it. */
	readonly onStart?: (stop: () => void) => void;
}

export interface RunResult {
	readonly run: IRun;
	/** The items of the first output. */
	readonly items: INodeExecutionData[];
	/** The items of the error output, where the node has one. */
	readonly errorItems: INodeExecutionData[];
	readonly error: NodeError | undefined;
	/** Everything that n8n stores of the execution, as text: what no secret may stand in. */
	readonly stored: string;
}

/** Runs a workflow of two nodes: one that gives the items, and the node of this package. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const types = { [NODE_TYPE]: new SocialPostScheduling(), 'test.start': startNode(options.items ?? [{ json: {} }]) };
	return await execute(options, types, [START, ourNode(options)], { Start: { main: [[link(NODE_NAME)]] } }, NODE_NAME);
}

/** Calls the node as the tool of an agent, once for each input, all of them in one execution of the agent. */
export async function callAsTool(options: RunOptions, calls: IDataObject[] = [{}]): Promise<RunResult> {
	const type = new SocialPostScheduling();
	const tool: INodeType = Object.create(type, {
		description: { value: { ...type.description, name: 'socialPostSchedulingTool', inputs: [], outputs: ['ai_tool'] } },
	}) as INodeType;
	const types = {
		[NODE_TYPE]: type,
		[`${NODE_TYPE}Tool`]: tool,
		'test.start': startNode(options.items ?? [{ json: {} }]),
		'test.agent': agentNode(calls),
	};
	const agent: INode = { ...START, id: 'agent', name: 'Agent', type: 'test.agent' };
	return await execute(
		options,
		types,
		[START, agent, { ...ourNode(options), type: `${NODE_TYPE}Tool` }],
		{ Start: { main: [[link('Agent')]] }, [NODE_NAME]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
		'Agent',
	);
}

const START: INode = {
	id: 'start',
	name: 'Start',
	type: 'test.start',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const link = (node: string) => ({ node, type: 'main' as const, index: 0 });

function ourNode({ parameters, node }: RunOptions): INode {
	return {
		id: 'node',
		name: NODE_NAME,
		type: NODE_TYPE,
		typeVersion: 1,
		position: [200, 0],
		credentials: { [CREDENTIAL]: { id: '1', name: 'Test account' } },
		...node,
		parameters,
	};
}

async function execute(
	{ credential, settings, onStart }: RunOptions,
	types: Record<string, INodeType>,
	nodes: INode[],
	connections: ConstructorParameters<typeof Workflow>[0]['connections'],
	nodeName: string,
): Promise<RunResult> {
	const workflow = new Workflow({
		id: 'workflow',
		nodes,
		connections,
		active: false,
		nodeTypes: new TestNodeTypes(types),
		settings: { executionOrder: 'v1', ...settings },
	});
	const runExecutionData = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node: START, data: { main: [[{ json: {} }]] }, source: null }] },
	});
	const execution = new WorkflowExecute(serverData(credential), 'trigger', runExecutionData).processRunExecutionData(
		workflow,
	);
	onStart?.(() => execution.cancel());
	const run = await execution;
	const task = run.data.resultData.runData[nodeName]?.[0];
	return {
		run,
		items: task?.data?.main?.[0] ?? [],
		errorItems: task?.data?.main?.[1] ?? [],
		error: (run.data.resultData.error ?? task?.error) as NodeError | undefined,
		stored: JSON.stringify(run),
	};
}

/** What the server gives the engine besides the workflow. Addresses must be absolute: every expression makes URLs of them. */
export function serverData(credential: RunOptions['credential']): IWorkflowExecuteAdditionalData {
	const hooks = new ExecutionLifecycleHooks('trigger', '1', {
		id: 'workflow',
		name: 'Test',
		active: false,
		isArchived: false,
		nodes: [],
		connections: {},
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
	});
	return {
		executionId: '1',
		currentNodeExecutionIndex: 0,
		hooks,
		credentialsHelper: new TestCredentials(
			{ [CREDENTIAL]: new SocialPostSchedulingApi() },
			{ [CREDENTIAL]: { ...credential } },
		),
		variables: {},
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost/',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}
