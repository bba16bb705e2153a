import type { INodeProperties } from 'n8n-workflow';
import { filesField } from '../files/field';
import { postAt } from '../postAt';
import { postTagsField } from '../postTags';
import { duplicateCheck } from './duplicateCheck';

const account: INodeProperties = {
	displayName: 'Account',
	name: 'username',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The account to post from. It must be connected to the service.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an account...',
			typeOptions: { searchListMethod: 'searchAccounts', searchable: true },
		},
		{
			displayName: 'By Handle',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. my_brand',
			hint: 'The handle of the account, with or without @',
		},
	],
};

const thread: INodeProperties = {
	displayName: 'Thread',
	name: 'thread',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tweet', sortable: true },
	placeholder: 'Add Tweet',
	default: { tweet: [{ text: '' }] },
	required: true,
	description: 'The tweets of the thread, posted in this order',
	options: [
		{
			displayName: 'Tweet',
			name: 'tweet',
			values: [
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. Our new release is here.',
					description: 'Text of the tweet',
				},
				filesField,
			],
		},
	],
};

export const saveAsDraft: INodeProperties = {
	displayName: 'Save as Draft',
	name: 'saveAsDraft',
	type: 'boolean',
	default: false,
	description: 'Whether to save the thread as a draft, which is not posted until somebody schedules it in the service',
};

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [duplicateCheck, postTagsField, saveAsDraft],
};

/** What the panel shows for Tweet: Schedule. */
export const fields: INodeProperties[] = [account, postAt, thread, options];
