import type { ResourceDefinition } from '../definition';
import { completeUpload } from './completeUpload';
import { uploadBinary } from './uploadBinary';
import { uploadFromUrl } from './uploadFromUrl';

export const media: ResourceDefinition = {
	name: 'Media',
	value: 'media',
	operations: [completeUpload, uploadBinary, uploadFromUrl],
	defaultOperation: 'uploadBinary',
};
