import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { refusal } from '../reply';
import type { Reply } from '../reply';
import type { Account } from '../store/accounts';
import type { World } from '../world';

/** Who is calling, or the answer that refuses the call. */
export type Admission = { readonly account: Account } | { readonly refused: Reply };

/** The port that an address without one means. */
const HTTP_PORT = '80';

/** The Bearer scheme, one space, the key: "no extra spaces or characters" (specification, section 5, rule 2). */
const BEARER = /^Bearer ([^\s]+)$/;

/**
 * Decides by the headers alone who is calling (specification, section 5). A browser on the sandbox's own pages is
 * known by its session cookie (rule 6); every other client needs a key.
 */
export function admit(world: World, headers: IncomingHttpHeaders): Admission {
	const { authorization } = headers;
	if (authorization === undefined) {
		if (hasSession(world, headers) && isOwnPage(headers)) return { account: world.accounts.paid };
		return unauthorized('Authentication credentials were not provided.');
	}
	const key = BEARER.exec(authorization)?.[1];
	if (key === undefined) return unauthorized('The Authorization header must be "Bearer <API_KEY>".');
	const name = world.keys.accountOf(key, world.now());
	if (name === undefined) return unauthorized('The API key is invalid or has expired.');
	const account = world.accounts[name];
	if (!account.hasApiAccess) {
		return { refused: refusal(403, 'forbidden', 'This account does not have access to the API.') };
	}
	return { account };
}

/**
 * Name of the cookie that stands for a logged-in browser. Cookies do not know ports, so that the name has the one that
 * the browser asks at: two sandboxes on one machine would take each other's cookie otherwise.
 */
function sessionCookieName({ host = '' }: IncomingHttpHeaders): string {
	return `sandbox_session_${/:(\d+)$/.exec(host)?.[1] ?? HTTP_PORT}`;
}

/** Whether the request carries the cookie of a logged-in browser. */
export function hasSession(world: World, headers: IncomingHttpHeaders): boolean {
	const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
	const wanted = Buffer.from(`${sessionCookieName(headers)}=${world.sessionCookie}`);
	return cookies.some((cookie) => {
		const given = Buffer.from(cookie);
		return given.length === wanted.length && timingSafeEqual(given, wanted);
	});
}

/** Whether the request comes from a page of the sandbox itself, and not from a foreign web page. */
export function isOwnPage(headers: IncomingHttpHeaders): boolean {
	return headers.origin === `http://${headers.host}`;
}

/** The header value that logs in the browser that sent the headers. */
export function sessionCookieHeader(world: World, headers: IncomingHttpHeaders): string {
	return `${sessionCookieName(headers)}=${world.sessionCookie}; Path=/; HttpOnly; SameSite=Strict`;
}

function unauthorized(message: string): Admission {
	return { refused: refusal(401, 'unauthorized', message, { 'www-authenticate': 'Bearer' }) };
}
