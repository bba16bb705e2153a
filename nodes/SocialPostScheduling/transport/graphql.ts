import type { IDataObject } from 'n8n-workflow';
import type { Connection } from './connection';
import { sendWithKey } from './http';
import type { Reply } from './reply';
import { type RetryClass, retryDelay } from './retry';
import { delay } from './delay';
import { withJitter } from './jitter';
import { type Result, err } from '../utils/result';
import type { Failure } from './failure';

/** A GraphQL request: a document with one named operation, and the variables that it declares. */
export interface GraphQlRequest {
	readonly query: string;
	readonly variables: IDataObject;
}

/** Sends one GraphQL request once. The only place that knows how a request travels (service API, section 4, transport). */
export async function sendGraphQl(connection: Connection, { query, variables }: GraphQlRequest): Promise<Reply> {
	const operationName = /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1];
	return await sendWithKey(connection, {
		method: 'POST',
		url: connection.endpoint.href,
		json: true,
		headers: { 'Content-Type': 'application/json' },
		body: { query, variables, ...(operationName !== undefined && { operationName }) },
	});
}

/**
 * Sends a GraphQL request, and again where `retry.ts` says that this is safe.
 *
 * @param read makes the value, or the reason why there is none, from each reply
 */
export async function callService<T>(
	connection: Connection,
	request: GraphQlRequest,
	retryClass: RetryClass,
	read: (reply: Reply) => Result<T, Failure>,
): Promise<Result<T, Failure>> {
	let waitedMs = 0;
	for (let attempts = 1; ; attempts++) {
		const outcome = read(await sendGraphQl(connection, request));
		if (outcome.ok) return outcome;
		const ms = retryDelay(retryClass, outcome.error, attempts, waitedMs, connection.waitingPolicy);
		if (ms === null) return outcome;
		if (!(await delay(withJitter(ms), connection.signal))) return err({ kind: 'canceled', sent: false });
		waitedMs += ms;
	}
}
