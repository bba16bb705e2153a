/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.ceil(sorted.length / 2) - 1];
	if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing.');
	return (upper + lower) / 2;
}

/** "12 to 15": the spread of some values, for a reader who asks how sure a median is. */
export function spread(values: readonly number[], written: (value: number) => string): string {
	const [low, high] = [written(Math.min(...values)), written(Math.max(...values))];
	return low === high ? low : `${low} to ${high}`;
}
