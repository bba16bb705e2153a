import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from '../reply';
import { hasExpired } from '../store/sessions';
import type { UploadSession } from '../store/sessions';

/** An answer of the upload storage that refuses, in the way of storage services. */
export function storageError(status: number, code: string, message: string): Reply {
	const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
	return { status, headers: { 'content-type': 'application/xml' }, body };
}

/** The answer to a second PUT (specification, section 4, upload PUT: HTTP 412). */
export const ALREADY_UPLOADED = storageError(
	412,
	'PreconditionFailed',
	'A file has already been uploaded through this address.',
);

/** The answer to an address that the service did not sign. */
export const BAD_SIGNATURE = storageError(403, 'SignatureDoesNotMatch', 'The signature of this address is not valid.');

/** Decides by the headers alone whether a PUT is refused (specification, section 4, upload PUT). */
export function refusePut(headers: IncomingHttpHeaders, session: UploadSession, now: number): Reply | undefined {
	if (hasExpired(session, now)) return storageError(403, 'AccessDenied', 'Request has expired.');
	if (headers.authorization !== undefined) {
		return storageError(400, 'InvalidArgument', 'The address carries its authorization; send no Authorization header.');
	}
	if (headers['transfer-encoding'] !== undefined || headers['content-length'] === undefined) {
		return storageError(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
	}
	if (headers['content-length'] !== String(session.size)) {
		return storageError(400, 'InvalidContentLength', 'Content-Length is not the size that was declared.');
	}
	if (headers['content-type'] !== session.mimeType) {
		return storageError(400, 'InvalidContentType', 'Content-Type is not the type that was declared.');
	}
	if (headers['if-none-match'] !== '*') {
		return storageError(400, 'MissingPrecondition', 'The header If-None-Match: * is required.');
	}
	return session.file ? ALREADY_UPLOADED : undefined;
}
