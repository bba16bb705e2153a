import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UploadSession } from '../store/sessions';

/** Path of every upload address on the storage's own listener, before the token. */
export const UPLOAD_PATH = '/incoming/';

type Signed = Pick<UploadSession, 'token' | 'size' | 'mimeType' | 'expiresAt'>;

function sign({ token, size, mimeType, expiresAt }: Signed, secret: Buffer): string {
	return createHmac('sha256', secret).update([token, size, mimeType, expiresAt].join('\n')).digest('base64url');
}

/** The signed address for the PUT, tied to the declared size and type (specification, section 2, upload session). */
export function uploadUrl(origin: string, session: Signed, secret: Buffer): string {
	const url = new URL(`${UPLOAD_PATH}${session.token}`, origin);
	url.searchParams.set('size', String(session.size));
	url.searchParams.set('type', session.mimeType);
	url.searchParams.set('expires', String(session.expiresAt));
	url.searchParams.set('signature', sign(session, secret));
	return url.href;
}

/** What an upload address says, once its signature has been found to be right; nothing when it is not. */
export function verifyUploadUrl(url: URL, secret: Buffer): Signed | undefined {
	const said: Signed = {
		token: url.pathname.slice(UPLOAD_PATH.length),
		size: Number(url.searchParams.get('size')),
		mimeType: url.searchParams.get('type') ?? '',
		expiresAt: Number(url.searchParams.get('expires')),
	};
	const expected = Buffer.from(sign(said, secret));
	const given = Buffer.from(url.searchParams.get('signature') ?? '');
	return given.length === expected.length && timingSafeEqual(given, expected) ? said : undefined;
}
