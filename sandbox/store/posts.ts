import type { Media } from './library';
import type { SocialPlatform } from './platforms';
import type { PostTag } from './postTags';
import type { SocialAccount } from './socialAccounts';

/** Whether a post is to be published when its time comes (public reference, section 4.1). */
export type PublishingStatus = 'DRAFT' | 'READY_TO_PUBLISH';

/** The four states of a submission (specification, section 3). */
export type SubmissionState = 'DRAFT' | 'SCHEDULED' | 'SUBMITTED' | 'FAILED';

/** The states of a post: `PARTLY` is one of which some submissions have a result and others an error. */
export const POST_STATES = ['DRAFT', 'SCHEDULED', 'SUBMITTED', 'PARTLY', 'FAILED'] as const;

/** One of {@link POST_STATES}. */
export type PostState = (typeof POST_STATES)[number];

/** A submission that reached the platform (public reference, section 4.9). */
export interface Result {
	readonly id: string;
	readonly accountUsername: string;
	/** Null while the platform has taken the post and not published it. */
	readonly externalSubmissionId: string | null;
	readonly pendingSubmissionId: string | null;
	/** Null as long as `externalSubmissionId` is. */
	readonly url: string | null;
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

/** What became of a submission. */
export type Outcome = { readonly result: Result } | { readonly error: SubmissionError };

/** A post on its way to the platform, or one item of a thread: it has a result, an error, or neither (specification, section 2). */
export interface Submission {
	readonly id: string;
	readonly text: string;
	readonly order: number;
	readonly media: readonly Media[];
	postAt: Date;
	outcome?: Outcome | undefined;
}

/** A post; on a platform with threads it has one submission per item of its thread. */
export interface Post {
	readonly id: string;
	readonly platform: SocialPlatform;
	readonly socialAccount: SocialAccount;
	readonly dateCreated: Date;
	readonly submissions: readonly Submission[];
	/** Left out for a post that came from the test controls. */
	readonly postTags?: readonly PostTag[];
	publishingStatus: PublishingStatus;
	/** Set when it is moved to the trash. */
	dateDeleted?: Date;
}

/** When the first of a post's submissions is to be published. */
export function firstPostAt({ submissions }: Post): Date {
	return new Date(Math.min(...submissions.map(({ postAt }) => postAt.getTime())));
}

export const resultOf = ({ outcome }: Submission): Result | undefined =>
	outcome && 'result' in outcome ? outcome.result : undefined;

export const errorOf = ({ outcome }: Submission): SubmissionError | undefined =>
	outcome && 'error' in outcome ? outcome.error : undefined;

/** The state that follows from what a submission has (specification, section 3). */
export function stateOf(post: Post, { outcome }: Submission): SubmissionState {
	if (outcome) return 'result' in outcome ? 'SUBMITTED' : 'FAILED';
	return post.publishingStatus === 'DRAFT' ? 'DRAFT' : 'SCHEDULED';
}

/** The state of a whole post; while a submission waits for its time, the post does. */
export function postStateOf(post: Post): PostState {
	const states = new Set(post.submissions.map((submission) => stateOf(post, submission)));
	if (states.has('DRAFT')) return 'DRAFT';
	if (states.has('SCHEDULED')) return 'SCHEDULED';
	if (states.has('FAILED')) return states.has('SUBMITTED') ? 'PARTLY' : 'FAILED';
	return 'SUBMITTED';
}

/** Moves a post to the trash, where it may be already, or deletes it for good. */
export function deletePost(posts: Post[], post: Post, permanently: boolean, now: number): void {
	if (permanently) posts.splice(posts.indexOf(post), 1);
	else post.dateDeleted ??= new Date(now);
}
