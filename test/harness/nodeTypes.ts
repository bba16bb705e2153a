import { DirectoryLoader, type ExecuteContext, RoutingNode } from 'n8n-core';
import {
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { moveClock } from './clock';

/** The types of nodes that a test workflow is made of, prepared as the n8n server prepares them. */
export class TestNodeTypes implements INodeTypes {
	constructor(private readonly types: Readonly<Record<string, INodeType>>) {
		for (const type of Object.values(types)) prepare(type);
	}

	getByName(name: string): INodeType {
		return this.getByNameAndVersion(name);
	}

	getByNameAndVersion(name: string): INodeType {
		const type = this.types[name];
		if (type === undefined) throw new Error(`The test workflow has no node type ${name}`);
		return type;
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}

/** A declarative node gets the settings "Request Options", and an execute function that runs its routing. */
function prepare(type: INodeType): void {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(type);
	if (type.execute !== undefined || type.description.requestDefaults === undefined) return;
	type.execute = async function () {
		return (await new RoutingNode(this as unknown as ExecuteContext, type).runNode()) ?? [];
	};
}

/** A node that gives the items of a test. */
export function startNode(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Start',
			name: 'start',
			group: ['trigger'],
			version: 1,
			description: 'Gives the items of the test',
			defaults: { name: 'Start' },
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		execute: () => Promise.resolve([items]),
	};
}

/** The same in the middle of a workflow, whatever comes in. */
export function itemsNode(items: INodeExecutionData[]): INodeType {
	const { description, ...node } = startNode(items);
	return { ...node, description: { ...description, group: ['transform'], inputs: [NodeConnectionTypes.Main] } };
}

/** A node that puts the execution away for longer than n8n keeps it in memory, as Wait does. */
export function waitNode(ms = PAUSE_MS): INodeType {
	const { description } = itemsNode([]);
	return {
		description: { ...description, displayName: 'Wait', name: 'wait', description: 'Puts the execution away' },
		async execute() {
			await this.putExecutionToWait(new Date(Date.now() + ms));
			if (ms > PAUSE_MS) moveClock(ms);
			return [this.getInputData()];
		},
	};
}

/** Up to 65 seconds, n8n waits with the execution in memory. */
const PAUSE_MS = 66_000;

/** A node that lets items pass so many times, and nothing after that. */
export function gateNode(times: number): INodeType {
	let left = times;
	return {
		description: {
			displayName: 'Gate',
			name: 'gate',
			group: ['transform'],
			version: 1,
			description: 'Lets items pass a number of times',
			defaults: { name: 'Gate' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		execute() {
			return Promise.resolve([left-- > 0 ? this.getInputData() : []]);
		},
	};
}

/**
 * A node that calls its tool as the MCP Server Trigger and older agents do: through `invoke`, with its own execution data. It
 * hands on what the tool gives, or the text of its error, as the model would get it.
 *
 * @param isOneTurn whether all calls are made at once, as a model may ask for them
 */
export function agentNode(calls: IDataObject[], isOneTurn = false): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: 'Calls its tool',
			defaults: { name: 'Agent' },
			inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool, displayName: 'Tools' }],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			const tools = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Array<{
				invoke: (input: IDataObject) => Promise<string>;
			}>;
			const ask = async (call: IDataObject): Promise<INodeExecutionData> => {
				const answer = await tools[0]?.invoke(call).catch((error: Error) => error.message);
				return { json: { answer: answer ?? null } };
			};
			if (isOneTurn) return [await Promise.all(calls.map(ask))];
			const answers: INodeExecutionData[] = [];
			for (const call of calls) answers.push(await ask(call));
			return [answers];
		},
	};
}
