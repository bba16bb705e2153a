/** The value of a key, which is made and kept where there is none yet. */
export function getOrCreate<K, V>(
	map: { get: (key: K) => V | undefined; set: (key: K, value: V) => unknown },
	key: K,
	create: () => V,
): V {
	const known = map.get(key);
	if (known !== undefined) return known;
	const created = create();
	map.set(key, created);
	return created;
}
