import type { RequestInfo } from '../errors/requestInfo';
import type { Connection } from '../transport/connection';
import { sendGraphQl } from '../transport/graphql';
import { readCompletion } from '../transport/reply';
import { ERROR_FIELDS, type Media, MEDIA_FIELDS, MEDIA_INPUTS, readMedia } from './media';
import type { Result } from '../utils/result';
import type { Failure } from '../transport/failure';

/** `completeMediaUpload` (service API, section 4). Safe to repeat with the same token. */
export const COMPLETE_MEDIA_UPLOAD = `mutation CompleteMediaUpload($uploadToken: String!, $name: String!, $mediaLabelIds: [ID!]) {
	completeMediaUpload(uploadToken: $uploadToken, name: $name, mediaLabelIds: $mediaLabelIds) {
		success ${MEDIA_FIELDS} ${ERROR_FIELDS}
	}
}`;

export const COMPLETE_UPLOAD: RequestInfo = {
	name: 'completeMediaUpload',
	retryClass: 'idempotent',
	failed: 'The upload was not completed',
	fields: MEDIA_INPUTS,
};

/** How the file is to stand in the library. */
export interface LibraryEntry {
	readonly name: string;
	readonly mediaLabelIds: readonly string[] | undefined;
}

/** Moves the sent file into the library. */
export async function completeMediaUpload(
	connection: Connection,
	uploadToken: string,
	{ name, mediaLabelIds }: LibraryEntry,
): Promise<Result<Media, Failure>> {
	const reply = await sendGraphQl(connection, {
		query: COMPLETE_MEDIA_UPLOAD,
		variables: { uploadToken, name, ...(mediaLabelIds && { mediaLabelIds: [...mediaLabelIds] }) },
	});
	const payload = readCompletion(reply);
	return payload.ok ? readMedia(payload.value, 'completeMediaUpload') : payload;
}

/** Whether the service does not take the token: then it is of no use to go on with it. */
export const refusesToken = (failure: Failure): boolean =>
	failure.kind === 'refused' && failure.errors.some(({ field }) => /\bupload_?token$/i.test(field ?? ''));
