import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { createItemHandler } from '../../execution/itemHandler';
import { inSequence } from '../../utils/inSequence';
import type { JsonRecord } from '../../utils/json';
import { checkIds } from '../../validation/ids';
import { type NumberLimits, readCollection, readNumber, readText } from '../../validation/parameters';
import type { UploadOptions, UploadTask } from '../../upload/uploader';
import { checkFile, type FilePlace } from '../../upload/file';
import { COMPLETE_MEDIA_UPLOAD } from '../../upload/complete';
import { SEND_FILE } from '../../upload/put';
import { START_MEDIA_UPLOAD } from '../../upload/session';
import { uploadOnce } from '../../upload/dedupe';
import { announceFile } from '../../upload/lookalikes';
import { sayCallerStays, sayWhichWorkflow } from '../../execution/retryAdvice';
import { giveUpAfter, mediaLabelIds, mediaName } from './fields';
import { checkUploadOptions, ifFileExists, restartExpired, waitForUploadLimit } from './uploadOptions';
import type { OperationDefinition } from '../definition';
import { type Result, ok, type InvalidInput, invalid } from '../../utils/result';
import { toItem } from './result';

/** How many files are sent at a time where the user sets nothing: hides the service's time, and leaves memory flat. */
const DEFAULT_SIMULTANEOUS_UPLOADS = 4;

/** More would only share the same line, and each costs memory for what is on its way. */
const MAX_SIMULTANEOUS_UPLOADS = 16;

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		mediaLabelIds,
		{
			displayName: 'MIME Type',
			name: 'mimeType',
			type: 'string',
			default: '',
			placeholder: 'e.g. video/mp4',
			description:
				'Type of the file, if n8n does not know it, or has a wrong one. If empty, it is taken from the file.',
		},
		{ ...mediaName, description: `${mediaName.description} If empty, it is the name of the file.` },
	],
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			...giveUpAfter,
			description: `${giveUpAfter.description}. A wait for the upload limit has its own limit, which is as long again.`,
		},
		ifFileExists,
		restartExpired,
		{
			displayName: 'Simultaneous Uploads',
			name: 'simultaneousUploads',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_SIMULTANEOUS_UPLOADS },
			default: DEFAULT_SIMULTANEOUS_UPLOADS,
			description: 'How many files are sent at a time. Taken from the first item.',
		},
		{
			...waitForUploadLimit,
			description: `${waitForUploadLimit.description} The wait holds one of the simultaneous uploads.`,
		},
	],
};

const fields: INodeProperties[] = [
	{
		displayName:
			'PNG, JPEG, WebP, GIF and HEIC pictures and MP4 and MOV videos up to 500 MiB. One upload is counted when it begins (10 an hour on a free account, 100 on a paid one). Upload a file once: its media ID can be used in any number of posts.',
		name: 'uploadNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		description: 'Name of the field of the input item that holds the file',
	},
	additionalFields,
	options,
];

/** Where the file is named. */
const PLACE: FilePlace = {
	field: 'Input Data Field Name',
	setType: 'If the file is one of these, set "MIME Type" under Additional Fields.',
	ifNamesDiffer: 'If it is another one in each item, set the field to the expression {{ Object.keys($binary)[0] }}.',
	ifAddress: 'use the operation Upload From URL',
};

export const uploadBinary: OperationDefinition = {
	name: 'Upload Binary',
	value: 'uploadBinary',
	action: 'Upload media from binary data',
	description: 'Add a file of the workflow to the content library',
	fields,
	// The search of "Use Existing" is a part of Get Many's request, so the check of that one tells of both.
	requests: [START_MEDIA_UPLOAD, SEND_FILE, COMPLETE_MEDIA_UPLOAD],
	handler: createItemHandler<UploadTask>({
		request: START_MEDIA_UPLOAD,
		concurrency: simultaneousUploads,
		pastTense: 'uploaded',
		validate: async (item) => {
			const task = await checkUpload(item.functions);
			if (task.ok) announceFile(item, task.value);
			return task;
		},
		execute: async (item, task) => toItem(await uploadOnce(item, task)),
		sayRepeated,
	}),
};

const SIMULTANEOUS_UPLOADS: NumberLimits = {
	fallback: DEFAULT_SIMULTANEOUS_UPLOADS,
	min: 1,
	max: MAX_SIMULTANEOUS_UPLOADS,
	whole: true,
};

const checkSimultaneousUploads = (options: JsonRecord) =>
	readNumber(options.simultaneousUploads, 'Simultaneous Uploads', SIMULTANEOUS_UPLOADS);

/** How many files are sent at a time. A value that cannot be used is refused when the items are checked. */
function simultaneousUploads(functions: IExecutePaginationFunctions): number {
	const writtenOptions = readCollection(functions.getNodeParameter(options.name, {}), options);
	const wanted = writtenOptions.ok ? checkSimultaneousUploads(writtenOptions.value) : writtenOptions;
	return wanted.ok ? wanted.value : DEFAULT_SIMULTANEOUS_UPLOADS;
}

/** A retry uploads all files again, and an account may begin a few in an hour only: with many files, no retry would come to the last ones. */
function sayRepeated(functions: IExecutePaginationFunctions): string[] {
	const written = checkOptions(functions);
	if (written.ok && written.value.useExisting) return [];
	const which = sayWhichWorkflow(functions);
	return [
		`A retry uploads the done files again, and each counts. To keep them, set "If File Exists" to "Use Existing" in the options, keep the names, and use "Retry with currently saved workflow"${which}.${sayCallerStays(which)}`,
	];
}

/** The upload that an item asks for. */
async function checkUpload(functions: IExecutePaginationFunctions): Promise<Result<UploadTask, InvalidInput>> {
	const writtenFields = readCollection(functions.getNodeParameter(additionalFields.name, {}), additionalFields);
	if (!writtenFields.ok) return writtenFields;
	const labels = checkIds(writtenFields.value.mediaLabelIds, mediaLabelIds.displayName);
	if (!labels.ok) return labels;
	const mimeType = readText(writtenFields.value.mimeType, 'MIME Type');
	if (!mimeType.ok) return mimeType;
	const written = readText(writtenFields.value.name, 'Name');
	if (!written.ok) return written;
	const options = checkOptions(functions);
	if (!options.ok) return options;

	const file = await inSequence(
		functions.getExecuteData(),
		async () => await checkFile(functions, functions.getNodeParameter('binaryPropertyName'), mimeType.value, PLACE),
	);
	if (!file.ok) return file;
	const name = written.value || file.value.fileName;
	if (name === '') {
		return invalid(
			'Name',
			'is empty, and the file has no name of its own',
			'Add "Name" under Additional Fields, and enter one.',
		);
	}
	return ok({ file: file.value, entry: { name, mediaLabelIds: labels.value }, ...options.value, isPartOfPost: false });
}

function checkOptions(functions: IExecutePaginationFunctions): Result<UploadOptions, InvalidInput> {
	const writtenOptions = readCollection(functions.getNodeParameter(options.name, {}), options);
	if (!writtenOptions.ok) return writtenOptions;
	const simultaneous = checkSimultaneousUploads(writtenOptions.value);
	return simultaneous.ok ? checkUploadOptions(writtenOptions.value) : simultaneous;
}
