import type { ResourceDefinition } from '../definition';
import { getProfile } from './get';

export const profile: ResourceDefinition = {
	name: 'Profile',
	value: 'profile',
	operations: [getProfile],
	defaultOperation: 'get',
};
