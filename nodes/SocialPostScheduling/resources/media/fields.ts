import type { INodeProperties } from 'n8n-workflow';

/** The labels of a file, the same in every upload. */
export const mediaLabelIds: INodeProperties = {
	displayName: 'Media Label IDs',
	name: 'mediaLabelIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12,15',
	description:
		'IDs of labels for the file in the content library, separated by commas. An expression may give an array.',
};
