import type { ResourceDefinition } from '../definition';
import { getManyPostTags } from './getMany';

export const postTag: ResourceDefinition = {
	name: 'Post Tag',
	value: 'postTag',
	operations: [getManyPostTags],
	defaultOperation: 'getMany',
};
