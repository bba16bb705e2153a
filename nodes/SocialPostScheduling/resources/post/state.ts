import type { Post, Submission } from './post';

/** What a submission can be (service API, section 3). */
export type SubmissionState = 'draft' | 'scheduled' | 'submitted' | 'failed';

/** What a post can be. */
export type PostState = SubmissionState | 'partly';

/**
 * The state of a submission: it has a result, an error, or neither (service API, section 3). Where both stand, a later try has
 * succeeded.
 */
export function stateOfSubmission({ result, error }: Submission, post: Post): SubmissionState {
	if (result !== null) return 'submitted';
	if (error !== null) return 'failed';
	return isDraft(post) ? 'draft' : 'scheduled';
}

/**
 * The state of a post, from those of its submissions: `partly` where some parts of a thread are out and others have failed.
 * A thread of which parts are still to come is `scheduled`.
 */
export function stateOfPost(post: Post): PostState {
	const states = new Set(post.submissions.map((submission) => stateOfSubmission(submission, post)));
	if (states.has('failed')) return states.has('submitted') ? 'partly' : 'failed';
	if (states.has('draft') || (states.size === 0 && isDraft(post))) return 'draft';
	return states.has('scheduled') || states.size === 0 ? 'scheduled' : 'submitted';
}

const isDraft = ({ publishingStatus }: Post): boolean => publishingStatus?.toUpperCase() === 'DRAFT';
