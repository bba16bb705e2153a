import type { IDataObject } from 'n8n-workflow';
import { type Entry, readPage } from '../../transport/page';
import { query } from '../../transport/request';
import { field, idField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { Platform } from '../platform';
import { type Post, postFields, readPost } from './post';

/** The largest page that is asked for. For lists of posts none is stated; this is the library's (public reference, section 5). */
export const MAX_PAGE_SIZE = 100;

/** What can be asked of a list of posts: the declarations of variables, and the arguments. */
const ARGUMENTS = {
	startDate: '$startDate: DateTime',
	endDate: '$endDate: DateTime',
	socialAccountIds: '$socialAccountIds: [ID]',
	search: '$search: String',
} as const;
type Argument = keyof typeof ARGUMENTS;

/** The values of the enums that a list of posts is filtered by (public reference, section 4.1). */
export interface StateArguments {
	readonly submissionType?: 'SCHEDULED' | 'SUBMITTED' | 'FAILED' | 'ATTEMPTED';
	readonly publishingStatus?: 'DRAFT';
}

/** A submission in a list, with its post; null where the key may not see it. */
export interface SubmissionEntry extends Entry {
	readonly post: Post | null;
}

/**
 * Query `twitterSubmissions` and its sisters (public reference, section 5): one entry a submission, so that the post of a thread
 * comes once for each of its parts. Only the arguments that are used stand in the document, because the platforms do not share
 * them; values of enums are written as they are, because the names of their types are not known for sure.
 */
export function postsOn(of: Platform, variables: IDataObject, states: StateArguments = {}) {
	const name = `${of.toLowerCase()}Submissions`;
	const used = Object.keys(variables).filter(isArgument);
	const declared = ['$page: Int', '$limit: Int', ...used.map((argument) => ARGUMENTS[argument])];
	const given = ['page: $page', 'limit: $limit', ...used.map((argument) => `${argument}: $${argument}`)];
	for (const [argument, value] of Object.entries(states)) given.push(`${argument}: ${value}`);
	return query(
		{ name, retryClass: 'safe', failed: 'The posts were not read', checkVariables: { page: 1, limit: 1 } },
		`query GetPosts(${declared.join(', ')}) {
			${name}(${given.join(', ')}) { total objects { id post { ${postFields(of)} } } }
		}`,
		readPage(readEntry),
	);
}

const isArgument = (name: string): name is Argument => name in ARGUMENTS;

function readEntry(value: unknown): Result<SubmissionEntry, string> {
	const id = idField(value, 'id');
	if (id === null) return err('id');
	const written = field(value, 'post');
	if (written === null) return ok({ id, post: null });
	const post = readPost(written);
	return post.ok ? ok({ id, post: post.value }) : err(`post.${post.error}`);
}

/** The posts of a list, each once, in the order of their first entry. */
export function postsIn(entries: readonly SubmissionEntry[]): Post[] {
	const posts = new Map<string, Post>();
	for (const { post } of entries) if (post !== null && !posts.has(post.id)) posts.set(post.id, post);
	return [...posts.values()];
}
