/** Posts as an independent client reads them. */

export interface Submission {
	readonly id: string;
	readonly postAt: string;
	readonly publishingStatus: string;
	readonly socialAccount: { readonly username: string };
	readonly result: {
		readonly pendingSubmissionId: string | null;
		readonly url: string | null;
		readonly dateSubmitted: string;
	} | null;
	readonly error: { readonly errorCode: string; readonly dateFailed: string } | null;
}

export interface Submissions {
	readonly total: number;
	readonly objects: readonly Submission[];
}

/** All fields that the submissions of every platform have. */
export const SUBMISSION = `
	id postId platform postAt preview url publishingStatus socialAccount { id username }
	result { id accountUsername externalSubmissionId pendingSubmissionId url dateSubmitted }
	error { id errorCode message suggestedFix pendingSubmissionId dateFailed }
`;

/** The state that the specification (section 3) gives to what a submission has. */
export function stateOf({ result, error, publishingStatus }: Submission): string {
	if (result) return 'SUBMITTED';
	if (error) return 'FAILED';
	return publishingStatus === 'DRAFT' ? 'DRAFT' : 'SCHEDULED';
}
