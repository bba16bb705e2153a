import type { INodeProperties } from 'n8n-workflow';
import { accountsField } from '../SocialPostScheduling/resources/accounts';
import { PLATFORMS } from '../SocialPostScheduling/resources/platform';
import { EVENTS } from './events';

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [accountsField],
};

/** Everything that the panel shows. n8n adds the times of the polls. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [...EVENTS],
		default: ['postSubmitted', 'postFailed'],
		description: 'The events that start the workflow',
	},
	{
		displayName: 'Platforms',
		name: 'platforms',
		type: 'multiOptions',
		options: [...PLATFORMS],
		default: ['TWITTER'],
		description: 'The platforms to watch, for the events of posts. Each is one request in a poll.',
	},
	filters,
];
