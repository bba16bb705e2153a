import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import type { InvalidInput, Result } from '../../utils/result';
import { readBoolean, readOptional } from '../../validation/parameters';
import type { Post, SubmissionError } from './post';
import { stateOfPost, stateOfSubmission } from './state';

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export function readSimplify(functions: IExecutePaginationFunctions): Result<boolean, InvalidInput> {
	const written = readOptional(functions.getNodeParameter(simplify.name, true), simplify);
	return written.ok ? readBoolean(written.value, simplify.displayName, true) : written;
}

/** A post as an item of the output: with its state, and otherwise in the words of the service, or simplified. */
export const toItem = (post: Post, isSimplified: boolean): IDataObject =>
	isSimplified ? simplified(post) : { ...post, state: stateOfPost(post) };

/** What a workflow asks of a post, without looking into lists: what became of it, where it is, and what went wrong. */
export function simplified(post: Post): IDataObject {
	const { id, platform, socialAccount, dateDeleted, submissions } = post;
	const parts = submissions.map((submission) => ({
		id: submission.id,
		text: submission.text,
		state: stateOfSubmission(submission, post),
		url: submission.result?.url ?? null,
		errorMessage: submission.result === null ? messageOf(submission.error) : null,
	}));
	return {
		id,
		platform,
		username: socialAccount?.username ?? null,
		accountId: socialAccount?.id ?? null,
		state: stateOfPost(post),
		postAt: submissions[0]?.postAt ?? null,
		url: parts.find(({ url }) => url !== null)?.url ?? null,
		errorMessage: parts.find(({ errorMessage }) => errorMessage !== null)?.errorMessage ?? null,
		deletedAt: dateDeleted,
		submissions: parts,
	};
}

/** What the platform says, and what to do about it, as far as the service knows. */
function messageOf(error: SubmissionError | null): string | null {
	if (error === null) return null;
	const words = [error.message ?? error.errorCode, error.suggestedFix].filter((text) => text !== null && text !== '');
	return words.length === 0 ? 'The service gave no reason.' : words.join(' ');
}
