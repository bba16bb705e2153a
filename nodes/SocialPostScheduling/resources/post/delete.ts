import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { createItemHandler } from '../../execution/itemHandler';
import { DEFAULT_CONCURRENCY } from '../../execution/operation';
import { afterDoubt, type Failure, mayHaveSucceeded } from '../../transport/failure';
import { callService } from '../../transport/graphql';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { getOrCreate } from '../../utils/getOrCreate';
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

const keyOf = ({ post: { platform, postId: id }, hardDelete }: Deletion): string =>
	JSON.stringify([platform, id, hardDelete]);

/** What was deleted in an execution, by what it is: null, or the failure that leaves it in doubt. */
const deletions = new WeakMap<object, Map<string, Failure | null>>();

/** What a failure comes to after an earlier deletion of the same post, which it may not find any more; null where that has succeeded. */
const inViewOf = (earlier: Failure | null | undefined, failure: Failure): Failure | null =>
	earlier === null && failure.kind === 'refused' ? null : afterDoubt(failure, earlier ?? undefined);

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
		sharedKey: keyOf,
		validate: ({ functions }) => checkDeletion(functions),
		execute: async (item, deletion) => {
			const { connection, scope } = item;
			const { post, hardDelete } = deletion;
			const outcome = await callService(connection, deleteOn(post.platform), { postId: post.postId, hardDelete });
			notePostsChanged(connection);
			const earlier = getOrCreate(deletions, scope.execution, () => new Map<string, Failure | null>());
			const key = JSON.stringify([connection.endpoint.href, keyOf(deletion)]);
			const failure = outcome.ok ? null : inViewOf(earlier.get(key), outcome.error);
			if (failure !== null && !mayHaveSucceeded(failure)) return { ok: false, request: DELETE, failure };
			earlier.set(key, failure);
			await noteDeleted(item, post, failure === null);
			return failure === null
				? { ok: true, output: [{ deleted: true }], warnings: outcome.ok ? outcome.value.warnings : [] }
				: { ok: false, request: DELETE, failure };
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
