import type { AccountName } from './accounts';
import type { StoredFile } from './files';
import type { Media } from './library';

/** A file on its way from the upload storage into the library. */
export interface Transfer {
	/** Milliseconds since 1970. */
	readonly endsAt: number;
	readonly done: Promise<void>;
}

/** An upload session, from `startMediaUpload` to the media in the library (specification, section 3). */
export interface UploadSession {
	readonly token: string;
	readonly account: AccountName;
	/** Declared size in bytes. */
	readonly size: number;
	/** Declared type. */
	readonly mimeType: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** Set by the first successful PUT. */
	file?: StoredFile;
	/** The transfer into the library, once begun: it goes on when the call that began it has timed out. */
	transfer?: Transfer;
	/** Set when the transfer is done. */
	media?: Media;
}

/** Whether `expiresAt` has passed. */
export function hasExpired(session: UploadSession, now: number): boolean {
	return session.expiresAt <= now;
}
