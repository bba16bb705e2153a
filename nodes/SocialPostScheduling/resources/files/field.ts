import type { INodeProperties } from 'n8n-workflow';

/** A file that a post shows. */
const file: INodeProperties = {
	displayName: 'File',
	name: 'file',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'A file of the library, or one that is uploaded first. The same file of the library can be used in any number of posts.',
	modes: [
		{
			displayName: 'From Library',
			name: 'list',
			type: 'list',
			placeholder: 'Select a file...',
			typeOptions: { searchListMethod: 'searchMedia', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4711',
			hint: 'The ID that an upload gave: one in each row of Media',
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Launch teaser',
			hint: 'The name in the library. Upper and lower case are the same, and the first match is taken.',
		},
		{
			displayName: 'From Input',
			name: 'binary',
			type: 'string',
			placeholder: 'e.g. data',
			hint: 'The name of the field of the input item that holds the file. Several names are separated by commas, and * stands for all files of the item. They are uploaded first.',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://example.com/picture.png',
			hint: 'The service fetches the file, which counts as an upload. Anyone must be able to open the address without signing in.',
		},
	],
};

/** The files of a post, the same for every platform. */
export const filesField: INodeProperties = {
	displayName: 'Media',
	name: 'media',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Media', sortable: true },
	placeholder: 'Add Media',
	default: {},
	description: 'Files that the tweet shows',
	options: [{ displayName: 'Reference', name: 'reference', values: [file] }],
};
