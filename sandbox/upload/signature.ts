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

/** Stands in for scheme and host: a client may reach the storage by another name, or through a proxy. */
const ANY_ORIGIN = 'http://storage';

/**
 * What an upload address says; nothing unless it is, letter by letter, an address that was issued.
 * @param target path and query, as they stand in the request line
 */
export function verifyUploadUrl(target: string, secret: Buffer): Signed | undefined {
	if (!URL.canParse(target, ANY_ORIGIN)) return undefined;
	const { pathname, searchParams } = new URL(target, ANY_ORIGIN);
	const said: Signed = {
		token: pathname.slice(UPLOAD_PATH.length),
		size: Number(searchParams.get('size')),
		mimeType: searchParams.get('type') ?? '',
		expiresAt: Number(searchParams.get('expires')),
	};
	const issued = Buffer.from(uploadUrl(ANY_ORIGIN, said, secret).slice(ANY_ORIGIN.length));
	const given = Buffer.from(target);
	return given.length === issued.length && timingSafeEqual(given, issued) ? said : undefined;
}
