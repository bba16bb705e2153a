import type { INodeProperties } from 'n8n-workflow';
import type { UploadOptions } from '../../upload/uploader';
import type { JsonRecord } from '../../utils/json';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { readBoolean, readSetOption } from '../../validation/parameters';
import { checkGiveUpAfter } from './fields';

const FILE_EXISTS = [
	{ name: 'Upload Again', value: 'upload', description: 'The library then has it twice' },
	{
		name: 'Use Existing',
		value: 'useExisting',
		description: 'Takes the oldest such file of the library, and uploads nothing',
	},
] as const;

export const ifFileExists: INodeProperties = {
	displayName: 'If File Exists',
	name: 'ifFileExists',
	type: 'options',
	options: [...FILE_EXISTS],
	default: 'upload',
	description: 'What to do when the content library has a file with the same name, type and size',
};

export const restartExpired: INodeProperties = {
	displayName: 'Restart Expired Uploads',
	name: 'restartExpired',
	type: 'boolean',
	default: true,
	description:
		'Whether to begin once more when the upload session ends before the file is in the library. A session lasts about an hour. Beginning again counts as another upload.',
};

export const waitForUploadLimit: INodeProperties = {
	displayName: 'Wait for Upload Limit',
	name: 'waitForUploadLimit',
	type: 'boolean',
	// Who adds it wants it. Where it is not added, it is off.
	default: true,
	description:
		'Whether to wait when the upload limit of the account is used up, instead of failing. A place becomes free within an hour.',
};

/** How the files of the workflow are uploaded: what the options say, and the defaults for those that an operation does not have. */
export function checkUploadOptions(options: JsonRecord): Result<UploadOptions, InvalidInput> {
	const restart = readBoolean(options[restartExpired.name], restartExpired.displayName, true);
	if (!restart.ok) return restart;
	const giveUpAfterMs = checkGiveUpAfter(options);
	if (!giveUpAfterMs.ok) return giveUpAfterMs;
	const wanted = readSetOption(options, ifFileExists.name, ifFileExists.displayName, FILE_EXISTS);
	if (!wanted.ok) return wanted;
	const waits = readBoolean(options[waitForUploadLimit.name], waitForUploadLimit.displayName, false);
	if (!waits.ok) return waits;
	return ok({
		restartExpired: restart.value,
		giveUpAfterMs: giveUpAfterMs.value,
		useExisting: wanted.value === 'useExisting',
		waitForUploadLimit: waits.value,
	});
}
