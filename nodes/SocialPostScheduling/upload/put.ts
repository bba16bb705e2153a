import { failed, type Outcome } from '../transport/cause';
import type { Connection } from '../transport/connection';
import { sendWithoutKey } from '../transport/http';
import { readPut, type Reply } from '../transport/reply';
import { StreamedBody } from './body';
import type { MediaFile } from './file';

/**
 * Sends the file to the signed address, once (service API, section 4, Upload PUT): the exact length, the declared type
 * verbatim, `If-None-Match: *`, and no Authorization, which the address itself carries.
 */
export async function putFile(connection: Connection, uploadUrl: string, file: MediaFile): Promise<Outcome<null>> {
	if (file.bytes !== null) return readPut(await send(connection, uploadUrl, file, file.bytes));
	const body = new StreamedBody(file);
	try {
		const reply = await send(connection, uploadUrl, file, body.blob);
		return !reply.answered && body.fault !== null ? failed(body.fault) : readPut(reply);
	} finally {
		body.close();
	}
}

async function send(
	connection: Connection,
	uploadUrl: string,
	{ mimeType, size }: MediaFile,
	body: object,
): Promise<Reply> {
	return await sendWithoutKey(connection, {
		method: 'PUT',
		url: uploadUrl,
		headers: { 'Content-Type': mimeType, 'Content-Length': size, 'If-None-Match': '*' },
		body,
	});
}
