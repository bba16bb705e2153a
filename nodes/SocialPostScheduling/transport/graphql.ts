import type { IDataObject } from 'n8n-workflow';
import type { Connection } from './connection';
import { delay } from './delay';
import { afterDoubt, type Failure, mayHaveSucceeded } from './failure';
import { sendWithKey } from './http';
import { withJitter } from './jitter';
import type { GraphQlRequest } from './request';
import { retryDelay } from './retry';
import { type Result, err } from '../utils/result';

/**
 * Sends a request once, and reads the reply. The only place that knows how a GraphQL request travels (service API, section 4,
 * transport).
 *
 * @param variables those that its document declares
 */
export async function sendOnce<T>(
	connection: Connection,
	{ document, read, operationName = nameOf(document) }: GraphQlRequest<T>,
	variables: IDataObject,
): Promise<Result<T, Failure>> {
	const reply = await sendWithKey(connection, {
		method: 'POST',
		url: connection.endpoint.href,
		json: true,
		headers: { 'Content-Type': 'application/json' },
		body: { query: document, variables, ...(operationName !== null && { operationName }) },
	});
	return read(reply);
}

/** The name of the operation that a document of this package begins with. */
const nameOf = (document: string): string | null => /^\s*(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? null;

/** Sends a request, and again where its retry class says that this is safe. */
export async function callService<T>(
	connection: Connection,
	request: GraphQlRequest<T>,
	variables: IDataObject,
): Promise<Result<T, Failure>> {
	let waitedMs = 0;
	let doubt: Failure | undefined;
	for (let attempts = 1; ; attempts++) {
		const outcome = await sendOnce(connection, request, variables);
		if (outcome.ok) return outcome;
		const { error } = outcome;
		const ms = retryDelay(request.retryClass, error, attempts, waitedMs, connection.waitingPolicy);
		if (ms === null) return err(afterDoubt(error, doubt));
		if (request.retryClass !== 'safe' && mayHaveSucceeded(error)) doubt = error;
		if (!(await delay(withJitter(ms), connection.signal, connection.isLeft))) {
			return err({ kind: 'canceled', sent: doubt !== undefined });
		}
		// A wait may take longer than it should.
		if (Date.now() > (connection.waitingPolicy.endsAt ?? Number.POSITIVE_INFINITY))
			return err(afterDoubt(error, doubt));
		waitedMs += ms;
	}
}
