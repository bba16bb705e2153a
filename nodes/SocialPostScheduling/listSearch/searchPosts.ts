import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { checkPlatform } from '../resources/platform';
import { postsIn, postsOn } from '../resources/post/list';
import type { Post } from '../resources/post/post';
import { simplified } from '../resources/post/output';
import { truncate } from '../utils/values';
import { ask, refuseList } from './ask';

/** How many entries of the list are asked for at a time. */
const PAGE_SIZE = 50;

/** Longest part of a text that is shown, in characters. */
const MAX_TEXT = 60;

/** The posts of the platform that is chosen, page by page. */
export async function searchPosts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chosen = checkPlatform(this.getCurrentNodeParameter('platform'));
	if (!chosen.ok) throw await refuseList(this, chosen.error);
	const search = filter.trim() === '' ? {} : { search: filter.trim() };
	const { page, shown } = readToken(paginationToken);
	const request = postsOn(chosen.value ?? 'TWITTER', search);
	const { total, entries, size } = await ask(this, request, { ...search, page, limit: PAGE_SIZE });
	const isLast = size === 0 || (total === null ? size < PAGE_SIZE : page * PAGE_SIZE >= total);
	const posts = postsIn(entries);
	const last = posts.at(-1)?.id ?? shown;
	return {
		results: posts.filter(({ id }) => id !== shown).map(toResult),
		...(!isLast && { paginationToken: [page + 1, last].join(' ') }),
	};
}

/** The number of a page, and the last post of the page before: its thread may go on, and is in the list already. */
function readToken(token = '1'): { page: number; shown: string | undefined } {
	const [page, shown] = token.split(' ');
	return { page: Number(page), shown };
}

function toResult(post: Post): INodeListSearchItems {
	const { url, username, state, postAt } = simplified(post);
	const text = truncate(post.submissions[0]?.text?.trim() || 'No text', MAX_TEXT);
	const about = [state, postAt, username === null ? null : `@${String(username)}`].filter((part) => part !== null);
	return { name: `${text} (${about.join(', ')})`, value: post.id, ...(typeof url === 'string' && { url }) };
}
