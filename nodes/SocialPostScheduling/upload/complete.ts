import type { Connection } from '../transport/connection';
import type { Failure } from '../transport/failure';
import { sendOnce } from '../transport/graphql';
import { readCompletion } from './replies';
import { ERROR_FIELDS, mutation, type MutationSuccess } from '../transport/request';
import type { Result } from '../utils/result';
import { type Media, MEDIA_FIELDS, MEDIA_INPUTS, readPayloadMedia } from './media';

/** `completeMediaUpload` (service API, section 4). Safe to repeat with the same token. */
export const COMPLETE_MEDIA_UPLOAD = mutation(
	{
		name: 'completeMediaUpload',
		retryClass: 'idempotent',
		failed: 'The upload was not completed',
		doubt: {
			uncertain: 'The upload may have been completed',
			advice: 'See whether the content library has the file.',
		},
		fields: MEDIA_INPUTS,
		checkVariables: { uploadToken: '', name: '' },
	},
	`mutation CompleteMediaUpload($uploadToken: String!, $name: String!, $mediaLabelIds: [ID!]) {
		completeMediaUpload(uploadToken: $uploadToken, name: $name, mediaLabelIds: $mediaLabelIds) {
			success media { ${MEDIA_FIELDS} } ${ERROR_FIELDS}
		}
	}`,
	readPayloadMedia,
	readCompletion,
);

/** How the file is to stand in the library. */
export interface LibraryEntry {
	readonly name: string;
	readonly mediaLabelIds: readonly string[] | undefined;
}

/** Moves the sent file into the library. */
export async function completeUpload(
	connection: Connection,
	uploadToken: string,
	{ name, mediaLabelIds }: LibraryEntry,
): Promise<Result<MutationSuccess<Media>, Failure>> {
	return await sendOnce(connection, COMPLETE_MEDIA_UPLOAD, {
		uploadToken,
		name,
		...(mediaLabelIds && { mediaLabelIds: [...mediaLabelIds] }),
	});
}

/** Whether the service does not take the token: then it is of no use to go on with it. */
export const refusesToken = (failure: Failure): boolean =>
	failure.kind === 'refused' && failure.errors.some(({ field }) => /\bupload_?token$/i.test(field ?? ''));
