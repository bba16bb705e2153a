import { HANDLES } from './handles';
import {
	errorOf,
	type Outcome,
	type Post,
	type Result,
	resultOf,
	type Submission,
	type SubmissionError,
} from './posts';

/** What publishing needs from outside. */
export interface PublishingDesk {
	/** The service's time, in milliseconds since 1970. */
	readonly now: number;
	readonly nextId: () => string;
	/** Address where a submission can be looked at once it is published. */
	readonly urlOf: (submission: Submission) => string;
}

/** A failed submission to {@link HANDLES.retry} is tried again after this time, in milliseconds: a decision of the sandbox. */
export const RETRY_AFTER_MS = 5 * 60 * 1000;

/** A submission to {@link HANDLES.slow} gets its address after this time, in milliseconds: a decision of the sandbox. */
export const ADDRESS_AFTER_MS = 2 * 60 * 1000;

/** Does with each post all that was due until now; drafts, and what is in the trash, are left alone. */
export function publishDue(posts: readonly Post[], desk: PublishingDesk): void {
	for (const post of posts) {
		if (post.publishingStatus === 'DRAFT' || post.dateDeleted !== undefined) continue;
		for (const submission of post.submissions) {
			if (!submission.outcome && submission.postAt.getTime() <= desk.now) {
				submission.outcome = firstOutcome(post, submission, desk);
			}
			submission.outcome = laterOutcome(post, submission, desk);
		}
	}
}

/** Publishes a post now, whatever its time was. */
export function publishNow(post: Post, desk: PublishingDesk): void {
	post.publishingStatus = 'READY_TO_PUBLISH';
	reschedule(post, new Date(desk.now));
	publishDue([post], desk);
}

/** Gives a post another time; what it has failed with before is forgotten. */
export function reschedule({ submissions }: Post, postAt: Date): void {
	for (const submission of submissions) {
		submission.postAt = postAt;
		submission.outcome = undefined;
	}
}

function firstOutcome({ socialAccount }: Post, submission: Submission, desk: PublishingDesk): Outcome {
	const { username } = socialAccount;
	const { postAt } = submission;
	switch (username) {
		case HANDLES.failing:
			return { error: failed('ACCOUNT_REJECTED', postAt, desk) };
		case HANDLES.half:
			if (submission.order > 0) return { error: failed('THREAD_INTERRUPTED', postAt, desk) };
			break;
		case HANDLES.retry:
			return { error: failed('PLATFORM_UNAVAILABLE', postAt, desk) };
		case HANDLES.slow: {
			const result = submitted(username, submission, postAt, desk);
			const { id } = result;
			return { result: { ...result, externalSubmissionId: null, pendingSubmissionId: `pending-${id}`, url: null } };
		}
	}
	return { result: submitted(username, submission, postAt, desk) };
}

/** What becomes of an outcome as time goes on. */
function laterOutcome(
	{ socialAccount: { username } }: Post,
	submission: Submission,
	desk: PublishingDesk,
): Outcome | undefined {
	const error = errorOf(submission);
	if (error && username === HANDLES.retry) {
		const retriedAt = error.dateFailed.getTime() + RETRY_AFTER_MS;
		if (retriedAt <= desk.now) return { result: submitted(username, submission, new Date(retriedAt), desk) };
	}
	const result = resultOf(submission);
	if (result?.url === null) {
		if (result.dateSubmitted.getTime() + ADDRESS_AFTER_MS <= desk.now)
			return { result: { ...result, ...published(result.id, submission, desk) } };
	}
	return submission.outcome;
}

/** A result with its address. */
export function submitted(
	accountUsername: string,
	submission: Submission,
	dateSubmitted: Date,
	desk: PublishingDesk,
): Result {
	const id = desk.nextId();
	return { id, accountUsername, pendingSubmissionId: null, ...published(id, submission, desk), dateSubmitted };
}

const published = (resultId: string, submission: Submission, { urlOf }: PublishingDesk) => ({
	externalSubmissionId: `x-${resultId}`,
	url: urlOf(submission),
});

/** Why platforms refuse posts in the sandbox, with what can be done about it. */
const REFUSALS = {
	ACCOUNT_REJECTED: {
		message: 'The platform refused the post: the account needs to be connected again.',
		suggestedFix: 'Connect the account again and schedule the post once more.',
	},
	THREAD_INTERRUPTED: {
		message: 'The platform took the first post of the thread and refused the others.',
		suggestedFix: 'Publish the rest of the thread by hand.',
	},
	PLATFORM_UNAVAILABLE: {
		message: 'The platform could not be reached.',
		suggestedFix: 'Nothing to do: it is tried again in 5 minutes.',
	},
} as const;

/** A refusal of the platform. */
export function failed(
	errorCode: keyof typeof REFUSALS,
	dateFailed: Date,
	{ nextId }: PublishingDesk,
): SubmissionError {
	return { id: nextId(), errorCode, ...REFUSALS[errorCode], dateFailed };
}
