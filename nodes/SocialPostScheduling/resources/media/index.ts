import type { INodeProperties } from 'n8n-workflow';
import { completeUpload, completeUploadFields } from './completeUpload';
import { uploadBinary, uploadBinaryFields } from './uploadBinary';
import { uploadFromUrl, uploadFromUrlFields } from './uploadFromUrl';

export const mediaProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['media'] } },
		options: [completeUpload, uploadBinary, uploadFromUrl],
		default: 'uploadBinary',
	},
	...uploadBinaryFields,
	...uploadFromUrlFields,
	...completeUploadFields,
];
