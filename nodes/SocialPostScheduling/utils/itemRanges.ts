/** Item numbers as a person reads them: `0 to 3, 7 and 8`. The numbers are n8n's, which count from 0. */
export function listItems(items: readonly number[]): string {
	const sorted = [...new Set(items)].sort((a, b) => a - b);
	const spans: Array<{ first: number; last: number }> = [];
	for (const item of sorted) {
		const span = spans.at(-1);
		if (span !== undefined && span.last === item - 1) span.last = item;
		else spans.push({ first: item, last: item });
	}
	const parts = spans.flatMap(({ first, last }) => {
		if (first === last) return [`${first}`];
		return last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`];
	});
	const final = parts.pop() ?? '';
	return parts.length === 0 ? final : `${parts.join(', ')} and ${final}`;
}

/** `item 3` or `items 0 to 3 and 7`. */
export function nameItems(items: readonly number[]): string {
	return `${new Set(items).size === 1 ? 'item' : 'items'} ${listItems(items)}`;
}
