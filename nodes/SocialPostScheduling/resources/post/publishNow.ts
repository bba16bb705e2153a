import { createItemHandler } from '../../execution/itemHandler';
import type { Once } from '../../execution/operation';
import type { Failure } from '../../transport/failure';
import { callService } from '../../transport/graphql';
import { asDoubt, type Payload, readPayload, type Reply, submissionErrors } from '../../transport/reply';
import { ERROR_FIELDS, mutation } from '../../transport/request';
import { field, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { OperationDefinition } from '../definition';
import type { Platform } from '../platform';
import { notePostsChanged } from './lookup/findPost';
import { sayNamedBefore } from './namedBefore';
import { changedItem, changedSubmissions, submissionsOf } from './changed';
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
				advice:
					'Wait some minutes, and check the post on the platform before you run this again: sending it again could post it twice.',
			},
			checkVariables: { postId: '' },
			fields: { postId: 'Post', platform: 'Platform' },
		},
		`mutation PublishPost($postId: ID!) {
			submitPlatformPost(platform: ${of}, postId: $postId) {
				success post { submissions { id result { url } } } submissionError { errorCode message suggestedFix }
				${ERROR_FIELDS}
			}
		}`,
		(payload) => ok(changedSubmissions(payload, (submission) => ({ url: addressOf(submission) }))),
		readPublication,
	);
const PUBLISH = publishOn('TWITTER');

/** Where a submission is on the platform; its own `url` is one that the post links to. */
const addressOf = (submission: unknown): string | null => textField(field(submission, 'result'), 'url') || null;

/**
 * The payload. Where the platform has refused a post, a part of the thread may be out: only where the response shows that none is,
 * the post may be sent again.
 */
function readPublication(reply: Reply, name: string): Result<Payload, Failure> {
	const payload = readPayload(reply, name);
	if (payload.ok || !reply.answered) return payload;
	const written = field(field(reply.body, 'data'), name);
	const submissions = submissionsOf(written);
	const parts: unknown[] = Array.isArray(submissions) ? submissions : [];
	const isPartOut = parts.some((part) => (field(part, 'result') ?? null) !== null);
	const isNoneOut = parts.length > 0 && parts.every((part) => field(part, 'result') === null);
	const mayBeOut = isPartOut || (submissionErrors(field(written, 'submissionError')).length > 0 && !isNoneOut);
	// A limit that is met within a thread is the platform's, and not the one of requests or of uploads.
	return mayBeOut ? err(asDoubt(payload.error, reply, name)) : payload;
}

/** A post is published once in an execution, however often it comes. */
const ONCE: Once<PostReference> = {
	key: ({ platform, postId: id }) => ({ identity: [platform, id], namesAccount: true, details: null }),
	reuse: {
		keep: () => ({}),
		restore: (post) => [changedItem(post, { alreadyPublished: true })],
		warningIfEqual: (other) => sayNamedBefore(other),
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
			notePostsChanged(connection);
			if (!outcome.ok) return { ok: false, request: PUBLISH, failure: outcome.error };
			const { value: submissions, warnings } = outcome.value;
			return { ok: true, output: [changedItem(post, { submissions })], warnings };
		},
	}),
};
