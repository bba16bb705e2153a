import type { INodeProperties } from 'n8n-workflow';
import { getProfile } from './get';

export const profileProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['profile'] } },
		options: [getProfile],
		default: 'get',
	},
];
