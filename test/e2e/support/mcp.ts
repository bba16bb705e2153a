/** A small MCP client: JSON-RPC over "streamable HTTP", as the protocol's specification describes it. */
import { asList, asObject, asText, type JsonObject } from '../../../scripts/lib/json';

const PROTOCOL = '2025-03-26';

/** The JSON-RPC message in an answer, which comes as plain JSON or as one server-sent event. */
function messageIn(body: string, contentType: string): JsonObject {
	if (!contentType.includes('text/event-stream')) return asObject(JSON.parse(body));
	const data = body.split('\n').find((line) => line.startsWith('data:'));
	if (data === undefined) throw new Error(`The MCP server sent no message: ${body}`);
	return asObject(JSON.parse(data.slice('data:'.length)));
}

/** A connection to one MCP server. */
export class McpClient {
	private session = '';
	private calls = 0;

	/** @param token undefined for a server that lets everybody in */
	constructor(
		private readonly url: string,
		private readonly token?: string,
	) {}

	/** Says hello; fails where the server does not let this client in. */
	async connect(): Promise<void> {
		const clientInfo = { name: 'tests', version: '1.0.0' };
		await this.call('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo });
		await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
	}

	/** The tools, with the names of what an agent fills in. */
	async tools(): Promise<Array<{ name: string; description: string; asks: string[] }>> {
		const { tools } = await this.call('tools/list', {});
		return asList(tools)
			.map(asObject)
			.map(({ name, description, inputSchema }) => ({
				name: asText(name),
				description: asText(description),
				asks: Object.keys(asObject(asObject(inputSchema).properties)),
			}));
	}

	/** Calls a tool and gives the text of its answer. */
	async useTool(name: string, args: JsonObject): Promise<string> {
		const { content } = await this.call('tools/call', { name, arguments: args });
		return asList(content)
			.map((part) => asText(asObject(part).text))
			.join('\n');
	}

	private async call(method: string, params: JsonObject): Promise<JsonObject> {
		const { status, body, contentType } = await this.post({ jsonrpc: '2.0', id: ++this.calls, method, params });
		if (status !== 200) throw new Error(`The MCP server answered ${status}: ${body}`);
		const message = messageIn(body, contentType);
		if (message.error !== undefined) throw new Error(`The MCP server says: ${JSON.stringify(message.error)}`);
		return asObject(message.result);
	}

	private async post(message: JsonObject): Promise<{ status: number; body: string; contentType: string }> {
		const answer = await fetch(this.url, {
			method: 'POST',
			headers: {
				accept: 'application/json, text/event-stream',
				'content-type': 'application/json',
				...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
				...(this.session !== '' && { 'mcp-session-id': this.session }),
			},
			body: JSON.stringify(message),
		});
		this.session = answer.headers.get('mcp-session-id') ?? this.session;
		return {
			status: answer.status,
			body: await answer.text(),
			contentType: answer.headers.get('content-type') ?? '',
		};
	}
}
