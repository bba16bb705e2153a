import type { ResourceDefinition } from '../definition';
import { getManySocialAccounts } from './getMany';

export const socialAccount: ResourceDefinition = {
	name: 'Social Account',
	value: 'socialAccount',
	operations: [getManySocialAccounts],
	defaultOperation: 'getMany',
};
