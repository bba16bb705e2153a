/** Where the next page of a list in the editor begins: its number, and what the page before has shown last. */
export interface PageToken {
	readonly page: number;
	readonly shown: string | undefined;
}

export function readPageToken(token = '1'): PageToken {
	const [page, shown] = token.split(' ');
	return { page: Number(page), shown };
}

/** The token of the next page; nothing where this one is the last. */
export function nextPage(
	{ page, shown }: PageToken,
	{ total, size, pageSize }: { readonly total: number | null; readonly size: number; readonly pageSize: number },
	last: string | undefined = shown,
): { paginationToken?: string } {
	const isLast = size === 0 || (total === null ? size < pageSize : page * pageSize >= total);
	return isLast ? {} : { paginationToken: [page + 1, last].join(' ') };
}
