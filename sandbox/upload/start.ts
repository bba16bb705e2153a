import { randomUUID } from 'node:crypto';
import { failure, problem } from '../api/payload';
import type { ErrorItem, Failure } from '../api/payload';
import { MAX_UPLOAD_BYTES, MIB, SESSION_LIFETIME_MS, UPLOAD_MIME_TYPES } from '../limits';
import type { Account } from '../store/accounts';
import type { UploadSession } from '../store/sessions';
import type { World } from '../world';
import { uploadUrl } from './signature';

/** Payload of a `startMediaUpload` that succeeded. */
export interface UploadStarted {
	readonly success: true;
	readonly uploadToken: string;
	readonly uploadUrl: string;
	readonly expiresAt: Date;
	readonly errors: readonly ErrorItem[];
}

/** What is wrong with a declared size and type (specification, section 4, startMediaUpload). */
export function checkDeclaration(size: bigint, mimeType: string): ErrorItem[] {
	return [...checkSize(size, 'size'), ...checkMimeType(mimeType, 'mimeType')];
}

/** What is wrong with a file's size. */
export function checkSize(size: bigint, field: string): ErrorItem[] {
	if (size < 1n) return [problem(field, 'INVALID_DATA', 'The file must not be empty.')];
	if (size <= BigInt(MAX_UPLOAD_BYTES)) return [];
	return [problem(field, 'FILE_TOO_LARGE', `The file must not be larger than ${MAX_UPLOAD_BYTES / MIB} MiB.`)];
}

/** What is wrong with a file's type. */
export function checkMimeType(mimeType: string, field: string): ErrorItem[] {
	if (UPLOAD_MIME_TYPES.some((allowed) => allowed === mimeType)) return [];
	const message = `The type "${mimeType}" is not supported. Supported: ${UPLOAD_MIME_TYPES.join(', ')}.`;
	return [problem(field, 'UNSUPPORTED_MIME_TYPE', message)];
}

/** Opens an upload session. The call has been counted already. */
export function startUpload(world: World, account: Account, size: bigint, mimeType: string): UploadStarted | Failure {
	const errors = checkDeclaration(size, mimeType);
	if (errors.length > 0) return failure(...errors);
	const session: UploadSession = {
		token: randomUUID(),
		account: account.name,
		size: Number(size),
		mimeType,
		expiresAt: world.now() + SESSION_LIFETIME_MS,
	};
	world.sessions.set(session.token, session);
	return {
		success: true,
		uploadToken: session.token,
		uploadUrl: uploadUrl(world.origins.upload, session, world.signingSecret),
		expiresAt: new Date(session.expiresAt),
		errors: [],
	};
}
