import type { IDataObject } from 'n8n-workflow';
import { singleRequest } from '../../execution/singleRequest';
import { query } from '../../transport/request';
import { idField, listOf, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { OperationDefinition } from '../definition';

/** A label of the content library (public reference, section 4.6). */
export interface MediaLabel extends IDataObject {
	id: string;
	text: string | null;
	/** Hexadecimal. */
	color: string | null;
}

/** Query `mediaLabels` (public reference, section 5): all of them, without pages. */
export const MEDIA_LABELS = query(
	{ name: 'mediaLabels', retryClass: 'safe', failed: 'The media labels were not read' },
	'query GetMediaLabels { mediaLabels { id text color } }',
	listOf(readLabel),
);

export const getManyMediaLabels: OperationDefinition = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many media labels',
	description: 'Get the media labels of the content library',
	fields: [],
	requests: [MEDIA_LABELS],
	handler: singleRequest({ request: MEDIA_LABELS, pastTense: 'read', variables: () => ok({}) }),
};

function readLabel(label: unknown): Result<MediaLabel, string> {
	const id = idField(label, 'id');
	if (id === null) return err('id');
	return ok({ id, text: textField(label, 'text'), color: textField(label, 'color') });
}
