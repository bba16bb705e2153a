import { isUnread, type Post, type Submission } from './post';

/** What a submission can be (service API, section 3). */
export type SubmissionState = 'draft' | 'scheduled' | 'submitted' | 'failed';

/** What a post can be. */
export type PostState = SubmissionState | 'partly';

/**
 * The state of a submission: it has a result, an error, or neither (service API, section 3). Where both stand, a later try has
 * succeeded. In the trash, what has neither waits for nothing: null, as where it could not be read.
 */
export function stateOfSubmission(submission: Submission, post: Post): SubmissionState | null {
	if (submission.result !== null) return 'submitted';
	if (submission.error !== null) return 'failed';
	if (isInTrash(post) || isUnread(submission)) return null;
	return isDraft(post) ? 'draft' : 'scheduled';
}

/**
 * The state of a post, from those of its submissions: `partly` where some parts of a thread are out and others have failed.
 * A thread of which parts are still to come is `scheduled`. Null for a post in the trash of which not all has become something, where
 * the service may give no submissions of it, and for one of which a part could not be read.
 */
export function stateOfPost(post: Post): PostState | null {
	const states = new Set(post.submissions.map((submission) => stateOfSubmission(submission, post)));
	if (states.has('failed')) return states.has('submitted') ? 'partly' : 'failed';
	if (states.has(null) || (states.size === 0 && isInTrash(post))) return null;
	if (states.has('draft') || (states.size === 0 && isDraft(post))) return 'draft';
	return states.has('scheduled') || states.size === 0 ? 'scheduled' : 'submitted';
}

const isInTrash = ({ dateDeleted }: Post): boolean => dateDeleted !== null;

const isDraft = ({ publishingStatus }: Post): boolean => publishingStatus?.toUpperCase() === 'DRAFT';
