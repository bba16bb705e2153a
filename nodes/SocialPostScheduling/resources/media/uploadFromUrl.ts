import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import type { OperationDefinition } from '../definition';
import { createItemHandler } from '../../execution/itemHandler';
import type { ItemResult } from '../../execution/itemResult';
import { DEFAULT_CONCURRENCY, type Item } from '../../execution/operation';
import { unlessLimited } from '../../execution/uploadLimit';
import { callService } from '../../transport/graphql';
import { checkIds } from '../../validation/ids';
import { checkPublicUrl } from '../../validation/publicUrl';
import { readCollection, readText } from '../../validation/parameters';
import { readCreation } from '../../transport/reply';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { MEDIA_FIELDS, MEDIA_INPUTS, readPayloadMedia } from '../../upload/media';
import { mediaLabelIds, mediaName } from './fields';
import { type InvalidInput, ok, type Result } from '../../utils/result';

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [mediaLabelIds, mediaName],
};

const fields: INodeProperties[] = [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/picture.png',
		description: 'Public address of the file. The service fetches it by itself.',
		hint: 'Anyone must be able to open it without signing in. Each call counts as one upload.',
	},
	additionalFields,
];

/** Mutation `uploadMediaFromUrl` (service API, section 4). */
export const UPLOAD_MEDIA_FROM_URL = mutation(
	{
		name: 'uploadMediaFromUrl',
		retryClass: 'nonIdempotent',
		failed: 'The file was not uploaded',
		doubt: {
			uncertain: 'The file may have been uploaded from its URL',
			advice:
				'Wait some minutes, and check the content library before you run this again: each try counts as an upload and may add the file twice.',
		},
		fields: MEDIA_INPUTS,
		checkVariables: { url: '' },
	},
	`mutation UploadMediaFromUrl($url: String!, $name: String, $mediaLabelIds: [ID!]) {
		uploadMediaFromUrl(url: $url, name: $name, mediaLabelIds: $mediaLabelIds) {
			success media { ${MEDIA_FIELDS} } ${ERROR_FIELDS}
		}
	}`,
	readPayloadMedia,
	readCreation('media'),
);

export const uploadFromUrl: OperationDefinition = {
	name: 'Upload From URL',
	value: 'uploadFromUrl',
	action: 'Upload media from URL',
	description: 'Add a file to the content library from a public address',
	fields,
	requests: [UPLOAD_MEDIA_FROM_URL],
	handler: createItemHandler<IDataObject>({
		request: UPLOAD_MEDIA_FROM_URL,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense: 'uploaded',
		once: { key: (variables) => ({ identity: variables, details: null }) },
		validate: ({ functions }) => readVariables(functions),
		execute: uploadByService,
		sayRepeated: () => [
			'A retry uploads the done files again, and each counts: for the others, start a new execution with their addresses only. Files "By URL" in Schedule are kept in a retry.',
		],
	}),
};

/** Has the service fetch a file by itself. */
export async function uploadByService({ connection, memory }: Item, variables: IDataObject): Promise<ItemResult> {
	const send = async () => await callService(connection, UPLOAD_MEDIA_FROM_URL, variables);
	const outcome = await unlessLimited(memory, send);
	if (!outcome.ok) return { ok: false, request: UPLOAD_MEDIA_FROM_URL, failure: outcome.error };
	const { value: media, warnings } = outcome.value;
	return { ok: true, output: [media], warnings };
}

const USE_BINARY = 'For a file of the workflow use the operation Upload Binary.';

function readVariables(functions: IExecutePaginationFunctions): Result<IDataObject, InvalidInput> {
	const url = checkPublicUrl(functions.getNodeParameter('url', ''), 'URL', USE_BINARY);
	if (!url.ok) return url;
	const writtenFields = readCollection(functions.getNodeParameter(additionalFields.name, {}), additionalFields);
	if (!writtenFields.ok) return writtenFields;
	const labels = checkIds(writtenFields.value.mediaLabelIds, mediaLabelIds.displayName);
	if (!labels.ok) return labels;
	const name = readText(writtenFields.value.name, 'Name');
	if (!name.ok) return name;
	return ok({
		url: url.value,
		...(name.value !== '' && { name: name.value }),
		...(labels.value !== undefined && { mediaLabelIds: labels.value }),
	});
}
