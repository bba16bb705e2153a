/** Runs the node of this package on the real n8n-core engine, without an n8n server. */
import { establishExecutionContext, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type NodeError,
	Workflow,
} from 'n8n-workflow';
import { SocialPostSchedulingApi } from '../../credentials/SocialPostSchedulingApi.credentials';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { TestCredentials } from './credentials';
import { agentNode, itemsNode, startNode, TestNodeTypes, waitNode } from './nodeTypes';

export const NODE_NAME = 'Social Post Scheduling';
const COPY_NAME = `${NODE_NAME} again`;
export const NODE_TYPE = 'n8n-nodes-social-post-scheduling.socialPostScheduling';
export const CREDENTIAL = 'socialPostSchedulingApi';

/** Settings of a node that n8n tries twice. */
export const TWO_TRIES: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
/** The same, three times. */
export const THREE_TRIES: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export interface RunOptions {
	/** What the panel is set to. */
	readonly parameters: INode['parameters'];
	/** The items that the node gets; one empty item by default. */
	readonly items?: INodeExecutionData[];
	readonly credential: { readonly baseUrl: string; readonly apiKey: string };
	/** Settings of the node, such as `onError` and `retryOnFail`. */
	readonly node?: Partial<INode>;
	readonly settings?: IWorkflowSettings;
	/** A new one by default. */
	readonly executionId?: string;
	/** The ID of the execution that has called this one as a sub-workflow. */
	readonly caller?: string;
	readonly workflowId?: string;
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
	return await execute(options, workflowOf(options), NODE_NAME);
}

/**
 * Runs the same workflow with a third node, which gets what fails and leads back to the node: how people build a retry of
 * their own.
 *
 * @param gate decides what goes round once more
 */
export async function runLoop(options: RunOptions, gate: INodeType): Promise<RunResult> {
	const { types, nodes, connections } = workflowOf(options);
	const loop: INode = { ...START, id: 'gate', name: 'Gate', type: 'test.gate' };
	return await execute(
		options,
		{
			types: { ...types, 'test.gate': gate },
			nodes: [...nodes, loop],
			connections: {
				...connections,
				[NODE_NAME]: { main: [[], [link('Gate')]] },
				Gate: { main: [[link(NODE_NAME)]] },
			},
		},
		NODE_NAME,
	);
}

/** A second node of this package in the same workflow. */
export interface Copy {
	/** What it gets of the first one. */
	readonly gets: 'what fails' | 'what is done';
	/** What its panel is set to, where that is something else than in the first one. */
	readonly parameters?: INode['parameters'];
	/** The same for its settings. */
	readonly node?: Partial<INode>;
}

function withCopy(options: RunOptions, { gets, parameters = options.parameters, node = {} }: Copy): TestWorkflow {
	const { types, nodes, connections } = workflowOf(options);
	const copy: INode = { ...ourNode({ ...options, parameters }), id: 'copy', name: COPY_NAME, ...node };
	const main = gets === 'what fails' ? [[], [link(COPY_NAME)]] : [[link(COPY_NAME)]];
	return { types, nodes: [...nodes, copy], connections: { ...connections, [NODE_NAME]: { main } } };
}

/** Runs a workflow with two nodes of this package, and gives what comes of the second one. */
export async function runCopy(options: RunOptions, copy: Copy): Promise<RunResult> {
	return await execute(options, withCopy(options, copy), COPY_NAME);
}

/** A node of a chain: one that gives items, one after which n8n loads the execution again, or one of this package. */
export type ChainNode = { readonly name: string } & (
	| { readonly gives: INodeExecutionData[] }
	/** How long; true for just long enough. */
	| { readonly waits: true | { readonly ms: number } }
	| {
			/** What its panel is set to. */
			readonly parameters: INode['parameters'];
			/** Its settings, such as `onError`. */
			readonly node?: Partial<INode>;
	  }
);

/** Runs a workflow whose nodes come one after the other, and gives what comes of the last one. */
export async function runChain(credential: RunOptions['credential'], chain: readonly ChainNode[]): Promise<RunResult> {
	return await executeChain(credential, chain);
}

/** Runs a failed execution of it again, as {@link retryExecution} does. */
export async function retryChain(
	credential: RunOptions['credential'],
	chain: readonly ChainNode[],
	{ run }: RunResult,
): Promise<RunResult> {
	return await executeChain(credential, chain, run);
}

async function executeChain(
	credential: RunOptions['credential'],
	chain: readonly ChainNode[],
	failed?: IRun,
): Promise<RunResult> {
	const typeOf = (node: ChainNode) =>
		'gives' in node
			? itemsNode(node.gives)
			: 'waits' in node
				? waitNode(node.waits === true ? undefined : node.waits.ms)
				: undefined;
	const types: TestWorkflow['types'] = {
		[NODE_TYPE]: new SocialPostScheduling(),
		'test.start': startNode([{ json: {} }]),
	};
	for (const node of chain) {
		const type = typeOf(node);
		if (type !== undefined) types[`test.${node.name}`] = type;
	}
	const nodes = chain.map(
		(node): INode =>
			!('parameters' in node)
				? { ...START, id: node.name, name: node.name, type: `test.${node.name}` }
				: {
						...ourNode({ credential, parameters: node.parameters, ...(node.node && { node: node.node }) }),
						id: node.name,
						name: node.name,
					},
	);
	const names = [START.name, ...chain.map(({ name }) => name)];
	const connections = Object.fromEntries(names.slice(1).map((name, at) => [names[at], { main: [[link(name)]] }]));
	const workflow = { types, nodes: [START, ...nodes], connections };
	const lastNode = names.at(-1) ?? '';
	const options = { credential, parameters: {}, executionId: String(++executions) };
	const run = async (stored?: IRunExecutionData) =>
		await execute(options, workflow, lastNode, stored, failed && 'retry');
	let result = await run(failed && dataOfRetry(failed, nodes, lastNode));
	while (result.run.waitTill) result = await run(storedData(result.run, nodes));
	return result;
}

/**
 * Runs a failed execution again as "Retry with currently saved workflow" in n8n's list of executions does: from the failed node, with the
 * data that n8n has stored.
 */
export async function retryExecution(options: RunOptions, { run }: RunResult, copy?: Copy): Promise<RunResult> {
	const lastNode = copy === undefined ? NODE_NAME : COPY_NAME;
	const workflow = copy === undefined ? workflowOf(options) : withCopy(options, copy);
	return await execute(options, workflow, lastNode, dataOfRetry(run, workflow.nodes, lastNode), 'retry');
}

/** What n8n has stored of a failed execution, without its last run. */
function dataOfRetry(failed: IRun, nodes: readonly INode[], lastNode: string): IRunExecutionData {
	const stored = storedData(failed, nodes);
	delete stored.resultData.error;
	const { lastNodeExecuted: failedNode = lastNode, runData } = stored.resultData;
	runData[failedNode]?.pop();
	return stored;
}

/** What n8n stores of an execution, with the nodes as the workflow has them now. */
function storedData({ data }: IRun, nodes: readonly INode[]): IRunExecutionData {
	const stored = JSON.parse(JSON.stringify(data)) as IRunExecutionData;
	for (const waiting of stored.executionData?.nodeExecutionStack ?? []) {
		waiting.node = nodes.find(({ name }) => name === waiting.node.name) ?? waiting.node;
	}
	return stored;
}

interface TestWorkflow {
	readonly types: Record<string, INodeType>;
	readonly nodes: INode[];
	readonly connections: ConstructorParameters<typeof Workflow>[0]['connections'];
}

const workflowOf = (options: RunOptions): TestWorkflow => ({
	types: { [NODE_TYPE]: new SocialPostScheduling(), 'test.start': startNode(options.items ?? [{ json: {} }]) },
	nodes: [START, ourNode(options)],
	connections: { Start: { main: [[link(NODE_NAME)]] } },
});

/**
 * Calls the node as the tool of an agent, once for each input, all of them in one execution of the agent.
 *
 * @param isOneTurn whether all calls are made at once
 */
export async function callAsTool(
	options: RunOptions,
	calls: IDataObject[] = [{}],
	isOneTurn = false,
): Promise<RunResult> {
	const type = new SocialPostScheduling();
	const tool: INodeType = Object.create(type, {
		description: { value: { ...type.description, name: 'socialPostSchedulingTool', inputs: [], outputs: ['ai_tool'] } },
	}) as INodeType;
	const types = {
		[NODE_TYPE]: type,
		[`${NODE_TYPE}Tool`]: tool,
		'test.start': startNode(options.items ?? [{ json: {} }]),
		'test.agent': agentNode(calls, isOneTurn),
	};
	const agent: INode = { ...START, id: 'agent', name: 'Agent', type: 'test.agent' };
	const nodes = [START, agent, { ...ourNode(options), type: `${NODE_TYPE}Tool` }];
	const connections: TestWorkflow['connections'] = {
		Start: { main: [[link('Agent')]] },
		[NODE_NAME]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
	};
	return await execute(options, { types, nodes, connections }, 'Agent');
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

/** Each execution has an id of its own, as in n8n. */
let executions = 0;

async function execute(
	{ credential, settings, executionId, caller, workflowId = 'workflow', onStart }: RunOptions,
	{ types, nodes, connections }: TestWorkflow,
	nodeName: string,
	stored?: IRunExecutionData,
	mode: 'trigger' | 'integrated' | 'retry' = caller === undefined ? 'trigger' : 'integrated',
): Promise<RunResult> {
	const workflow = new Workflow({
		id: workflowId,
		name: 'Test',
		nodes,
		connections,
		active: false,
		nodeTypes: new TestNodeTypes(types),
		settings: { executionOrder: 'v1', ...settings },
	});
	const runExecutionData =
		stored ??
		createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: START, data: { main: [[{ json: {} }]] }, source: null }] },
			...(caller !== undefined && { parentExecution: { executionId: caller, workflowId: 'caller' } }),
		});
	// An execution that goes on after a pause is the same one.
	const isNew = stored === undefined || mode === 'retry';
	const data = { ...serverData(credential), executionId: executionId ?? String(isNew ? ++executions : executions) };
	await establishExecutionContext(workflow, runExecutionData, data, mode);
	const execution = new WorkflowExecute(data, mode, runExecutionData).processRunExecutionData(workflow);
	onStart?.(() => execution.cancel());
	const run = await execution;
	const task = run.data.resultData.runData[nodeName]?.at(-1);
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
			{ [CREDENTIAL]: credential },
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
