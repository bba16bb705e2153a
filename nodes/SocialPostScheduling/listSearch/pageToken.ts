/** Where the next page of a list in the editor begins: its number, how many entries came before it, and what the page before has shown last. */
interface PageToken {
	readonly page: number;
	readonly before: number;
	readonly shown: string | undefined;
}

export function readPageToken(token = '1 0'): PageToken {
	const [page, before, shown] = token.split(' ');
	return { page: Number(page), before: Number(before), shown };
}

/** The token of the next page; nothing where this one is the last. A service may have shorter pages than it is asked for. */
export function nextPage(
	{ page, before, shown }: PageToken,
	{ total, size, pageSize }: { readonly total: number | null; readonly size: number; readonly pageSize: number },
	last: string | undefined = shown,
): { paginationToken?: string } {
	const seen = before + size;
	const isLast = size === 0 || (total === null ? size < pageSize : seen >= total);
	return isLast ? {} : { paginationToken: [page + 1, seen, last].join(' ') };
}
