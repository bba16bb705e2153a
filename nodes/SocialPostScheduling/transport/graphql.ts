import type { IDataObject } from 'n8n-workflow';
import { type Outcome, failed } from './cause';
import type { Connection } from './connection';
import { sendWithKey } from './http';
import type { Reply } from './reply';
import { type Effect, waitBeforeNextTry } from './retry';
import { wait } from './wait';

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
	effect: Effect,
	read: (reply: Reply) => Outcome<T>,
): Promise<Outcome<T>> {
	let waitedMs = 0;
	for (let tries = 1; ; tries++) {
		const outcome = read(await sendGraphQl(connection, request));
		if (outcome.ok) return outcome;
		const ms = waitBeforeNextTry(effect, outcome.cause, tries, waitedMs);
		if (ms === null) return outcome;
		if (!(await wait(ms, connection.signal))) return failed({ kind: 'stopped', sent: false });
		waitedMs += ms;
	}
}
