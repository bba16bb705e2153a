import type { INodeProperties } from 'n8n-workflow';
import type { InvalidInput, Result } from '../utils/result';
import { checkIds } from '../validation/ids';
import { ID_LIST_HINT } from './idList';

/** The tags of a post, the same for every platform. As with accounts, an expression may give a text with commas. */
export const postTagsField: INodeProperties = {
	displayName: 'Post Tag Names or IDs',
	name: 'postTagIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getPostTags' },
	allowArbitraryValues: true,
	default: [],
	description:
		'Tags for the post in the service. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	hint: ID_LIST_HINT,
};

/** The IDs; undefined where none is set. */
export const checkPostTags = (written: unknown): Result<string[] | undefined, InvalidInput> =>
	checkIds(written, postTagsField.displayName);
