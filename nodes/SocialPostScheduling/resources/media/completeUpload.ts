import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { DEFAULT_CONCURRENCY } from '../../execution/operation';
import { createItemHandler } from '../../execution/itemHandler';
import { checkIds } from '../../validation/ids';
import { readCollection, readText } from '../../validation/parameters';
import { COMPLETE_MEDIA_UPLOAD, type LibraryEntry } from '../../upload/complete';
import { resumeCompletion, type UploadResult } from '../../upload/uploader';
import { formatValue } from '../../utils/values';
import { checkGiveUpAfter, giveUpAfter, mediaLabelIds, mediaName } from './fields';
import type { OperationDefinition } from '../definition';
import { type Result, ok, type InvalidInput, invalid } from '../../utils/result';
import { toItem } from './result';

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [mediaLabelIds],
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [giveUpAfter],
};

const fields: INodeProperties[] = [
	{
		displayName: 'Completes an upload whose file was already sent. The error of such an upload shows its token.',
		name: 'completeNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Upload Token',
		name: 'uploadToken',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		placeholder: 'e.g. 3f0c2f9e-8a51-4d0e-9a53-2f1f0f6f7a11',
		description: 'The token that the error of the upload shows. It is valid for about an hour.',
	},
	{
		...mediaName,
		required: true,
	},
	additionalFields,
	options,
];

/** What is needed to complete an upload. */
interface Completion {
	readonly uploadToken: string;
	readonly entry: LibraryEntry;
	readonly giveUpAfterMs: number;
}

export const completeUpload: OperationDefinition = {
	name: 'Complete Upload',
	value: 'completeUpload',
	action: 'Complete media upload',
	description: 'Complete an upload of media whose file was already sent, by its token',
	fields,
	requests: [COMPLETE_MEDIA_UPLOAD],
	handler: createItemHandler<Completion>({
		request: COMPLETE_MEDIA_UPLOAD,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense: 'completed',
		validate: ({ functions }) => checkCompletion(functions),
		execute: async ({ connection }, { uploadToken, entry, giveUpAfterMs: limit }) =>
			toItem(withNameWarning(await resumeCompletion(connection, uploadToken, entry, limit), entry)),
	}),
};

/** What is completed already is given again as it is (service API, section 4, `completeMediaUpload`). */
function withNameWarning(result: UploadResult, { name }: LibraryEntry): UploadResult {
	if (!result.ok || result.value.name === null || result.value.name === name) return result;
	const warning = `The name of the file in the content library is ${formatValue(result.value.name)}. If an earlier try has completed this upload, the file keeps the name and the labels of then.`;
	return { ...result, warnings: [...result.warnings, warning] };
}

function checkCompletion(functions: IExecutePaginationFunctions): Result<Completion, InvalidInput> {
	const uploadToken = readText(functions.getNodeParameter('uploadToken', ''), 'Upload Token');
	if (!uploadToken.ok) return uploadToken;
	if (uploadToken.value === '')
		return invalid('Upload Token', 'is empty', 'Enter the token that the error of the upload shows.');
	const name = readText(functions.getNodeParameter('name', ''), 'Name');
	if (!name.ok) return name;
	if (name.value === '') return invalid('Name', 'is empty', 'Enter a name for the content library.');
	const writtenFields = readCollection(functions.getNodeParameter(additionalFields.name, {}), additionalFields);
	if (!writtenFields.ok) return writtenFields;
	const labels = checkIds(writtenFields.value.mediaLabelIds, mediaLabelIds.displayName);
	if (!labels.ok) return labels;
	const writtenOptions = readCollection(functions.getNodeParameter(options.name, {}), options);
	if (!writtenOptions.ok) return writtenOptions;
	const giveUpAfterMs = checkGiveUpAfter(writtenOptions.value);
	if (!giveUpAfterMs.ok) return giveUpAfterMs;
	return ok({
		uploadToken: uploadToken.value,
		entry: { name: name.value, mediaLabelIds: labels.value },
		giveUpAfterMs: giveUpAfterMs.value,
	});
}
