import type { Failure } from '../transport/failure';
import type { Reason } from '../transport/refusalWords';
import { type Payload, readPayload, readStatus, reasonOf, type Reply } from '../transport/reply';
import { err, ok, type Result } from '../utils/result';
import { saysAddressExpired, saysAnythingExpired, saysSessionExpired, saysUploadTimedOut } from './refusalWords';

/**
 * The payload of `completeMediaUpload`, with its two refusals that call for another step told from the others: the upload
 * timeout (the same token may be used again) and the session that is over (a new one is needed).
 */
export function readCompletion(reply: Reply): Result<Payload, Failure> {
	const payload = readPayload(reply, 'completeMediaUpload');
	if (payload.ok) return payload;
	if (payload.error.kind !== 'refused' && payload.error.kind !== 'graphqlErrors') return payload;
	const reasons = reasonsOfRefusal(payload.error);
	const timeout = reasons.find(saysUploadTimedOut);
	if (timeout !== undefined) return err({ kind: 'completionTimedOut', words: timeout.message });
	const expired = reasons.find(saysSessionExpired);
	if (expired !== undefined) return err({ kind: 'sessionExpired', words: expired.message });
	// A gateway that gave up says so by its status, whatever body comes with it.
	return reply.answered && reply.status > 500
		? err({ kind: 'httpStatus', status: reply.status, words: reasons.map(({ message }) => message).join('; ') })
		: payload;
}

/** The outcome of the upload PUT: any 2xx, or 412, which says that the file is already there (service API, section 4). */
export function readPut(reply: Reply): Result<null, Failure> {
	if (!reply.answered) return err(reply.failure);
	if (reply.status === 412) return ok(null);
	const refusal = readStatus(reply);
	if (refusal === null) return ok(null);
	if (!('words' in refusal)) return err(refusal);
	const { words } = refusal;
	if (reply.status !== 429 && reply.status < 500 && saysAddressExpired(words)) {
		return err({ kind: 'sessionExpired', words });
	}
	// The address carries its own authorization: 401 and 403 say nothing about the key here.
	return refusal.kind === 'unauthorized' || refusal.kind === 'forbidden'
		? err({ kind: 'httpStatus', status: reply.status, words })
		: err({ ...refusal, words });
}

/** Whether a refusal says that something has expired; at the end of a session it is the session. */
export const saysExpired = (failure: Failure): boolean => reasonsOfRefusal(failure).some(saysAnythingExpired);

/** Fields of the input that are about the file's place in the library, and not about the upload. */
const LIBRARY_FIELD = /\b(?:name|mediaLabelIds|labels?)\b/i;

/** What the service said where it refused, in whichever of the two places for errors. */
function reasonsOfRefusal(failure: Failure): Reason[] {
	if (failure.kind === 'graphqlErrors') return failure.messages.map((message) => ({ message, code: '' }));
	return failure.kind === 'refused'
		? failure.errors.filter(({ field: of }) => !LIBRARY_FIELD.test(of ?? '')).map(reasonOf)
		: [];
}
