import type { Account } from '../store/accounts';
import type { SocialPlatform } from '../store/platforms';
import { deletePost, errorOf, type Post, resultOf } from '../store/posts';
import { publishNow, reschedule } from '../store/publisher';
import type { World } from '../world';
import { failure, problem } from './payload';
import type { ErrorItem } from './payload';
import { postFields } from './postViews';
import { checkPostAt } from './schedule';

/** How the mutations name a post. */
export interface PostArguments {
	readonly platform: SocialPlatform;
	readonly postId: string;
}

/** Publishes a post now. A refusal by the platform is no problem of the call: it stands in `submissionError`. */
export function submitPost(world: World, account: Account, args: PostArguments) {
	const { post, errors } = findUnsubmitted(account, args);
	if (!post) return failure(...errors);
	publishNow(post, world.publishingDesk());
	const [submissionError = null] = post.submissions.flatMap((submission) => errorOf(submission) ?? []);
	return { success: submissionError === null, errors: [], submissionError, post: postFields(post) };
}

/** Gives a post another time. */
export function reschedulePost(world: World, account: Account, args: PostArguments & { readonly postAt: Date }) {
	const found = findUnsubmitted(account, args);
	const errors = [...found.errors, ...checkPostAt(args.postAt, world.now())];
	if (!found.post || errors.length > 0) return failure(...errors);
	reschedule(found.post, args.postAt);
	return { success: true, errors: [], post: postFields(found.post) };
}

/** Moves a post to the trash, where it may be already, or deletes it for good. */
export function deletePlatformPost(
	world: World,
	account: Account,
	{ hardDelete, ...args }: PostArguments & { readonly hardDelete?: boolean | null },
) {
	const { post, errors } = findPost(account, args);
	if (!post) return failure(...errors);
	deletePost(account.posts, post, hardDelete === true, world.now());
	return { success: true, errors: [] };
}

interface Found {
	readonly post?: Post;
	readonly errors: readonly ErrorItem[];
}

function findPost({ posts }: Account, { platform, postId }: PostArguments): Found {
	const post = posts.find(({ id }) => id === postId);
	if (!post) return { errors: [problem('postId', 'POST_NOT_FOUND', `There is no post ${postId}.`)] };
	if (post.platform === platform) return { post, errors: [] };
	return { errors: [problem('platform', 'WRONG_PLATFORM', `Post ${postId} is a post of ${post.platform}.`)] };
}

/** A post that can still be published. Of a thread that is partly out, nothing may go out a second time. */
function findUnsubmitted(account: Account, args: PostArguments): Found {
	if (args.platform === 'REDDIT') {
		return { errors: [problem('platform', 'NOT_SUPPORTED', 'This is not possible for posts of REDDIT.')] };
	}
	const { post, errors } = findPost(account, args);
	if (!post) return { errors };
	const refused = (code: string, message: string): Found => ({ errors: [problem('postId', code, message)] });
	if (post.dateDeleted) return refused('POST_NOT_FOUND', `Post ${post.id} is in the trash.`);
	const isSubmitted = post.submissions.some(resultOf);
	return isSubmitted ? refused('ALREADY_SUBMITTED', `Post ${post.id} has already been submitted.`) : { post, errors };
}
