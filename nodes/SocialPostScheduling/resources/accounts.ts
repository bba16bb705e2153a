import type { INodeProperties } from 'n8n-workflow';
import type { InvalidInput, Result } from '../utils/result';
import { ID_LIST_HINT } from './idList';
import { checkIds } from '../validation/ids';

/**
 * Social accounts by their IDs, where an operation is about several of them. An expression may give a text with commas as well, which
 * n8n must not take for a value that is not in the list.
 */
export const accountsField: INodeProperties = {
	displayName: 'Account Names or IDs',
	name: 'accounts',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getSocialAccounts' },
	allowArbitraryValues: true,
	default: [],
	description:
		'The social accounts. If empty, all of them. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	hint: ID_LIST_HINT,
};

/** The IDs; undefined where none is set, which stands for all accounts. */
export const checkAccounts = (written: unknown): Result<string[] | undefined, InvalidInput> =>
	checkIds(written, accountsField.displayName);
