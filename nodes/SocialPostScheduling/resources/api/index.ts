import type { ResourceDefinition } from '../definition';
import { execute } from './execute';

export const api: ResourceDefinition = {
	name: 'API',
	value: 'api',
	operations: [execute],
	defaultOperation: 'execute',
};
