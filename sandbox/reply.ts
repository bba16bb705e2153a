import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** An HTTP answer as plain data: what the service says, before anything is written to a socket. */
export interface Reply {
	readonly status: number;
	readonly headers: OutgoingHttpHeaders;
	readonly body: string;
}

/** The type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A JSON answer. */
export function jsonReply(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Reply {
	return {
		status,
		headers: { 'content-type': JSON_TYPE, ...headers },
		body: JSON.stringify(value),
	};
}

/** A JSON answer with the one top-level error item that the service uses for refusals (public reference, section 3). */
export function refusal(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}): Reply {
	return jsonReply(status, { errors: [{ message, code }] }, headers);
}

/** The page that a gateway in front of the service answers with, for example on HTTP 504. */
export function gatewayPage(status: number, title: string): Reply {
	const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
	return { status, headers: { 'content-type': 'text/html' }, body };
}

/** Gives the answer its `Date` by the service's clock, and its exact length. */
export function withTransportHeaders(reply: Reply, now: number): Reply {
	return {
		...reply,
		headers: {
			date: new Date(now).toUTCString(),
			'content-length': Buffer.byteLength(reply.body),
			...reply.headers,
		},
	};
}

/** Writes a whole answer. */
export function sendReply(response: ServerResponse, reply: Reply, now: number): void {
	const whole = withTransportHeaders(reply, now);
	response.writeHead(whole.status, whole.headers);
	response.end(whole.body);
}
