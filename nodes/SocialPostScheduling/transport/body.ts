import { isRecord } from '../utils/json';

/**
 * The longest response that is read, in bytes after it is unpacked: 16 MiB. A page of a list has some 100 KB; one without end would take
 * all memory of n8n, and what is read takes up to twenty times of its length.
 */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** The body of a response. */
export interface Body {
	/** Parsed where it is JSON, else its text. */
	readonly body: unknown;
	/** Set where it was not read to its end, and is left out. */
	readonly isTooLong?: true;
}

/**
 * Reads a body to its end, or to the limit. The error of its connection is thrown.
 *
 * @param body the stream of its bytes; anything else, such as what n8n puts in its place in an evaluation, is given as it is
 */
export async function readBody(body: unknown, limit = MAX_RESPONSE_BYTES): Promise<Body> {
	if (!isStream(body)) return { body };
	const chunks: Uint8Array[] = [];
	let size = 0;
	// To leave the loop ends the connection.
	for await (const chunk of body) {
		size += chunk.length;
		if (size > limit) return { body: undefined, isTooLong: true };
		chunks.push(chunk);
	}
	return { body: parse(new TextDecoder().decode(Buffer.concat(chunks))) };
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> => isRecord(body) && Symbol.asyncIterator in body;

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
