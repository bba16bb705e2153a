/** Whether a condition holds for an entry of a map. It ends at the first one: in a run of thousands of items, that is soon. */
export function isAny<K, V>(map: ReadonlyMap<K, V>, holds: (entry: [K, V]) => boolean): boolean {
	for (const entry of map) if (holds(entry)) return true;
	return false;
}
