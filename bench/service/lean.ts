/**
 * The service with nothing but its answers: no rules, no budgets, nothing kept. Where a sender is measured, the receiver
 * must cost as little as possible; whether the service's rules are kept is the sandbox's business.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { asObject, asText } from '../../scripts/lib/json';
import type { Lifetime } from '../../scripts/lib/lifetime';
import { serve, type WebServer } from '../../scripts/lib/serve';
import { Sink } from './sink';

/** Milliseconds that a session lasts; no measurement takes as long. */
const SESSION_MS = 3_600_000;

export class LeanService {
	readonly sink = new Sink();
	private server?: WebServer;
	private count = 0;

	get baseUrl(): string {
		return this.server?.origin ?? '';
	}

	async start(): Promise<void> {
		await this.sink.start();
		this.server = await serve((request, response) => void this.answer(request, response));
	}

	async close(): Promise<void> {
		await this.server?.close();
		await this.sink.close();
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
		const call = asObject(JSON.parse(Buffer.concat(chunks).toString('utf8')));
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ data: this.dataFor(asText(call.query)) }));
	}

	private dataFor(query: string): Record<string, unknown> {
		const id = String((this.count += 1));
		if (query.includes('startMediaUpload')) {
			const expiresAt = new Date(Date.now() + SESSION_MS).toISOString();
			const uploadUrl = `${this.sink.origin}/put/${id}`;
			return { startMediaUpload: { success: true, uploadToken: id, uploadUrl, expiresAt, errors: [] } };
		}
		if (query.includes('completeMediaUpload')) {
			const media = { id, name: 'file', url: `${this.baseUrl}/library/${id}`, mimeType: 'video/mp4', size: 1 };
			return { completeMediaUpload: { success: true, media, errors: [] } };
		}
		if (query.includes('scheduleTweet')) return { scheduleTweet: { success: true, post: { id }, errors: [] } };
		return { profile: { id, username: 'bench', email: 'bench@example.com', registeredAt: new Date().toISOString() } };
	}
}

/** Starts it for as long as the command runs. */
export async function startLeanService(lifetime: Lifetime): Promise<LeanService> {
	const service = new LeanService();
	await service.start();
	lifetime.add({ end: () => service.close() });
	return service;
}
