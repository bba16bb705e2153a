import type { IDataObject } from 'n8n-workflow';
import { idField, integerField, type JsonRecord, textField } from '../utils/json';
import { type Result, ok, err } from '../utils/result';
import type { Failure } from '../transport/failure';
import { incompleteResponse } from '../transport/reply';

/** What is asked of a file of the content library (service API, section 2, Media). */
export const MEDIA_FIELDS = 'media { id name url mimeType size }';

/** What is asked of every mutation's errors (service API, section 2, Mutation error item). */
export const ERROR_FIELDS = 'errors { field code message }';

/** The inputs about media as the panel calls them. */
export const MEDIA_INPUTS = { url: 'URL', name: 'Name', mediaLabelIds: 'Media Label IDs', uploadToken: 'Upload Token' };

/** A file of the content library; `size` in bytes. Only the id is sure: without it there is no use for the others. */
export interface Media extends IDataObject {
	id: string;
	name: string | null;
	url: string | null;
	mimeType: string | null;
	size: number | null;
}

/** The media of a successful payload. */
export function readMedia(payload: JsonRecord, mutation: string): Result<Media, Failure> {
	const { media } = payload;
	const id = idField(media, 'id');
	if (id === null) return err(incompleteResponse(payload, `data.${mutation}.media.id`));
	return ok({
		id,
		name: textField(media, 'name'),
		url: textField(media, 'url'),
		mimeType: textField(media, 'mimeType'),
		size: integerField(media, 'size'),
	});
}
