import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { createItemHandler } from '../../execution/itemHandler';
import { DEFAULT_CONCURRENCY } from '../../execution/operation';
import { mayHaveSucceeded } from '../../transport/failure';
import { callService } from '../../transport/graphql';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { readBoolean, readCollection } from '../../validation/parameters';
import type { OperationDefinition } from '../definition';
import type { Platform } from '../platform';
import { noteDeleted } from '../tweet/deleted';
import { notePostsChanged } from '../tweet/findPost';
import { checkPostReference, platform, postId, type PostReference } from './fields';

const permanently: INodeProperties = {
	displayName: 'Permanently',
	name: 'permanently',
	type: 'boolean',
	default: false,
	description: 'Whether to delete the post for good instead of moving it to the trash of the service',
};

/** Mutation `deletePlatformPost` (public reference, section 6.2). What stands on the platform already stays there. */
export const deleteOn = (of: Platform) =>
	mutation(
		{
			name: 'deletePlatformPost',
			retryClass: 'idempotent',
			failed: 'The post was not deleted',
			doubt: {
				uncertain: 'The post may have been deleted',
				advice:
					'Look for it with "Get Many". Deleting the same post again does no harm. A new run may choose other posts, if it takes them from a list.',
			},
			checkVariables: { postId: '' },
			fields: { postId: 'Post', platform: 'Platform', hardDelete: 'Permanently' },
		},
		`mutation DeletePost($postId: ID!, $hardDelete: Boolean) {
			deletePlatformPost(platform: ${of}, postId: $postId, hardDelete: $hardDelete) { success ${ERROR_FIELDS} }
		}`,
		() => ok(null),
	);
const DELETE = deleteOn('TWITTER');

interface Deletion {
	readonly post: PostReference;
	readonly hardDelete: boolean;
}

export const deletePost: OperationDefinition = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete post',
	description: 'Move a post to the trash, or delete it for good. A post that is out already stays on the platform.',
	fields: [
		platform,
		postId,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [permanently],
		},
	],
	requests: [DELETE],
	handler: createItemHandler<Deletion>({
		request: DELETE,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense: 'deleted',
		sharedKey: ({ post: { platform, postId }, hardDelete }) => JSON.stringify([platform, postId, hardDelete]),
		validate: ({ functions }) => checkDeletion(functions),
		execute: async (item, { post, hardDelete }) => {
			const { connection } = item;
			const outcome = await callService(connection, deleteOn(post.platform), { postId: post.postId, hardDelete });
			notePostsChanged(connection);
			if (outcome.ok || mayHaveSucceeded(outcome.error)) await noteDeleted(item, post, outcome.ok);
			return outcome.ok
				? { ok: true, output: [{ deleted: true }], warnings: outcome.value.warnings }
				: { ok: false, request: DELETE, failure: outcome.error };
		},
	}),
};

function checkDeletion(functions: IExecutePaginationFunctions): Result<Deletion, InvalidInput> {
	const post = checkPostReference(functions);
	if (!post.ok) return post;
	const options = readCollection(functions.getNodeParameter('options', {}), 'Options');
	if (!options.ok) return options;
	const hardDelete = readBoolean(options.value.permanently, permanently.displayName, false);
	return hardDelete.ok ? ok({ post: post.value, hardDelete: hardDelete.value }) : hardDelete;
}
