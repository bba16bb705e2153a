import type { RequestInfo } from '../transport/request';
import { type Connection, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS } from '../transport/connection';
import { sendWithoutKey } from '../transport/http';
import { readPut } from './replies';
import { watchForStall } from '../transport/stall';
import { FileBody } from './body';
import type { MediaFile } from './file';
import type { UploadSession } from './session';
import { type Result, err } from '../utils/result';
import type { Failure } from '../transport/failure';

export const SEND_FILE: RequestInfo = {
	name: 'put',
	retryClass: 'idempotent',
	failed: 'The file was not sent',
	doubt: {
		uncertain: 'It is not known whether the file was sent',
		advice:
			'The upload storage did not confirm it. Try "Complete Upload" first; if it is refused, upload the file again.',
	},
	toStorage: true,
};

/**
 * Sends the file to the signed address, once (service API, section 4, Upload PUT): the exact length, the declared type
 * verbatim, `If-None-Match: *`, and no Authorization, which the address itself carries.
 *
 * The transfer may last as long as the session; the time limit of a request is how long it may stand still. Whether the session
 * has expired is for the storage to say: it knows its own clock.
 *
 * @param attempt whether it was sent before, as far as it went, and when the upload is given up, in milliseconds since 1970
 */
export async function putFile(
	connection: Connection,
	{ uploadUrl, endsAt }: UploadSession,
	file: MediaFile,
	{ repeated, giveUpAt }: { readonly repeated: boolean; readonly giveUpAt: number },
): Promise<Result<null, Failure>> {
	const { timeout } = connection.settings;
	const body = new FileBody(file, repeated);
	const watch = watchForStall(connection.signal, timeout, () => body.lastProgressAt);
	try {
		const reply = await sendWithoutKey(connection, {
			method: 'PUT',
			url: uploadUrl,
			headers: { 'Content-Type': file.mimeType, 'Content-Length': file.size, 'If-None-Match': '*' },
			body: body.blob,
			timeout: transferLimit(timeout, endsAt, giveUpAt, Date.now()),
			abortSignal: watch.signal,
		});
		if (!reply.answered && body.failure !== null) return err(body.failure);
		if (!reply.answered && watch.stalled()) return err({ kind: 'timedOut', sent: true });
		return readPut(reply);
	} finally {
		watch.end();
		body.close();
	}
}

/** How long a transfer may last, in milliseconds: as long as its session, but at least one time limit, and not past the end of the upload. */
function transferLimit(timeout: number, endsAt: number, giveUpAt: number, now: number): number {
	const wanted = Math.min(Math.max(timeout, endsAt - now), giveUpAt - now);
	return Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, wanted));
}
