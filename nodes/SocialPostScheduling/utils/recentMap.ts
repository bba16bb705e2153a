/** Values by their names, of which the ones not used for longest are forgotten. */
export class RecentMap<V> {
	/** The one used last stands last. */
	private readonly values = new Map<string, V>();

	/** @param max how many are kept at most */
	constructor(private readonly max: number) {}

	find(name: string): V | undefined {
		return this.values.get(name);
	}

	getOrCreate(name: string, create: () => V): V {
		const value = this.values.get(name) ?? create();
		this.values.delete(name);
		this.values.set(name, value);
		const [oldest] = this.values.keys();
		if (this.values.size > this.max && oldest !== undefined) this.values.delete(oldest);
		return value;
	}
}
