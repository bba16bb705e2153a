import { field, isRecord, type JsonRecord, textField } from '../utils/json';
import type { Failure } from './failure';

/** System calls that are over before the first byte of a request can leave: the lookup of the host, and the connection. */
const BEFORE_SENDING = /^(connect|getaddrinfo|query[A-Z]\w*)$/;
/** Codes of Node's own look at a request: it was never begun. */
const NEVER_BEGUN = /^(ERR_INVALID_CHAR|ERR_INVALID_URL|ERR_INVALID_PROTOCOL|ERR_UNESCAPED_CHARACTERS)$/;
/** Codes of a handshake that failed, if it is known that it was one: after it, some of them mean a damaged connection. */
const NOT_TRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/;
const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const CANCELED = /^(ERR_CANCELED|ABORT_ERR)$/;
/** n8n's errors of a node, and of its guard against addresses. Its others have a `level`, and no name of their own. */
const ERRORS_OF_N8N = /^(?:Node(?:Operation|Api)Error|SsrfBlockedIpError)$/;

/** How deep errors wrap one another at most: n8n's around axios' around Node's. */
const MAX_DEPTH = 5;

/**
 * Why a request has no answer. Nothing was sent only where that is known: the lookup, the connect or the handshake failed,
 * or n8n refused the request. Everything else, and every code that is not known, may have come after the request.
 *
 * Errors are distinguished by their fields, never by their class: across the realms of a test runner or of two copies of a
 * library, `instanceof` does not hold.
 */
export function failureOf(error: unknown): Failure {
	const levels = levelsOf(error);
	const code = levels.map(codeOf).find((found) => found !== '');
	if (code === undefined) return withoutCode(levels);
	const sent = !neverSent(levels, code);
	if (CANCELED.test(code)) return { kind: 'canceled', sent };
	if (TIMED_OUT.test(code) && (sent || !isRefusedBySystem(levels))) return { kind: 'timedOut', sent };
	if (sent) return { kind: 'connectionLost', code };
	if (NEVER_BEGUN.test(code)) return { kind: 'blockedByN8n', words: messageOf(levels) };
	return NOT_TRUSTED.test(code) ? { kind: 'untrusted', code } : { kind: 'unreachable', code };
}

/** What n8n's HTTP client says of a proxy that ended the connection before it was open; it gives no code for it. */
const PROXY_ENDED = /^Proxy connection ended before receiving CONNECT response$/;

function withoutCode(levels: readonly JsonRecord[]): Failure {
	const words = messageOf(levels);
	if (levels.some((level) => PROXY_ENDED.test(textField(level, 'message') ?? ''))) {
		return { kind: 'unreachable', code: words };
	}
	return isHandshakeUnfinished(levels) || (levels.length > 0 && levels.every(isRefusalOfN8n))
		? { kind: 'blockedByN8n', words }
		: { kind: 'unexpected', words, sent: true };
}

/**
 * n8n, or the credential's `authenticate`, refuses a request before the HTTP client has it: no credential, a domain that is not
 * allowed, a key that cannot be used.
 */
function isRefusalOfN8n({ isAxiosError, level, name }: JsonRecord): boolean {
	return isAxiosError !== true && (typeof level === 'string' || (typeof name === 'string' && ERRORS_OF_N8N.test(name)));
}

function neverSent(levels: readonly JsonRecord[], code: string): boolean {
	return NEVER_BEGUN.test(code) || isHandshakeUnfinished(levels) || isRefusedBySystem(levels);
}

/** Whether Node was still at the handshake: until it is over, no byte of the request leaves. */
function isHandshakeUnfinished(levels: readonly JsonRecord[]): boolean {
	return levels.some(({ request }) => field(field(request, 'socket'), 'secureConnecting') === true);
}

/** Whether each of the system's errors, one for each address that was tried, came from the lookup or from the connect. */
function isRefusedBySystem(levels: readonly JsonRecord[]): boolean {
	const calls = levels.flatMap(({ syscall }) => (typeof syscall === 'string' ? [syscall] : []));
	return calls.length > 0 && calls.every((call) => BEFORE_SENDING.test(call));
}

/** The error, what it wraps, and what that wraps, the outermost first. */
function levelsOf(error: unknown, depth = 0): JsonRecord[] {
	if (!isRecord(error) || depth >= MAX_DEPTH) return [];
	const inner = Array.isArray(error.errors) ? [...error.errors, error.cause] : [error.cause];
	return [error, ...inner.flatMap((wrapped: unknown) => levelsOf(wrapped, depth + 1))];
}

const codeOf = (level: JsonRecord): string => textField(level, 'code') ?? '';

function messageOf(levels: readonly JsonRecord[]): string {
	return textField(levels[0], 'message') || 'n8n gave no reason.';
}
