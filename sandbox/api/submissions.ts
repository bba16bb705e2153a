import type { Account } from '../store/accounts';
import { stemOf } from '../store/platforms';
import type { PostStem } from '../store/platforms';
import { stateOf } from '../store/posts';
import type { Post, PublishingStatus, Submission, SubmissionState } from '../store/posts';
import { onPage } from './paging';
import type { Paging } from './paging';
import { submissionFields } from './postViews';

/** Arguments of the lists of submissions. */
export interface SubmissionArguments extends Paging {
	readonly startDate?: Date | null;
	readonly endDate?: Date | null;
	readonly socialAccountIds?: ReadonlyArray<string | null> | null;
	readonly search?: string | null;
	readonly submissionType: keyof typeof STATES_OF_TYPE | null;
	readonly publishingStatus?: PublishingStatus | null;
}

const STATES_OF_TYPE = {
	ALL: ['DRAFT', 'SCHEDULED', 'SUBMITTED', 'FAILED'],
	SCHEDULED: ['SCHEDULED'],
	SUBMITTED: ['SUBMITTED'],
	FAILED: ['FAILED'],
	ATTEMPTED: ['SUBMITTED', 'FAILED'],
} as const satisfies Record<string, readonly SubmissionState[]>;

/** The submissions of a platform's posts, by time and place in the thread. */
export function listSubmissions({ posts }: Account, stem: PostStem, args: SubmissionArguments) {
	const found = posts
		.filter((post) => stemOf(post.platform) === stem && post.dateDeleted === undefined && isPostWanted(post, args))
		.flatMap((post) => post.submissions.map((submission) => ({ post, submission })))
		.filter(({ post, submission }) => isSubmissionWanted(post, submission, args))
		.sort((a, b) => a.submission.postAt.getTime() - b.submission.postAt.getTime());
	return {
		total: found.length,
		objects: onPage(found, args).map(({ post, submission }) => submissionFields(post, submission)),
	};
}

function isPostWanted(post: Post, { socialAccountIds, publishingStatus }: SubmissionArguments): boolean {
	if (publishingStatus != null && publishingStatus !== post.publishingStatus) return false;
	return socialAccountIds == null || socialAccountIds.includes(post.socialAccount.id);
}

function isSubmissionWanted(post: Post, submission: Submission, args: SubmissionArguments): boolean {
	const { startDate, endDate, search, submissionType } = args;
	const states: readonly SubmissionState[] = STATES_OF_TYPE[submissionType ?? 'ALL'];
	if (!states.includes(stateOf(post, submission))) return false;
	if (startDate != null && submission.postAt < startDate) return false;
	if (endDate != null && submission.postAt > endDate) return false;
	return submission.text.toLowerCase().includes((search ?? '').toLowerCase());
}
