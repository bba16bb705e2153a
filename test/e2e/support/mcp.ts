/** An MCP client: what an agent sees of n8n's tools, and what it gets when it calls one. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../../scripts/lib/json';

/** A connection to one MCP server. */
export class McpClient {
	private readonly client = new Client({ name: 'tests', version: '1.0.0' });

	/** Fails where the server does not let this client in. @param token undefined for a server that lets everybody in */
	async connect(url: string, token?: string): Promise<void> {
		const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
		await this.client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
	}

	/** The tools, with the names of what an agent fills in, and of those that it must not leave out. */
	async tools(): Promise<Array<{ name: string; description: string; asks: string[]; needs: string[] }>> {
		const { tools } = await this.client.listTools();
		return tools.map(({ name, description = '', inputSchema }) => ({
			name,
			description,
			asks: Object.keys(inputSchema.properties ?? {}),
			needs: inputSchema.required ?? [],
		}));
	}

	/** Calls a tool and gives the text of its answer. */
	async useTool(name: string, args: JsonObject): Promise<string> {
		const { content } = CallToolResultSchema.parse(await this.client.callTool({ name, arguments: args }));
		return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}
