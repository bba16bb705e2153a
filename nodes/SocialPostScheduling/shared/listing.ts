/** Item numbers as a person reads them: `0 to 3, 7`. The numbers are n8n's, which count from 0. */
export function listItems(items: readonly number[]): string {
	const sorted = [...new Set(items)].sort((a, b) => a - b);
	const spans: Array<{ first: number; last: number }> = [];
	for (const item of sorted) {
		const span = spans.at(-1);
		if (span !== undefined && span.last === item - 1) span.last = item;
		else spans.push({ first: item, last: item });
	}
	return spans.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
}

/** `item 3` or `items 0 to 3, 7`. */
export function nameItems(items: readonly number[]): string {
	return `${new Set(items).size === 1 ? 'item' : 'items'} ${listItems(items)}`;
}
