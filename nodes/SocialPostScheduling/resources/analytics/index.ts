import type { ResourceDefinition } from '../definition';
import { getPostMetrics } from './getPostMetrics';

export const analytics: ResourceDefinition = {
	name: 'Analytics',
	value: 'analytics',
	operations: [getPostMetrics],
	defaultOperation: 'getPostMetrics',
};
