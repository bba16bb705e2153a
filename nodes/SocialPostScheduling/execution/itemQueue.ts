import type { ItemResult } from './operation';

/** What an item is told when it asks to begin. */
export type Admission = 'begin' | 'skipped';

export interface QueueSettings {
	/** How many items the round has, or null where that is not known. */
	readonly total: number | null;
	/** Whether the engine spaces the items out ("Batching"), instead of beginning them all at once. */
	readonly spaced: boolean;
	/** How many items may be under way at a time. */
	readonly concurrency: number;
	/** Whether one item that cannot be done ends the round: the node is set to stop, not to continue. */
	readonly stopsOnFailure: boolean;
}

/**
 * One pass of the engine over the items of a run. The engine starts the programs of all items at once; the round lets them
 * through in item order, a set number at a time, and only when all of them have been checked: where one item holds
 * something that cannot be sent and the node is set to stop, nothing at all is sent.
 */
export class ItemQueue {
	readonly done = new Set<number>();
	readonly failed = new Set<number>();
	/** What showed that the upload limit of the account is used up: no further upload has a chance, so none is attempted. */
	limitReached: ItemResult | null = null;
	private readonly registered = new Set<number>();
	private readonly validated = new Set<number>();
	private readonly waiting = new Map<number, (verdict: Admission) => void>();
	private readonly running = new Set<number>();
	private readonly idleListeners: Array<() => void> = [];
	private sealed: boolean;

	constructor(private readonly settings: QueueSettings) {
		this.sealed = settings.spaced || settings.total === null;
	}

	/** Whether an item is part of this round already; if so, a further arrival means that the engine began anew. */
	has(item: number): boolean {
		return this.registered.has(item);
	}

	register(item: number): void {
		this.registered.add(item);
		this.admit();
	}

	/** The item holds only what can be sent. Resolves when its turn has come, or when it is clear that it never will. */
	async acquire(item: number): Promise<Admission> {
		this.validated.add(item);
		return await new Promise<Admission>((resolve) => {
			this.waiting.set(item, resolve);
			// A moment later, so that items that are let through together begin in their order.
			queueMicrotask(() => this.admit());
		});
	}

	/** The item is over, whether it had begun or not. */
	release(item: number, ok: boolean): void {
		this.validated.add(item);
		this.running.delete(item);
		(ok ? this.done : this.failed).add(item);
		this.admit();
	}

	/** All items that the engine begins in one go have arrived: it does not wait between them, so one turn of the event loop is enough. */
	seal(): void {
		this.sealed = true;
		this.admit();
	}

	/**
	 * Resolves when nothing is under way or about to begin any more: only then can it be said what was done and what not. A
	 * spaced round must have come to its end for that: until then the engine does not look at what its items have thrown.
	 */
	async onIdle(): Promise<void> {
		if (this.isIdle()) return;
		await new Promise<void>((resolve) => this.idleListeners.push(resolve));
	}

	/** The items that never began. */
	skippedItems(): number[] {
		const all = this.settings.total === null ? [...this.registered] : [...Array(this.settings.total).keys()];
		return all.filter((item) => !this.done.has(item) && !this.failed.has(item));
	}

	/**
	 * Whether the engine gave up on the round before it began: the parameters of an item could not be resolved, the node
	 * has failed with that, and whatever the other items did would be seen by nobody.
	 */
	private isAbandoned(): boolean {
		return this.settings.stopsOnFailure && !this.settings.spaced && !this.isComplete();
	}

	private admit(): void {
		if (!this.sealed || this.validated.size < this.registered.size) return;
		const ended = this.isAbandoned() || (this.settings.stopsOnFailure && this.failed.size > 0);
		for (const [item, tell] of [...this.waiting].sort(([a], [b]) => a - b)) {
			if (!ended && this.running.size >= this.settings.concurrency) break;
			this.waiting.delete(item);
			if (!ended) this.running.add(item);
			tell(ended ? 'skipped' : 'begin');
		}
		if (this.isIdle()) for (const resolve of this.idleListeners.splice(0)) resolve();
	}

	private isComplete(): boolean {
		return this.settings.total === null || this.registered.size >= this.settings.total;
	}

	private isIdle(): boolean {
		if (!this.sealed || (this.settings.spaced && !this.isComplete())) return false;
		return this.validated.size >= this.registered.size && this.running.size === 0 && this.waiting.size === 0;
	}
}
