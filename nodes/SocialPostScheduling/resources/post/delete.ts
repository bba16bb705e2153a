import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { stillDoubted } from '../../execution/idempotency/doubt';
import { isRetry } from '../../execution/isRetry';
import { createItemHandler } from '../../execution/itemHandler';
import type { ItemResult } from '../../execution/itemResult';
import { DEFAULT_CONCURRENCY, type Item } from '../../execution/operation';
import { sayRetryOfFound } from '../../execution/retryAdvice';
import { type Failure, mayHaveSucceeded } from '../../transport/failure';
import { callService } from '../../transport/graphql';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { inSequence } from '../../utils/inSequence';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { readBoolean, readCollection } from '../../validation/parameters';
import type { OperationDefinition } from '../definition';
import type { Platform } from '../platform';
import { noteDeleted } from './lookup/deletedSince';
import { notePostsChanged } from './lookup/findPost';
import { Deletions } from './deletions';
import { sayNamedBefore } from './namedBefore';
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
				advice: 'Look for it with "Get Many". Deleting the same post again does no harm.',
			},
			checkVariables: { postId: '' },
			fields: { postId: 'Post', platform: 'Platform', hardDelete: 'Permanently' },
		},
		`mutation DeletePost($postId: ID!, $hardDelete: Boolean) {
			deletePlatformPost(platform: ${of}, postId: $postId, hardDelete: $hardDelete) { success ${ERROR_FIELDS} }
		}`,
		() => ok(null),
	);
/** What an error is about; it is the same on every platform. */
const DELETE = deleteOn('TWITTER');

interface Deletion {
	readonly post: PostReference;
	readonly hardDelete: boolean;
}

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [permanently],
};

export const deletePost: OperationDefinition = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete post',
	description: 'Move a post to the trash, or delete it for good. A post that is out already stays on the platform.',
	fields: [platform, postId, options],
	requests: [DELETE],
	handler: createItemHandler<Deletion>({
		request: DELETE,
		concurrency: DEFAULT_CONCURRENCY,
		pastTense: 'deleted',
		validate: ({ functions }) => checkDeletion(functions),
		execute: async (item, deletion) => {
			const ofPost = await Deletions.of(item, deletion.post);
			return await inSequence(ofPost, async () => await deleteOnce(item, deletion, ofPost));
		},
	}),
};

async function deleteOnce(item: Item, { post, hardDelete }: Deletion, ofPost: Deletions): Promise<ItemResult> {
	const done: ItemResult = { ok: true, output: [{ deleted: true }], warnings: [] };
	const sayOthers = () => ofPost.doneByOthers(item).flatMap((other) => sayNamedBefore(other, isRetry(item.functions)));
	if (ofPost.isDone(hardDelete)) {
		// Another retry may have done it.
		ofPost.store(item);
		return { ...done, warnings: sayOthers() };
	}
	const { failed: before } = ofPost;
	if (before?.pass === item.memory && before.hardDelete === hardDelete) return before.result;

	const { connection } = item;
	const outcome = await callService(connection, deleteOn(post.platform), { postId: post.postId, hardDelete });
	notePostsChanged(connection);
	if (outcome.ok) {
		ofPost.succeed(item, hardDelete);
		await noteDeleted(item, post, true);
		return { ...done, warnings: [...outcome.value.warnings, ...sayOthers()] };
	}
	const wasInDoubt = ofPost.isInDoubt && isRetry(item.functions);
	// What is deleted already is refused. All else says nothing of an earlier deletion.
	const mayBeDeleted = ofPost.mayHaveBegun && outcome.error.kind === 'refused';
	const failure: Failure = mayBeDeleted ? { ...outcome.error, uncertain: true } : outcome.error;
	const isInDoubt = mayHaveSucceeded(failure);
	// What never reached the service tells nothing of what another retry may have done.
	if (isInDoubt || failure.kind === 'refused') ofPost.fail(item, isInDoubt);
	if (isInDoubt) await noteDeleted(item, post, false);
	const isGone = isInDoubt && failure.kind === 'refused';
	const failed: ItemResult = {
		ok: false,
		request: DELETE,
		failure,
		hints: [...(isGone ? [IF_GONE] : []), ...(isInDoubt || wasInDoubt ? sayRetryOfFound(item.functions) : [])],
		...(isGone && { isRefusedForGood: true }),
	};
	const result = wasInDoubt ? await stillDoubted(DELETE, failed, item) : failed;
	ofPost.failed = { pass: item.memory, hardDelete, result };
	return result;
}

const IF_GONE =
	'If ID and platform are right, and the service does not have the post any more, it is deleted: each further try for it is refused.';

function checkDeletion(functions: IExecutePaginationFunctions): Result<Deletion, InvalidInput> {
	const post = checkPostReference(functions);
	if (!post.ok) return post;
	const writtenOptions = readCollection(functions.getNodeParameter(options.name, {}), options);
	if (!writtenOptions.ok) return writtenOptions;
	const hardDelete = readBoolean(writtenOptions.value.permanently, permanently.displayName, false);
	return hardDelete.ok ? ok({ post: post.value, hardDelete: hardDelete.value }) : hardDelete;
}
