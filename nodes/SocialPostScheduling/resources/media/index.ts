import type { ResourceDefinition } from '../definition';
import { completeUpload } from './completeUpload';
import { getManyMedia } from './getMany';
import { uploadBinary } from './uploadBinary';
import { uploadFromUrl } from './uploadFromUrl';

export const media: ResourceDefinition = {
	name: 'Media',
	value: 'media',
	operations: [completeUpload, getManyMedia, uploadBinary, uploadFromUrl],
	defaultOperation: 'uploadBinary',
};
