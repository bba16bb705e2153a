import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isFields } from '../../../sandbox/parse';

export interface HttpAnswer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export interface HttpRequest {
	readonly method?: string;
	/** What stands in the request line, where it is not path and query of the address. */
	readonly target?: string;
	readonly headers?: OutgoingHttpHeaders;
	readonly body?: string | Buffer | Readable;
	/** Breaks the connection off instead of ending the request. */
	readonly breakOff?: boolean;
}

/** One request on a connection of its own, with exactly the headers that are given. Rejects when the connection breaks. */
export function http(url: string, { method = 'GET', target, headers = {}, body, breakOff = false }: HttpRequest = {}) {
	return new Promise<HttpAnswer>((resolve, reject) => {
		const path = target === undefined ? {} : { path: target };
		const outgoing = request(url, { method, headers, agent: false, ...path }, (incoming) => {
			const chunks: Buffer[] = [];
			incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
			incoming.on('error', (cause) =>
				reject(Object.assign(cause, { received: Buffer.concat(chunks).toString('utf8') })),
			);
			incoming.on('end', () =>
				resolve({
					status: incoming.statusCode ?? 0,
					headers: incoming.headers,
					body: Buffer.concat(chunks).toString('utf8'),
				}),
			);
		});
		outgoing.on('error', reject);
		if (body instanceof Readable) pipeline(body, outgoing).catch(reject);
		else if (breakOff) outgoing.write(body ?? '', () => outgoing.destroy());
		else outgoing.end(body);
	});
}

/** A PUT as the specification wants it; a header that is undefined is left out. */
export function put(url: string, body: string | Buffer, headers: OutgoingHttpHeaders = {}, breakOff = false) {
	const all: OutgoingHttpHeaders = {
		'content-type': 'image/png',
		'content-length': Buffer.byteLength(body),
		'if-none-match': '*',
		...headers,
	};
	const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
	return http(url, { method: 'PUT', headers: given, body, breakOff });
}

/** A PUT whose body waits until it is asked for: tells whether it was, and the answer. */
export async function putWhenAsked(url: string, body: string, headers: OutgoingHttpHeaders = {}) {
	let asked = false;
	const answer = await new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
		const outgoing = request(url, {
			method: 'PUT',
			agent: false,
			headers: {
				'content-type': 'image/png',
				'content-length': body.length,
				'if-none-match': '*',
				connection: 'keep-alive',
				expect: '100-continue',
				...headers,
			},
		});
		outgoing.on('continue', () => {
			asked = true;
			outgoing.end(body);
		});
		outgoing.on('response', (incoming) => {
			resolve({ status: incoming.statusCode ?? 0, connection: incoming.headers.connection });
			outgoing.destroy();
		});
		outgoing.on('error', reject);
		outgoing.flushHeaders();
	});
	return { asked, ...answer };
}

/** What a client sees when the other side tears a connection down: it depends on whether it was still sending. */
export const TORN_DOWN = /^(ECONNRESET|EPIPE)$/;

/** The code of the error with which a connection broke; fails when it did not. */
export async function brokenBy(call: Promise<unknown>): Promise<string> {
	try {
		await call;
	} catch (cause) {
		if (isFields(cause) && typeof cause.code === 'string') return cause.code;
		throw cause;
	}
	throw new Error('the connection did not break');
}
