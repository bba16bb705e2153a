/** What a function gave the first time, every time. */
export function memoize<T extends object | string>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}
