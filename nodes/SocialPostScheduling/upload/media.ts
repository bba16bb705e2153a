import type { IDataObject } from 'n8n-workflow';
import { idField, inField, integerField, type Reader, textField } from '../utils/json';
import { type Result, ok, err } from '../utils/result';

/** What is asked of a file of the content library (service API, section 2, Media). */
export const MEDIA_FIELDS = 'id name url mimeType size';

/** The inputs about media as the panel calls them. */
export const MEDIA_INPUTS = {
	url: 'URL',
	name: 'Name',
	mediaLabelIds: 'Media Label Names or IDs',
	uploadToken: 'Upload Token',
};

/** A file of the content library; `size` in bytes. Only the id is sure: without it there is no use for the others. */
export interface Media extends IDataObject {
	id: string;
	name: string | null;
	url: string | null;
	mimeType: string | null;
	size: number | null;
}

/** A file of the content library, as the service gives it. */
export function readMedia(value: unknown): Result<Media, string> {
	const id = idField(value, 'id');
	if (id === null) return err('id');
	return ok({
		id,
		name: textField(value, 'name'),
		url: textField(value, 'url'),
		mimeType: textField(value, 'mimeType'),
		size: integerField(value, 'size'),
	});
}

/** The file in the payload of a mutation. */
export const readPayloadMedia: Reader<Media> = inField('media', readMedia);
