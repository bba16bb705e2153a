import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { singleRequest } from '../../execution/singleRequest';
import type { JsonRecord } from '../../utils/json';
import { checkLabelIds } from '../../validation/labelIds';
import { checkPublicUrl } from '../../validation/publicUrl';
import { toTrimmedString } from '../../utils/values';
import { readPayload, type Reply } from '../../transport/reply';
import { ERROR_FIELDS, MEDIA_FIELDS, readMedia } from '../../upload/media';
import { mediaLabelIds, mediaName } from './fields';
import type { Failure } from '../../transport/failure';
import { type InvalidInput, ok, type Result } from '../../utils/result';

const showOnlyForUploadFromUrl = { resource: ['media'], operation: ['uploadFromUrl'] };

export const uploadFromUrlFields: INodeProperties[] = [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/picture.png',
		description: 'Public address of the file. The service fetches it by itself.',
		hint: 'Anyone must be able to open it without signing in. Each call counts as one upload.',
		displayOptions: { show: showOnlyForUploadFromUrl },
		routing: { send: { type: 'body', property: 'variables.url' } },
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show: showOnlyForUploadFromUrl },
		options: [
			{ ...mediaLabelIds, routing: { send: { type: 'body', property: 'variables.mediaLabelIds' } } },
			{
				...mediaName,
				routing: { send: { type: 'body', property: 'variables.name' } },
			},
		],
	},
];

/** Mutation `uploadMediaFromUrl` (service API, section 4). */
export const UPLOAD_MEDIA_FROM_URL = `mutation UploadMediaFromUrl($url: String!, $name: String, $mediaLabelIds: [ID!]) {
	uploadMediaFromUrl(url: $url, name: $name, mediaLabelIds: $mediaLabelIds) {
		success ${MEDIA_FIELDS} ${ERROR_FIELDS}
	}
}`;

export const uploadFromUrl: INodePropertyOptions = {
	name: 'Upload From URL',
	value: 'uploadFromUrl',
	action: 'Upload media from URL',
	description: 'Add a file to the content library from a public address',
	routing: {
		request: { body: { query: UPLOAD_MEDIA_FROM_URL } },
		send: { paginate: true },
		operations: {
			pagination: singleRequest({
				call: 'uploadMediaFromUrl',
				retryClass: 'nonIdempotent',
				pastTense: 'uploaded',
				validate: checkVariables,
				read: readUploadedMedia,
			}),
		},
	},
};

function checkVariables({ url, name, mediaLabelIds: labels }: JsonRecord): Result<IDataObject, InvalidInput> {
	const address = checkPublicUrl(url);
	if (!address.ok) return address;
	const ids = checkLabelIds(labels);
	if (!ids.ok) return ids;
	const displayName = toTrimmedString(name);
	return ok({
		url: address.value,
		...(displayName !== '' && { name: displayName }),
		...(ids.value !== undefined && { mediaLabelIds: ids.value }),
	});
}

function readUploadedMedia(reply: Reply): Result<IDataObject, Failure> {
	const payload = readPayload(reply, 'uploadMediaFromUrl');
	return payload.ok ? readMedia(payload.value, 'uploadMediaFromUrl') : payload;
}
