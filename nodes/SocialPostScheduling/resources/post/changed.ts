import type { IDataObject } from 'n8n-workflow';
import { field, idField, listOf } from '../../utils/json';
import { ok } from '../../utils/result';
import type { PostReference } from './fields';

/** The submissions of the post in the payload of a mutation, as they came. */
export const submissionsOf = (payload: unknown): unknown => field(field(payload, 'post'), 'submissions');

/**
 * The submissions of the post in the payload of a mutation, which may lack it.
 *
 * @param read what the document asked of a submission beside its ID
 */
export function changedSubmissions<T extends IDataObject>(
	payload: unknown,
	read: (submission: unknown) => T,
): Array<T & { id: string | null }> {
	const submissions = listOf((submission) => ok({ id: idField(submission, 'id'), ...read(submission) }))(
		submissionsOf(payload),
	);
	return submissions.ok ? submissions.value : [];
}

/** The post of a mutation as an item of the output. */
export const changedItem = ({ platform, postId }: PostReference, rest: IDataObject): IDataObject => ({
	id: postId,
	platform,
	...rest,
});
