import type { IDataObject } from 'n8n-workflow';
import { field, idField, listOf, textField } from '../../utils/json';
import { ok, type Result } from '../../utils/result';
import type { PostReference } from './fields';

/** A submission of a post that was changed, with what the document asked of it. */
interface ChangedSubmission extends IDataObject {
	id: string | null;
}

/** The submissions of the post in the payload of a mutation; the service may leave it out. */
export const readChanged =
	(asked: 'url' | 'postAt') =>
	(payload: unknown): Result<ChangedSubmission[], string> => {
		const read = listOf(
			(value): Result<ChangedSubmission, string> => ok({ id: idField(value, 'id'), [asked]: textField(value, asked) }),
		);
		const submissions = read(field(field(payload, 'post'), 'submissions'));
		return ok(submissions.ok ? submissions.value : []);
	};

/** The post of a mutation as an item of the output. */
export const changedItem = ({ platform, postId }: PostReference, rest: IDataObject): IDataObject => ({
	id: postId,
	platform,
	...rest,
});
