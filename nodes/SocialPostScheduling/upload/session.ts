import { DateTime } from 'luxon';
import { isEncryptedOrLocal } from '../validation/localHost';
import { textField } from '../utils/json';
import { isMoment } from '../utils/values';
import type { Connection } from '../transport/connection';
import { dateOf } from '../transport/dateHeader';
import { sendOnce } from '../transport/graphql';
import type { Reply } from '../transport/reply';
import { ERROR_FIELDS, mutation } from '../transport/request';
import { type Result, ok, err } from '../utils/result';
import type { Failure } from '../transport/failure';

/** `startMediaUpload` (service API, section 4). Each call counts as one upload. */
export const START_MEDIA_UPLOAD = mutation(
	{
		name: 'startMediaUpload',
		retryClass: 'nonIdempotent',
		failed: 'The upload was not started',
		doubt: {
			uncertain: 'The upload may have been started',
			advice: 'No file was sent. The upload may have been counted, and another try counts as another upload.',
		},
		fields: { size: 'The size of the file', mimeType: 'MIME Type' },
		checkVariables: { size: 0, mimeType: 'image/png' },
	},
	`mutation StartMediaUpload($size: BigInt!, $mimeType: String!) {
		startMediaUpload(size: $size, mimeType: $mimeType) {
			success uploadToken uploadUrl expiresAt ${ERROR_FIELDS}
		}
	}`,
	readStarted,
);

/** How long a session lasts, in milliseconds, where its end cannot be read: about one hour (service API, section 3). */
const USUAL_SESSION_MS = 3_600_000;

/** An upload session (service API, section 2). */
export interface UploadSession {
	readonly uploadToken: string;
	/** Signed: as secret as the key. */
	readonly uploadUrl: string;
	/** ISO 8601 in UTC, as the service gave it. */
	readonly expiresAt: string;
	/**
	 * When it ends at the latest, by the clock of this machine, in milliseconds since 1970: the later of two readings, by this
	 * clock and by that of the service. One of them may be wrong.
	 */
	readonly endsAt: number;
	/** When it ends at the earliest: the other of the two. From then on, a refusal may be due to its end. */
	readonly mayEndAt: number;
	/** What the service said beside the start. */
	readonly warnings?: readonly string[];
}

/** A session as the service gives it. */
interface StartedSession {
	readonly uploadToken: string;
	readonly uploadUrl: string;
	readonly expiresAt: string;
	/** When it was sent, by the clock of the service, in milliseconds since 1970; not a number where the reply does not say so. */
	readonly sentAt: number;
}

/**
 * Begins an upload session for one file.
 *
 * @param issued takes the address as soon as it is known, also one that is refused
 */
export async function startUpload(
	connection: Connection,
	{ size, mimeType }: { size: number; mimeType: string },
	issued: (address: string) => void,
): Promise<Result<UploadSession, Failure>> {
	const started = await sendOnce(connection, START_MEDIA_UPLOAD, { size, mimeType });
	if (!started.ok) return started;
	const { value, warnings } = started.value;
	issued(value.uploadUrl);
	const session = toSession(value, Date.now(), connection.endpoint);
	return session.ok ? ok({ ...session.value, warnings }) : session;
}

function readStarted(payload: unknown, reply: Reply): Result<StartedSession, string> {
	const uploadToken = textField(payload, 'uploadToken');
	if (uploadToken === null || uploadToken === '') return err('uploadToken');
	const uploadUrl = textField(payload, 'uploadUrl');
	if (uploadUrl === null || uploadUrl === '') return err('uploadUrl');
	const sentAt = reply.answered ? dateOf(reply.headers) : Number.NaN;
	return ok({ uploadToken, uploadUrl, expiresAt: textField(payload, 'expiresAt') ?? '', sentAt });
}

/**
 * The session that was started. The time that is left is read by this machine's clock and by the reply's own `Date`, because either
 * may be wrong.
 *
 * @param receivedAt when the reply came, by the clock of this machine, in milliseconds since 1970
 */
export function toSession(
	{ uploadToken, uploadUrl, expiresAt, sentAt }: StartedSession,
	receivedAt: number,
	endpoint: URL,
): Result<UploadSession, Failure> {
	const written = isMoment(expiresAt) ? DateTime.fromISO(expiresAt, { zone: 'utc' }).toMillis() : Number.NaN;
	const isReadable = !Number.isNaN(written);
	// The upload is counted already: a time that cannot be read is no reason to throw it away.
	const expiry = isReadable ? written : receivedAt + USUAL_SESSION_MS;

	const problem = problemOfUploadUrl(uploadUrl, endpoint);
	if (problem !== null) return err({ kind: 'unsafeUploadUrl', problem });
	const byServiceClock = Number.isNaN(sentAt) || !isReadable ? expiry : receivedAt + (expiry - sentAt);
	return ok({
		uploadToken,
		uploadUrl,
		expiresAt: isReadable ? expiresAt : '',
		endsAt: Math.max(expiry, byServiceClock),
		mayEndAt: Math.min(expiry, byServiceClock),
	});
}

/**
 * Why a file must not be sent to an upload address, or null. The address must be absolute and https. Plain http is taken
 * only where the base URL itself is http, and then by the same rule.
 */
export function problemOfUploadUrl(uploadUrl: string, endpoint: URL): string | null {
	if (!URL.canParse(uploadUrl)) return 'is not an absolute address';
	const url = new URL(uploadUrl);
	if (!/^https?:$/.test(url.protocol)) return `starts with ${url.protocol}`;
	const isEncryptedAsTheEndpoint = url.protocol === 'https:' || endpoint.protocol === 'http:';
	return isEncryptedOrLocal(url) && isEncryptedAsTheEndpoint ? null : 'is not encrypted (http)';
}
