import { ClientError, GraphQLClient } from 'graphql-request';
import type { ErrorItem, Sandbox } from '../../../sandbox/server';
import { put } from './http';

export interface MediaFields {
	readonly id: string;
	readonly name: string;
	readonly url: string;
	readonly mimeType: string;
	readonly size: number;
}

export interface MediaPayload {
	readonly success: boolean;
	readonly media: MediaFields | null;
	readonly errors: readonly ErrorItem[];
}

export interface StartPayload {
	readonly success: boolean;
	readonly uploadToken: string | null;
	readonly uploadUrl: string | null;
	readonly expiresAt: string | null;
	readonly errors: readonly ErrorItem[];
}

export interface SchedulePayload {
	readonly success: boolean;
	readonly errors: readonly ErrorItem[];
	readonly post: { readonly id: string } | null;
}

export interface TweetInput {
	readonly text: string;
	readonly order: number;
	readonly media?: ReadonlyArray<{ readonly id?: string; readonly name?: string }>;
}

export interface ScheduleInput {
	readonly username?: string;
	readonly postAt?: string;
	readonly thread?: readonly TweetInput[];
	readonly publishingStatus?: string;
}

const MEDIA = 'id name url mimeType size';
const ERRORS = 'errors { field code message }';

/** A time that is in the future for every test. */
export const IN_THE_FUTURE = '2099-01-01T10:00:00Z';

export const PNG = 'image/png';

/** The independent client: every operation of the specification, in its own words. */
export function apiOf({ baseUrl, keys }: Sandbox, key: string = keys.paid) {
	const client = new GraphQLClient(`${baseUrl}/gql`, { headers: { authorization: `Bearer ${key}` } });
	const first = async <T>(document: string, variables: object = {}): Promise<T> => {
		const [result] = Object.values(await client.request<Record<string, T>>(document, variables));
		if (result === undefined) throw new Error('the answer has no data');
		return result;
	};
	return {
		client,
		first,
		profile: () => first<Record<string, string>>('{ profile { id username email registeredAt } }'),
		fromUrl: (variables: { url: string; name?: string; mediaLabelIds?: readonly string[] }) =>
			first<MediaPayload>(
				`mutation ($url: String!, $name: String, $mediaLabelIds: [ID]) {
					uploadMediaFromUrl(url: $url, name: $name, mediaLabelIds: $mediaLabelIds) {
						success media { ${MEDIA} } ${ERRORS}
					}
				}`,
				variables,
			),
		start: (size: number | string, mimeType = PNG) =>
			first<StartPayload>(
				`mutation ($size: BigInt!, $mimeType: String!) {
					startMediaUpload(size: $size, mimeType: $mimeType) { success uploadToken uploadUrl expiresAt ${ERRORS} }
				}`,
				{ size, mimeType },
			),
		complete: (uploadToken: string, name = 'picture.png', mediaLabelIds?: readonly string[]) =>
			first<MediaPayload>(
				`mutation ($uploadToken: String!, $name: String!, $mediaLabelIds: [ID]) {
					completeMediaUpload(uploadToken: $uploadToken, name: $name, mediaLabelIds: $mediaLabelIds) {
						success media { ${MEDIA} } ${ERRORS}
					}
				}`,
				{ uploadToken, name, mediaLabelIds },
			),
		schedule: (input: ScheduleInput) =>
			first<SchedulePayload>(
				`mutation ($input: ScheduleTweetInput!) { scheduleTweet(input: $input) { success post { id } ${ERRORS} } }`,
				{ input: { username: 'somebody', postAt: IN_THE_FUTURE, thread: [{ text: 'Hello', order: 0 }], ...input } },
			),
	};
}

export type ApiClient = ReturnType<typeof apiOf>;

/** Starts an upload that is expected to start. */
export async function started(api: ApiClient, size: number, mimeType?: string) {
	const { uploadToken, uploadUrl, expiresAt } = await api.start(size, mimeType);
	if (uploadToken === null || uploadUrl === null || expiresAt === null) throw new Error('the upload did not start');
	return { uploadToken, uploadUrl, expiresAt };
}

/** Starts an upload and brings the file there. */
export async function uploaded(api: ApiClient, body: string | Buffer = 'content', mimeType = PNG) {
	const session = await started(api, Buffer.byteLength(body), mimeType);
	const { status } = await put(session.uploadUrl, body, { 'content-type': mimeType });
	if (status !== 200) throw new Error(`the PUT answered ${status}`);
	return session;
}

/** The whole upload of a small file. */
export async function inLibrary(api: ApiClient, name: string, body?: string, mimeType?: string): Promise<MediaFields> {
	const { uploadToken } = await uploaded(api, body, mimeType);
	const { media } = await api.complete(uploadToken, name);
	if (media === null) throw new Error('the upload was not completed');
	return media;
}

/** What the client throws for an HTTP status that is none of success, or for errors in the body. */
export async function refused(call: Promise<unknown>) {
	try {
		await call;
	} catch (cause) {
		if (!(cause instanceof ClientError)) throw cause;
		const { status, headers, errors } = cause.response;
		return { status, headers: new Headers(headers), errors };
	}
	throw new Error('the call was not refused');
}
