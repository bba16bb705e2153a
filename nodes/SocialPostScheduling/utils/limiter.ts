/** Runs tasks in the order in which they come, a set number of them at a time. */
export class Limiter {
	private running = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private readonly concurrency: number) {}

	async run<T>(task: () => Promise<T>): Promise<T> {
		if (this.running >= this.concurrency) await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.running++;
		try {
			return await task();
		} finally {
			const next = this.waiting.shift();
			if (next === undefined) this.running--;
			// The next one takes the place.
			else next();
		}
	}
}
