import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { libraryRequest, NEWEST_FIRST } from '../upload/library';
import type { Media } from '../upload/media';
import { truncate } from '../utils/values';
import { ask } from './ask';
import { nextPage, readPageToken } from './pageToken';

/** How many files of the library are asked for at a time. */
const PAGE_SIZE = 50;

/** Longest part of a name that is shown, in characters. */
const MAX_NAME = 30;

/** The files of the content library, the newest first, page by page. */
export async function searchMedia(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const search = filter.trim() === '' ? {} : { search: filter.trim() };
	const token = readPageToken(paginationToken);
	const request = libraryRequest(Object.keys(search));
	const found = await ask(this, request, { ...search, orderBy: NEWEST_FIRST, page: token.page, limit: PAGE_SIZE });
	return {
		// A file that came meanwhile moves the last one of the page before to this page.
		results: found.entries.filter(({ id }) => id !== token.shown).map(toResult),
		...nextPage(token, { ...found, pageSize: PAGE_SIZE }, found.entries.at(-1)?.id),
	};
}

function toResult({ id, name, mimeType, size, url }: Media): INodeListSearchItems {
	// n8n cuts a long name off. First the ID, which tells files with one name apart.
	const about = [`ID ${id}`, mimeType, size === null ? null : readableSize(size)].filter((part) => part !== null);
	return {
		name: `${truncate(name ?? 'No name', MAX_NAME)} (${about.join(', ')})`,
		value: id,
		...(url !== null && { url }),
	};
}

const KIB = 1024;
const MIB = KIB * KIB;

/** A size as a person reads it, from its bytes. */
const readableSize = (bytes: number): string =>
	bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
