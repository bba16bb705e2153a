/** Workflows that n8n starts by itself, for the time in which they are needed. */
import type { N8nClient } from './n8n-client';
import { until } from './until';

/** Whether n8n takes a POST at an address: it tells the methods to a browser that asks from another page. */
async function takesPost(address: string): Promise<boolean> {
	const answer = await fetch(address, { method: 'OPTIONS', headers: { origin: 'https://example.com' } });
	await answer.body?.cancel();
	const methods = answer.headers.get('access-control-allow-methods') ?? '';
	return methods.split(', ').includes('POST');
}

/**
 * Publishes a workflow, and waits until n8n listens at its address.
 *
 * @param address of the workflow's webhook, form or MCP server
 */
export async function publishAt(client: N8nClient, workflowId: string, address: string): Promise<void> {
	await client.publish(workflowId);
	await until(`n8n takes a POST at ${address}`, () => takesPost(address));
}

/**
 * Publishes a workflow for the time of some work, and begins when n8n listens at its address.
 *
 * @param address of the workflow's webhook, form or MCP server
 */
export async function whilePublished<T>(
	client: N8nClient,
	workflowId: string,
	address: string,
	work: () => Promise<T>,
): Promise<T> {
	try {
		await publishAt(client, workflowId, address);
		return await work();
	} finally {
		await client.unpublish(workflowId);
	}
}
