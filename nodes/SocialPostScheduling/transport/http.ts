import type { IHttpRequestOptions } from 'n8n-workflow';
import { field, isRecord } from '../utils/json';
import { readBody } from './body';
import { type Connection, CREDENTIAL_TYPE, type RequestContext } from './connection';
import { failureOf } from './networkFailure';
import type { Reply } from './reply';
import { watchForStall } from './stall';

/**
 * Settings of every request. Redirects are not followed: the key and the file would go along to another origin, and n8n
 * would keep the whole file in memory. Statuses are read here, not thrown: a thrown 401 makes n8n send the request twice.
 */
const ALWAYS = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	// Otherwise n8n would take the whole body into its memory, however long it is.
	encoding: 'stream',
} as const satisfies Partial<IHttpRequestOptions>;

/** Sends one request with the key of the credential, and gives whatever came back. */
export async function sendWithKey(connection: Connection, request: IHttpRequestOptions): Promise<Reply> {
	const { context, settings, allowedDomains } = connection;
	const startedAt = Date.now();
	// The time limit of n8n's HTTP client is one until the head of the response has come: what follows, also after HTTP 101, may last for ever.
	const watch = watchForStall(connection.signal, settings.timeout, () => startedAt);
	const send = context.helpers.httpRequestWithAuthentication.bind(withSignal(context, watch.signal));
	try {
		const reply = await settle(connection, async () => {
			return await send(CREDENTIAL_TYPE, {
				...settings,
				...ALWAYS,
				...request,
				...(allowedDomains && { allowedDomains }),
			});
		});
		return watch.stalled() ? asTimedOut(reply) : reply;
	} finally {
		watch.end();
	}
}

/** Sends one request without the key, and gives whatever came back. It lasts as long as its own signal lets it. */
export async function sendWithoutKey(
	connection: Connection,
	request: IHttpRequestOptions & { abortSignal: AbortSignal },
): Promise<Reply> {
	const { context, settings } = connection;
	return await settle(connection, async () => {
		return await context.helpers.httpRequest({ ...settings, ...ALWAYS, ...request });
	});
}

/** A context with another signal: n8n gives a request with a key the signal of its context, and no other. */
function withSignal<Context extends RequestContext>(context: Context, signal: AbortSignal): Context {
	const withOther: Context = Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
	return withOther;
}

async function settle({ signal }: Connection, send: () => Promise<unknown>): Promise<Reply> {
	if (signal?.aborted) return { answered: false, failure: { kind: 'canceled', sent: false } };
	try {
		return await readResponse(await send());
	} catch (error) {
		return { answered: false, failure: signal?.aborted ? { kind: 'canceled', sent: true } : failureOf(error) };
	}
}

/** What the watch broke off, and not the user: the time limit ended it. */
function asTimedOut(reply: Reply): Reply {
	return reply.answered || reply.failure.kind !== 'canceled'
		? reply
		: { answered: false, failure: { kind: 'timedOut', sent: reply.failure.sent } };
}

async function readResponse(response: unknown): Promise<Reply> {
	const status = field(response, 'statusCode');
	if (typeof status !== 'number') {
		return { answered: false, failure: { kind: 'unexpectedResponse', missing: 'an HTTP status' } };
	}
	const headers: Record<string, string> = {};
	const written = field(response, 'headers');
	if (isRecord(written)) {
		for (const [name, value] of Object.entries(written)) headers[name.toLowerCase()] = String(value);
	}
	return { answered: true, status, headers, ...(await readBody(field(response, 'body'))) };
}
