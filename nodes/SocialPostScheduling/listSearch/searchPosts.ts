import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { checkPlatform } from '../resources/platform';
import { postsIn, postsOn } from '../resources/post/list';
import type { Post } from '../resources/post/post';
import { simplified } from '../resources/post/output';
import { truncate } from '../utils/values';
import { ask } from './ask';

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
	const of = (chosen.ok ? chosen.value : undefined) ?? 'TWITTER';
	const search = filter.trim() === '' ? {} : { search: filter.trim() };
	const page = Number(paginationToken ?? 1);
	const { total, entries } = await ask(this, postsOn(of, search), { ...search, page, limit: PAGE_SIZE });
	const isLast = entries.length === 0 || (total === null ? entries.length < PAGE_SIZE : page * PAGE_SIZE >= total);
	return { results: postsIn(entries).map(toResult), ...(!isLast && { paginationToken: String(page + 1) }) };
}

function toResult(post: Post): INodeListSearchItems {
	const { url, username, state, postAt } = simplified(post);
	const text = truncate(post.submissions[0]?.text?.trim() || 'No text', MAX_TEXT);
	const about = [state, postAt, username === null ? null : `@${String(username)}`].filter((part) => part !== null);
	return { name: `${text} (${about.join(', ')})`, value: post.id, ...(typeof url === 'string' && { url }) };
}
