import type { ResourceDefinition } from '../definition';
import { getManySocialAccounts } from './getMany';
import { getNextSlots } from './getNextSlots';

export const socialAccount: ResourceDefinition = {
	name: 'Social Account',
	value: 'socialAccount',
	operations: [getManySocialAccounts, getNextSlots],
	defaultOperation: 'getMany',
};
