import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { checkPlatform } from '../resources/platform';
import { postsIn, postsOn } from '../resources/post/list';
import type { Post } from '../resources/post/post';
import { simplified } from '../resources/post/output';
import { truncate } from '../utils/values';
import { ask, refuseList } from './ask';
import { nextPage, readPageToken } from './pageToken';

/** How many entries of the list are asked for at a time. */
const PAGE_SIZE = 50;

/** Longest part of a text that is shown, in characters. */
const MAX_TEXT = 40;

/** The posts of the platform that is chosen, page by page. */
export async function searchPosts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chosen = checkPlatform(this.getCurrentNodeParameter('platform'));
	if (!chosen.ok) throw await refuseList(this, chosen.error);
	const search = filter.trim() === '' ? {} : { search: filter.trim() };
	const token = readPageToken(paginationToken);
	const request = postsOn(chosen.value ?? 'TWITTER', search);
	const found = await ask(this, request, { ...search, page: token.page, limit: PAGE_SIZE });
	const posts = postsIn(found.entries);
	return {
		// A thread may go on from the page before, and is in the list already.
		results: posts.filter(({ id }) => id !== token.shown).map(toResult),
		...nextPage(token, { ...found, pageSize: PAGE_SIZE }, posts.at(-1)?.id),
	};
}

function toResult(post: Post): INodeListSearchItems {
	const { url, username, state, postAt } = simplified(post);
	const text = truncate(post.submissions[0]?.text?.trim() || 'No text', MAX_TEXT);
	const unusual = state === 'scheduled' ? null : state;
	const account = username === null ? null : `@${String(username)}`;
	// n8n cuts a long name off. It does not tell a list the time zone of the workflow.
	const about = [readableUtc(postAt), unusual, `ID ${post.id}`, account].filter((part) => part !== null);
	return { name: `${text} (${about.join(', ')})`, value: post.id, ...(typeof url === 'string' && { url }) };
}

/** A time as short as a person reads it: `2030-05-17 09:30 UTC`, or with seconds where it has some. */
function readableUtc(at: unknown): string | null {
	const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
	if (Number.isNaN(time)) return null;
	const characters = time % 60_000 === 0 ? 'yyyy-MM-dd HH:mm'.length : 'yyyy-MM-dd HH:mm:ss'.length;
	return `${new Date(time).toISOString().slice(0, characters).replace('T', ' ')} UTC`;
}
