import { THREAD_PLATFORMS } from '../store/platforms';
import type { SocialPlatform } from '../store/platforms';
import { errorOf, type Post, resultOf, type Submission } from '../store/posts';
import { socialAccountFields } from './views';

/** Longest preview of a text, in characters: a decision of the sandbox. */
const PREVIEW_CHARACTERS = 100;

/** The types of the schema for the posts of a platform, and for their submissions. */
function typesOf(platform: SocialPlatform) {
	if (platform === 'TWITTER') return { post: 'TwitterPostType', submission: 'TweetType' };
	if (THREAD_PLATFORMS.includes(platform)) return { post: 'ThreadPostType', submission: 'ThreadSubmissionType' };
	return { post: 'SocialPostType', submission: 'SocialSubmissionType' };
}

function preview(text = ''): string {
	const characters = [...text];
	return characters.length > PREVIEW_CHARACTERS ? `${characters.slice(0, PREVIEW_CHARACTERS).join('')}...` : text;
}

/** A submission as the type of its platform in the schema. */
export function submissionFields(post: Post, submission: Submission) {
	const { id, text, order, postAt } = submission;
	return {
		__typename: typesOf(post.platform).submission,
		id,
		postId: post.id,
		platform: post.platform.toLowerCase(),
		postAt,
		text,
		order,
		preview: preview(text),
		url: null,
		publishingStatus: post.publishingStatus,
		socialAccount: socialAccountFields(post.socialAccount),
		result: resultOf(submission) ?? null,
		error: errorOf(submission) ?? null,
		post: () => postFields(post),
	};
}

/** A post as the type of its platform in the schema. */
export function postFields(post: Post) {
	const {
		id,
		platform,
		publishingStatus,
		dateCreated,
		dateDeleted = null,
		socialAccount,
		postTags = [],
		submissions,
	} = post;
	return {
		__typename: typesOf(platform).post,
		id,
		platform: platform.toLowerCase(),
		publishingStatus,
		dateCreated,
		dateDeleted,
		preview: preview(submissions[0]?.text),
		socialAccount: socialAccountFields(socialAccount),
		postTags,
		submissions: ({ includeDeleted }: { includeDeleted: boolean | null }) =>
			dateDeleted !== null && includeDeleted !== true
				? []
				: submissions.map((submission) => submissionFields(post, submission)),
	};
}
