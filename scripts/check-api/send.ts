/** Sends the requests of API: Check without n8n. */
import type { Failure } from '../../nodes/SocialPostScheduling/transport/failure';
import type { Reply } from '../../nodes/SocialPostScheduling/transport/reply';
import type { Send } from '../../nodes/SocialPostScheduling/resources/api/check';
import { messageOf } from '../lib/lifetime';

/** How long one request may take, in milliseconds: a check is small, and a person waits for it. */
const TIMEOUT_MS = 60_000;

/** A sender of requests with a key. Each is sent once. */
export const senderTo =
	(endpoint: URL, apiKey: string): Send =>
	async ({ document, operationName, read }, variables) =>
		read(await post(endpoint, apiKey, { query: document, variables, ...(operationName && { operationName }) }));

async function post(endpoint: URL, apiKey: string, body: object): Promise<Reply> {
	try {
		const response = await fetch(endpoint, {
			method: 'POST',
			headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const headers = Object.fromEntries(response.headers);
		return { answered: true, status: response.status, headers, body: parsed(await response.text()) };
	} catch (error) {
		return { answered: false, failure: failureOf(error) };
	}
}

/** JSON where the text is some, else the text. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const failureOf = (error: unknown): Failure =>
	error instanceof Error && error.name === 'TimeoutError'
		? { kind: 'timedOut', sent: true }
		: { kind: 'unreachable', code: messageOf(error instanceof Error ? (error.cause ?? error) : error) };
