import type { IDataObject } from 'n8n-workflow';
import { field, idField, integerField, isRecord, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { Platform } from '../platform';

/** A submission that reached the platform. Without an address yet, the platform has accepted it and may not show it. */
interface SubmissionResult extends IDataObject {
	url: string | null;
	/** ISO 8601. */
	dateSubmitted: string | null;
}

/** Why a submission did not reach the platform. */
export interface SubmissionError extends IDataObject {
	errorCode: string | null;
	message: string | null;
	suggestedFix: string | null;
	/** ISO 8601. */
	dateFailed: string | null;
}

/** A post on its way to the platform; a thread has one for each of its parts (public reference, section 4.8). */
export interface Submission extends IDataObject {
	id: string | null;
	/** ISO 8601. */
	postAt: string | null;
	text: string | null;
	/** Its place in a thread; the first is 0. */
	order: number | null;
	result: SubmissionResult | null;
	error: SubmissionError | null;
}

/** A post, in the words of the service (public reference, section 4.7). */
export interface Post extends IDataObject {
	id: string;
	/** In capital letters, whatever the service uses. */
	platform: string | null;
	publishingStatus: string | null;
	/** When it was moved to the trash, in ISO 8601. */
	dateDeleted: string | null;
	socialAccount: { id: string | null; username: string | null } | null;
	submissions: Submission[];
}

/** Platforms whose posts are threads: each submission has a text and a place of its own. */
const THREAD_PLATFORMS: ReadonlySet<Platform> = new Set(['TWITTER', 'THREADS', 'BLUESKY', 'MASTODON']);

/** What is asked of a post. The text of the others goes by another name on each platform; `preview` they all have. */
export const postFields = (platform: Platform): string =>
	`id platform publishingStatus dateDeleted socialAccount { id username }
	submissions {
		id postAt ${THREAD_PLATFORMS.has(platform) ? 'text order' : 'preview'}
		result { url dateSubmitted }
		error { errorCode message suggestedFix dateFailed }
	}`;

/** A post, as the service gives it. */
export function readPost(value: unknown): Result<Post, string> {
	const id = idField(value, 'id');
	if (id === null) return err('id');
	const submissions = field(value, 'submissions');
	if (!Array.isArray(submissions)) return err('submissions');
	const account = field(value, 'socialAccount');
	return ok({
		id,
		platform: textField(value, 'platform')?.toUpperCase() ?? null,
		publishingStatus: textField(value, 'publishingStatus'),
		dateDeleted: textField(value, 'dateDeleted') || null,
		socialAccount: isRecord(account) ? { id: idField(account, 'id'), username: textField(account, 'username') } : null,
		submissions: submissions.map(readSubmission).sort((one, other) => placeOf(one) - placeOf(other)),
	});
}

/** Whether nothing is known of a submission: GraphQL puts null in the place of one that could not be read. */
export const isUnread = ({ id, postAt, text, result, error }: Submission): boolean =>
	[id, postAt, text, result, error].every((known) => known === null);

/** The place of a submission in its post: that of one that could not be read is not known, and it comes last. */
const placeOf = (submission: Submission): number =>
	submission.order ?? (isUnread(submission) ? Number.MAX_SAFE_INTEGER : 0);

function readSubmission(value: unknown): Submission {
	const result = field(value, 'result');
	const error = field(value, 'error');
	return {
		id: idField(value, 'id'),
		postAt: textField(value, 'postAt'),
		text: textField(value, 'text') ?? textField(value, 'preview'),
		order: integerField(value, 'order'),
		result: isRecord(result)
			? { url: textField(result, 'url') || null, dateSubmitted: textField(result, 'dateSubmitted') }
			: null,
		error: isRecord(error)
			? {
					errorCode: idField(error, 'errorCode'),
					message: textField(error, 'message'),
					suggestedFix: textField(error, 'suggestedFix'),
					dateFailed: textField(error, 'dateFailed'),
				}
			: null,
	};
}
