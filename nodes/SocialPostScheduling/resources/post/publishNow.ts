import { createItemHandler } from '../../execution/itemHandler';
import type { Once } from '../../execution/operation';
import { callService } from '../../transport/graphql';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import type { OperationDefinition } from '../definition';
import type { Platform } from '../platform';
import { changedItem, readChanged } from './changed';
import { checkPostToChange, platformToChange, postId, type PostReference } from './fields';

/** Mutation `submitPlatformPost` (public reference, section 6.2). */
const publishOn = (of: Platform) =>
	mutation(
		{
			name: 'submitPlatformPost',
			retryClass: 'nonIdempotent',
			failed: 'The post was not published',
			doubt: {
				uncertain: 'The post may have been published',
				advice: 'Check the post on the platform before you run this again: sending it again could post it twice.',
			},
			checkVariables: { postId: '' },
			fields: { postId: 'Post', platform: 'Platform' },
		},
		`mutation PublishPost($postId: ID!) {
			submitPlatformPost(platform: ${of}, postId: $postId) {
				success post { submissions { id url } } submissionError { errorCode message suggestedFix } ${ERROR_FIELDS}
			}
		}`,
		readChanged('url'),
	);
const PUBLISH = publishOn('TWITTER');

/** A post is published once in an execution, however often it comes. */
const ONCE: Once<PostReference> = {
	key: ({ platform, postId: id }) => ({ identity: [platform, id], details: null }),
	reuse: {
		keep: () => ({}),
		restore: (post) => [changedItem(post, { alreadyPublished: true })],
		conflict: {
			field: postId.displayName,
			problem: 'was published before in this execution',
			advice: 'It was not published again.',
		},
	},
};

export const publishPostNow: OperationDefinition = {
	name: 'Publish Now',
	value: 'publishNow',
	action: 'Publish post now',
	description: 'Publish a scheduled post or a draft at once',
	fields: [platformToChange, postId],
	requests: [PUBLISH],
	handler: createItemHandler<PostReference>({
		request: PUBLISH,
		concurrency: 1,
		pastTense: 'published',
		once: ONCE,
		validate: ({ functions }) => checkPostToChange(functions),
		execute: async ({ connection }, post) => {
			const outcome = await callService(connection, publishOn(post.platform), { postId: post.postId });
			return outcome.ok
				? { ok: true, output: [changedItem(post, { submissions: outcome.value })] }
				: { ok: false, request: PUBLISH, failure: outcome.error };
		},
	}),
};
