import type { Performed } from './operation';

/** What an item is told when it asks to begin. */
export type Verdict = 'begin' | 'not attempted';

export interface RoundSettings {
	/** How many items the round has, or null where that is not known. */
	readonly total: number | null;
	/** Whether the engine spaces the items out ("Batching"), instead of beginning them all at once. */
	readonly spaced: boolean;
	/** How many items may be under way at a time. */
	readonly width: number;
	/** Whether one item that cannot be done ends the round: the node is set to stop, not to continue. */
	readonly stopsOnFailure: boolean;
}

/**
 * One pass of the engine over the items of a run. The engine starts the programs of all items at once; the round lets them
 * through in item order, a set number at a time, and only when all of them have been checked: where one item holds
 * something that cannot be sent and the node is set to stop, nothing at all is sent.
 */
export class Round {
	readonly done = new Set<number>();
	readonly failed = new Set<number>();
	/** What showed that the upload limit of the account is used up: no further upload has a chance, so none is attempted. */
	limitReached: Performed | null = null;
	private readonly arrived = new Set<number>();
	private readonly checked = new Set<number>();
	private readonly waiting = new Map<number, (verdict: Verdict) => void>();
	private readonly underWay = new Set<number>();
	private readonly drained: Array<() => void> = [];
	private assembled: boolean;

	constructor(private readonly settings: RoundSettings) {
		this.assembled = settings.spaced || settings.total === null;
	}

	/** Whether an item is part of this round already; if so, a further arrival means that the engine began anew. */
	has(item: number): boolean {
		return this.arrived.has(item);
	}

	arrive(item: number): void {
		this.arrived.add(item);
		this.admit();
	}

	/** The item holds only what can be sent. Resolves when its turn has come, or when it is clear that it never will. */
	async enter(item: number): Promise<Verdict> {
		this.checked.add(item);
		return await new Promise<Verdict>((resolve) => {
			this.waiting.set(item, resolve);
			// A moment later, so that items that are let through together begin in their order.
			queueMicrotask(() => this.admit());
		});
	}

	/** The item is over, whether it had begun or not. */
	leave(item: number, ok: boolean): void {
		this.checked.add(item);
		this.underWay.delete(item);
		(ok ? this.done : this.failed).add(item);
		this.admit();
	}

	/** All items that the engine begins in one go have arrived: it does not wait between them, so one turn of the event loop is enough. */
	assemble(): void {
		this.assembled = true;
		this.admit();
	}

	/**
	 * Resolves when nothing is under way or about to begin any more: only then can it be said what was done and what not. A
	 * spaced round must have come to its end for that: until then the engine does not look at what its items have thrown.
	 */
	async settled(): Promise<void> {
		if (this.isSettled()) return;
		await new Promise<void>((resolve) => this.drained.push(resolve));
	}

	/** The items that never began. */
	notAttempted(): number[] {
		const all = this.settings.total === null ? [...this.arrived] : [...Array(this.settings.total).keys()];
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
		if (!this.assembled || this.checked.size < this.arrived.size) return;
		const ended = this.isAbandoned() || (this.settings.stopsOnFailure && this.failed.size > 0);
		for (const [item, tell] of [...this.waiting].sort(([a], [b]) => a - b)) {
			if (!ended && this.underWay.size >= this.settings.width) break;
			this.waiting.delete(item);
			if (!ended) this.underWay.add(item);
			tell(ended ? 'not attempted' : 'begin');
		}
		if (this.isSettled()) for (const resolve of this.drained.splice(0)) resolve();
	}

	private isComplete(): boolean {
		return this.settings.total === null || this.arrived.size >= this.settings.total;
	}

	private isSettled(): boolean {
		if (!this.assembled || (this.settings.spaced && !this.isComplete())) return false;
		return this.checked.size >= this.arrived.size && this.underWay.size === 0 && this.waiting.size === 0;
	}
}
