import type { ResourceDefinition } from '../definition';
import { getManyMediaLabels } from './getMany';

export const mediaLabel: ResourceDefinition = {
	name: 'Media Label',
	value: 'mediaLabel',
	operations: [getManyMediaLabels],
	defaultOperation: 'getMany',
};
