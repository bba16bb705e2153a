import type { IHttpRequestOptions } from 'n8n-workflow';
import { field, isRecord, textField } from '../utils/json';
import { type Connection, CREDENTIAL_TYPE } from './connection';
import type { Reply } from './reply';
import type { Failure } from './failure';

/**
 * Settings of every request. Redirects are not followed: the key and the file would go along to another origin, and n8n
 * would keep the whole file in memory. Statuses are read here, not thrown: a thrown 401 makes n8n send the request twice.
 */
const ALWAYS = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const satisfies Partial<IHttpRequestOptions>;

/** Codes of a connection that never came about: nothing was sent. */
const NO_CONNECTION =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;
const NOT_TRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/;
const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const STOPPED = /^(ERR_CANCELED|ABORT_ERR)$/;

/** How deep errors wrap one another at most: n8n's around axios' around Node's. */
const MAX_DEPTH = 5;

/** Sends one request with the key of the credential, and gives whatever came back. */
export async function sendWithKey(connection: Connection, request: IHttpRequestOptions): Promise<Reply> {
	const { functions, settings, allowedDomains } = connection;
	const send = functions.helpers.httpRequestWithAuthentication.bind(functions);
	return await settle(connection, async () => {
		return await send(CREDENTIAL_TYPE, {
			...settings,
			...ALWAYS,
			...request,
			...(allowedDomains && { allowedDomains }),
		});
	});
}

/** Sends one request without the key, and gives whatever came back. */
export async function sendWithoutKey(connection: Connection, request: IHttpRequestOptions): Promise<Reply> {
	const { functions, settings, signal } = connection;
	return await settle(connection, async () => {
		return await functions.helpers.httpRequest({ ...settings, ...ALWAYS, abortSignal: signal, ...request });
	});
}

async function settle({ signal }: Connection, send: () => Promise<unknown>): Promise<Reply> {
	if (signal?.aborted) return { answered: false, failure: { kind: 'canceled', sent: false } };
	try {
		return readResponse(await send());
	} catch (error) {
		return { answered: false, failure: signal?.aborted ? { kind: 'canceled', sent: true } : failureOf(error) };
	}
}

function readResponse(response: unknown): Reply {
	const status = field(response, 'statusCode');
	const headers: Record<string, string> = {};
	const written = field(response, 'headers');
	if (isRecord(written)) {
		for (const [name, value] of Object.entries(written)) headers[name.toLowerCase()] = String(value);
	}
	return typeof status === 'number'
		? { answered: true, status, headers, body: field(response, 'body') }
		: { answered: false, failure: { kind: 'unexpectedResponse', missing: 'an HTTP status' } };
}

/**
 * Why a request has no answer. Errors are told apart by their codes, never by their class: across the realms of a test
 * runner or of two copies of a library, `instanceof` does not hold.
 */
export function failureOf(error: unknown): Failure {
	const code = codeOf(error);
	if (code === null) return { kind: 'blockedByN8n', words: textField(error, 'message') || 'n8n gave no reason.' };
	if (STOPPED.test(code)) return { kind: 'canceled', sent: true };
	if (NO_CONNECTION.test(code)) return { kind: 'unreachable', code };
	if (TIMED_OUT.test(code)) return { kind: 'timedOut' };
	if (NOT_TRUSTED.test(code)) return { kind: 'untrusted', code };
	return { kind: 'connectionLost', code };
}

/** The first code in an error or in what it wraps. */
function codeOf(error: unknown): string | null {
	let current = error;
	for (let depth = 0; depth < MAX_DEPTH && typeof current === 'object' && current !== null; depth++) {
		const code = textField(current, 'code');
		if (code !== null && code !== '') return code;
		const errors = field(current, 'errors');
		current = Array.isArray(errors) && errors.length > 0 ? errors[0] : field(current, 'cause');
	}
	return null;
}
