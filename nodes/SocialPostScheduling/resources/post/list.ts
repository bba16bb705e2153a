import type { IDataObject } from 'n8n-workflow';
import { writeArguments } from '../../transport/arguments';
import { type Entry, readPage } from '../../transport/page';
import { query } from '../../transport/request';
import { field, idField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { Platform } from '../platform';
import { type Post, postFields, readPost } from './post';

/** The largest page that is asked for. For lists of posts none is stated; this is the library's (public reference, section 5). */
export const MAX_PAGE_SIZE = 100;

/** What every list of posts is asked, and what can be asked besides. */
const PAGE_ARGUMENTS = { page: 'Int', limit: 'Int' };
const FILTER_ARGUMENTS = { startDate: 'DateTime', endDate: 'DateTime', socialAccountIds: '[ID]', search: 'String' };

/** The values of the enums that a list of posts is filtered by (public reference, section 4.1). */
export interface StateArguments {
	readonly submissionType?: 'SCHEDULED' | 'SUBMITTED' | 'FAILED' | 'ATTEMPTED';
	readonly publishingStatus?: 'DRAFT';
}

/** A submission in a list, with its post; null where the key may not see it, or where nothing is known of its parts (public schemas allow that). */
export interface SubmissionEntry extends Entry {
	readonly post: Post | null;
}

/**
 * Query `twitterSubmissions` and its sisters (public reference, section 5): one entry a submission, so that the post of a thread
 * comes once for each of its parts.
 */
export function postsOn(of: Platform, variables: IDataObject, states: StateArguments = {}) {
	const name = `${of.toLowerCase()}Submissions`;
	const { declared, given } = writeArguments(PAGE_ARGUMENTS, FILTER_ARGUMENTS, Object.keys(variables), { ...states });
	return query(
		{ name, retryClass: 'safe', failed: 'The posts were not read', checkVariables: { page: 1, limit: 1 } },
		`query GetPosts(${declared}) {
			${name}(${given}) { total objects { id post { ${postFields(of)} } } }
		}`,
		readPage(readEntry),
	);
}

function readEntry(value: unknown): Result<SubmissionEntry, string> {
	const id = idField(value, 'id');
	if (id === null) return err('id');
	const written = field(value, 'post');
	if (written === null || field(written, 'submissions') === null) return ok({ id, post: null });
	const post = readPost(written);
	return post.ok ? ok({ id, post: post.value }) : err(`post.${post.error}`);
}

/** The posts of a list, each once, in the order of their first entry. */
export function postsIn(entries: readonly SubmissionEntry[]): Post[] {
	const posts = new Map<string, Post>();
	for (const { post } of entries) if (post !== null && !posts.has(post.id)) posts.set(post.id, post);
	return [...posts.values()];
}
