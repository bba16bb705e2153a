import type { INodeProperties } from 'n8n-workflow';
import type { InvalidInput, Result } from '../utils/result';
import { checkIds } from '../validation/ids';

/** Social accounts by their IDs, where an operation is about several of them. */
export const accountsField: INodeProperties = {
	displayName: 'Accounts',
	name: 'accounts',
	type: 'string',
	default: '',
	placeholder: 'e.g. 501,502',
	description:
		'IDs of social accounts, separated by commas. An expression may give an array. Leave it empty for all accounts.',
};

/** The IDs; undefined where none is set, which stands for all accounts. */
export const checkAccounts = (written: unknown): Result<string[] | undefined, InvalidInput> =>
	checkIds(written, accountsField.displayName);
