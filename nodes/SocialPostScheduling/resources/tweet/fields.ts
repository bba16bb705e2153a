import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { filesField } from '../files/field';
import { ifFileExists, waitForUploadLimit } from '../media/uploadOptions';
import type { Numbering } from '../../text/numbering';
import { MIN_LIMIT, TWEET_LIMIT } from '../../text/splitText';
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

export const WAYS = [
	{
		name: 'As One Text',
		value: 'text',
		description: 'One text for all tweets. A line that holds only --- begins the next tweet.',
	},
	{ name: 'Tweet by Tweet', value: 'tweets', description: 'A row for each tweet, with its text and its media' },
] as const;

export const specifyThread: INodeProperties = {
	displayName: 'Specify Thread',
	name: 'specifyThread',
	type: 'options',
	noDataExpression: true,
	options: [...WAYS],
	default: 'text',
	description: 'How the tweets are given',
};

const AS_TEXT: INodeProperties['displayOptions'] = { show: { specifyThread: ['text'] } };
const OPTION_OF_TEXT = { show: { '/specifyThread': ['text'] } };

export const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	placeholder: 'e.g. Our new release is here.',
	description: 'Text of the tweet. For a thread, put a line that holds only --- between its tweets.',
	displayOptions: AS_TEXT,
};

const media: INodeProperties = {
	...filesField,
	description: 'Files that the first tweet shows',
	displayOptions: AS_TEXT,
};

const thread: INodeProperties = {
	displayName: 'Thread',
	name: 'thread',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tweet', sortable: true },
	placeholder: 'Add Tweet',
	default: { tweet: [{ text: '' }] },
	required: true,
	displayOptions: { show: { specifyThread: ['tweets'] } },
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

// The default of a switch in the options is what n8n shows when a person adds it: who adds one of these wants it, and one that stayed off by
// mistake would post what was to be a draft or a preview. An option that is not added is off.

export const saveAsDraft: INodeProperties = {
	displayName: 'Save as Draft',
	name: 'saveAsDraft',
	type: 'boolean',
	default: true,
	description: 'Whether to save the thread as a draft, which is not posted until somebody schedules it in the service',
};

export const splitLongText: INodeProperties = {
	displayName: 'Split Long Text',
	name: 'splitLongText',
	type: 'boolean',
	default: true,
	description:
		'Whether to split a text that is too long for one tweet into a thread, at paragraphs, sentences or words. Otherwise the service decides whether it takes the text.',
	displayOptions: OPTION_OF_TEXT,
};

export const characterLimit: INodeProperties = {
	displayName: 'Character Limit',
	name: 'characterLimit',
	type: 'number',
	typeOptions: { minValue: MIN_LIMIT },
	default: TWEET_LIMIT,
	description:
		'The longest text of a tweet, in characters as X counts them: a link is 23, an emoji or a Chinese, Japanese or Korean character 2. "Split Long Text" splits by it, and a longer text is sent with a warning.',
};

export const NUMBERINGS: ReadonlyArray<{ name: string; value: Numbering; description: string }> = [
	{ name: 'At the End', value: 'end', description: 'Such as "text (1/3)"' },
	{ name: 'At the Start', value: 'start', description: 'Such as "1/3 text"' },
	{ name: 'None', value: 'none', description: 'The tweets have no numbers' },
];

export const numbering: INodeProperties = {
	displayName: 'Numbering',
	name: 'numbering',
	type: 'options',
	options: [...NUMBERINGS],
	default: 'none',
	description: 'Where to put the number of each tweet of a split text',
	displayOptions: { show: { ...OPTION_OF_TEXT.show, splitLongText: [true] } },
};

export const previewOnly: INodeProperties = {
	displayName: 'Preview Only',
	name: 'previewOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to return what would be sent, and send nothing',
};

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		characterLimit,
		duplicateCheck,
		{ ...ifFileExists, description: `${ifFileExists.description} as one from the input` },
		numbering,
		postTagsField,
		previewOnly,
		saveAsDraft,
		splitLongText,
		{
			...waitForUploadLimit,
			description: `${waitForUploadLimit.description} Only for files from the input. The posts after it wait as well.`,
		},
	],
};

/** What the panel shows for Tweet: Schedule. */
export const fields: INodeProperties[] = [account, postAt, specifyThread, text, media, thread, options];

const hintOf = ({ name }: INodeProperties, message: string): NodeHint => ({
	message,
	type: 'warning',
	location: 'outputPane',
	displayCondition: `={{ $parameter.resource === "tweet" && $parameter.operation === "schedule" && $parameter.options?.${name} === true }}`,
});

/** What n8n shows above the output as long as one of these options is on: one that was left on would post nothing, day by day. */
export const hints: NodeHint[] = [
	hintOf(
		previewOnly,
		'"Preview Only" is on: nothing is posted, and the nodes behind get a success. To schedule the post, turn it off, and publish the workflow again if it is published.',
	),
	hintOf(
		saveAsDraft,
		'"Save as Draft" is on: nothing is posted until somebody schedules the draft in the service, or publishes it with Post: Publish Now.',
	),
];
