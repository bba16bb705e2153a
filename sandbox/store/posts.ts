import type { Media } from './library';

/** Whether a post is to be published when its time comes (public reference, section 4.1). */
export type PublishingStatus = 'DRAFT' | 'READY_TO_PUBLISH';

/** The four states of a submission (specification, section 3). */
export type SubmissionState = 'DRAFT' | 'SCHEDULED' | 'SUBMITTED' | 'FAILED';

/** A submission that reached the platform (public reference, section 4.9). */
export interface Result {
	readonly id: string;
	readonly accountUsername: string;
	readonly externalSubmissionId: string;
	readonly url: string;
	readonly dateSubmitted: Date;
}

/** A submission that the platform refused (public reference, section 4.9). */
export interface SubmissionError {
	readonly id: string;
	readonly errorCode: string;
	readonly message: string;
	readonly suggestedFix: string;
	readonly dateFailed: Date;
}

/** One item of a thread on its way to the platform: it has a result, an error, or neither (specification, section 2). */
export interface Submission {
	readonly id: string;
	readonly text: string;
	readonly order: number;
	readonly media: readonly Media[];
	outcome?: { readonly result: Result } | { readonly error: SubmissionError };
}

/** A post with one submission per item of its thread. */
export interface Post {
	readonly id: string;
	readonly username: string;
	readonly publishingStatus: PublishingStatus;
	readonly postAt: Date;
	readonly dateCreated: Date;
	readonly submissions: readonly Submission[];
}

/** Posts to this handle fail when they are published: the sandbox's way to show the state Failed. */
export const FAILING_HANDLE = 'failing_account';

/** This handle is not connected: scheduling a post to it is refused. */
export const NOT_CONNECTED_HANDLE = 'not_connected';

/** The state that follows from what a submission has (specification, section 3). */
export function stateOf(post: Post, submission: Submission): SubmissionState {
	if (submission.outcome) return 'result' in submission.outcome ? 'SUBMITTED' : 'FAILED';
	return post.publishingStatus === 'DRAFT' ? 'DRAFT' : 'SCHEDULED';
}

/** What publishing needs from outside. */
export interface PublishingDesk {
	readonly now: number;
	readonly nextId: () => string;
	/** Address where a submitted post can be looked at. */
	readonly urlOf: (post: Post, submission: Submission) => string;
}

/** Submits every scheduled submission whose time has come; drafts are left alone. */
export function publishDue(posts: readonly Post[], desk: PublishingDesk): void {
	for (const post of posts) {
		if (post.postAt.getTime() > desk.now) continue;
		for (const submission of post.submissions) {
			if (stateOf(post, submission) !== 'SCHEDULED') continue;
			submission.outcome = post.username === FAILING_HANDLE ? failed(desk) : submitted(post, submission, desk);
		}
	}
}

function submitted(post: Post, submission: Submission, desk: PublishingDesk): { result: Result } {
	const id = desk.nextId();
	return {
		result: {
			id,
			accountUsername: post.username,
			externalSubmissionId: `x-${id}`,
			url: desk.urlOf(post, submission),
			dateSubmitted: new Date(desk.now),
		},
	};
}

function failed(desk: PublishingDesk): { error: SubmissionError } {
	return {
		error: {
			id: desk.nextId(),
			errorCode: 'ACCOUNT_REJECTED',
			message: 'The platform refused the post: the account needs to be connected again.',
			suggestedFix: 'Connect the account again and schedule the post once more.',
			dateFailed: new Date(desk.now),
		},
	};
}
