import type { ResourceDefinition } from '../definition';
import { createCheck } from './check';
import { execute } from './execute';

/** The resource whose operation Check is about the operations of the others. */
export const createApiResource = (others: readonly ResourceDefinition[]): ResourceDefinition => ({
	name: 'API',
	value: 'api',
	operations: [createCheck(others), execute],
	defaultOperation: 'execute',
});
