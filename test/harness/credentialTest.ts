/** The credential's test as the n8n server runs it: its request through the declarative engine, then its rules. */
import { get } from 'lodash';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createRunExecutionData, type INode, type INodeType, Workflow } from 'n8n-workflow';
import { SocialPostSchedulingApi } from '../../credentials/SocialPostSchedulingApi.credentials';
import { CREDENTIAL, serverData } from './engine';
import { TestNodeTypes } from './nodeTypes';

export type Colour = { readonly colour: 'green' } | { readonly colour: 'red'; readonly message: string };

export async function testCredential(credential: { baseUrl: string; apiKey: string }): Promise<Colour> {
	const { test } = new SocialPostSchedulingApi();
	const node: INode = {
		id: 'test',
		name: 'Test',
		type: 'test.credential',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const type: INodeType = {
		description: {
			displayName: 'Test',
			name: 'credential',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Test' },
			inputs: [],
			outputs: [],
			credentials: [{ name: CREDENTIAL, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } },
			],
		},
	};
	const workflow = new Workflow({
		id: 'test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new TestNodeTypes({ 'test.credential': type }),
	});
	const context = new ExecuteContext(
		workflow,
		node,
		serverData(credential),
		'internal',
		createRunExecutionData({}),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const rules: Rule[] = [...(test.rules ?? [])];
	try {
		const decrypted = { id: '1', name: 'Test account', type: CREDENTIAL, data: { ...credential } };
		const output = await new RoutingNode(context, type, decrypted).runNode();
		const body = output?.[0]?.[0]?.json;
		const rule = rules.find(
			({ type, properties }) => type === 'responseSuccessBody' && get(body, properties.key ?? '') === properties.value,
		);
		return rule === undefined ? { colour: 'green' } : { colour: 'red', message: rule.properties.message };
	} catch (error) {
		return { colour: 'red', message: wordsOf(error as Thrown, rules) };
	}
}

/** A rule of either kind, as the server reads them. */
interface Rule {
	readonly type: string;
	readonly properties: { readonly message: string; readonly key?: string; readonly value: unknown };
}

interface Thrown extends Error {
	readonly cause?: {
		readonly response?: { readonly status: number; readonly statusText: string };
		readonly code?: string;
	};
}

function wordsOf({ message, cause }: Thrown, rules: readonly Rule[]): string {
	if (cause?.response !== undefined) {
		const { status, statusText } = cause.response;
		const rule = rules.find(({ type, properties }) => type === 'responseCode' && properties.value === status);
		return rule?.properties.message ?? (statusText || `Received HTTP status code: ${status}`);
	}
	return cause?.code ?? message;
}
