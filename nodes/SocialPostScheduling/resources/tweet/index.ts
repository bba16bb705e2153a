import type { INodeProperties } from 'n8n-workflow';
import { scheduleFields, scheduleTweet } from './schedule';

export const tweetProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['tweet'] } },
		options: [scheduleTweet],
		default: 'schedule',
	},
	...scheduleFields,
];
