/** The answer to an item that asks to begin. */
export type Admission = 'begin' | 'skipped';

/**
 * `collecting`: more items are to come before the first one begins. `sealed`: all that the engine begins in one go have come. `closed`: no
 * further item begins.
 */
type Phase = 'collecting' | 'sealed' | 'closed';

export interface QueueSettings {
	/** How many items there are, or null where that is not known. */
	readonly total: number | null;
	/** Whether the engine spaces the items out ("Batching"), instead of beginning them all at once. */
	readonly spaced: boolean;
	/** How many items may be under way at a time. */
	readonly concurrency: number;
	/** Whether one item that fails ends the queue: the node is set to stop, not to continue. */
	readonly stopsOnFailure: boolean;
	/** How many items after those under way are prepared meanwhile. */
	readonly lookahead: number;
}

/** Does what can be done for an item ahead of its turn. Never rejects. */
export type Prepare = () => Promise<void>;

/**
 * One pass of the engine over the items of a node. The engine starts the handlers of all items at once; the queue lets them
 * through in item order, a set number at a time, and only when all of them have been checked: where one item holds
 * something that cannot be sent and the node is set to stop, nothing at all is sent.
 *
 * Each item costs the same among 5 items and among 5,000.
 */
export class ItemQueue {
	readonly done = new Set<number>();
	readonly failed = new Set<number>();
	private readonly registered = new Set<number>();
	private readonly told = new Set<number>();
	private readonly validated = new Set<number>();
	private readonly waiting = new Map<number, (admission: Admission) => void>();
	private readonly unprepared = new Map<number, Prepare>();
	private readonly preparing = new Map<number, Promise<void>>();
	private readonly running = new Set<number>();
	private readonly toldListeners: Array<readonly [item: number, resolve: () => void]> = [];
	private readonly idleListeners: Array<() => void> = [];
	/** No item before this one waits. */
	private next = 0;
	private phase: Phase;

	constructor(private readonly settings: QueueSettings) {
		this.phase = settings.spaced || settings.total === null ? 'sealed' : 'collecting';
	}

	/** Whether an item has come already; if so, its coming again means that the engine began anew. */
	has(item: number): boolean {
		return this.registered.has(item);
	}

	/** How many items have come. */
	get size(): number {
		return this.registered.size;
	}

	register(item: number): void {
		this.registered.add(item);
		this.admit();
	}

	/**
	 * The item has told the others what it is. Resolves when all that the engine begins in one go have come, and have told it as well or never
	 * will, in their order: only then is it known which of them are equal. They take unequal time, as n8n does to read the credential.
	 */
	async onAllTold(item: number): Promise<void> {
		this.told.add(item);
		await new Promise<void>((resolve) => {
			this.toldListeners.push([item, resolve]);
			// A moment later, so that those that hear it together go on in their order.
			queueMicrotask(() => this.announceTold());
		});
	}

	/** The item holds only what can be sent. Resolves when its turn has come, or when it is clear that it never will. */
	async acquire(item: number, prepare?: Prepare): Promise<Admission> {
		this.validate(item);
		if (prepare !== undefined) this.unprepared.set(item, prepare);
		return await new Promise<Admission>((resolve) => {
			this.waiting.set(item, resolve);
			this.next = Math.min(this.next, item);
			// A moment later, so that items that are let through together begin in their order.
			queueMicrotask(() => this.admit());
		});
	}

	/** The item is over, whether it had begun or not. */
	release(item: number, ok: boolean): void {
		this.validate(item);
		this.running.delete(item);
		(ok ? this.done : this.failed).add(item);
		this.admit();
	}

	/** The item will not be asked for: it never begins. */
	skip(item: number): void {
		this.validate(item);
		this.admit();
	}

	/** All items that the engine begins in one go have come: it does not wait between them, so one turn of the event loop is enough. */
	seal(): void {
		if (this.phase === 'collecting') this.phase = 'sealed';
		this.admit();
	}

	/** The engine gave up on this pass: what has not begun must not begin, because nobody would see what comes of it. */
	close(): void {
		this.phase = 'closed';
		this.admit();
	}

	/**
	 * Resolves when nothing is under way or about to begin any more: only then can it be said what was done and what not. Where
	 * the engine spaces the items out, all must have come: until then it does not look at what they have thrown.
	 */
	async onIdle(): Promise<void> {
		if (this.isIdle()) return;
		await new Promise<void>((resolve) => this.idleListeners.push(resolve));
	}

	/** Resolves when nothing more is done for an item ahead: it may be over before that. */
	async onPrepared(item: number): Promise<void> {
		await this.preparing.get(item);
	}

	/** Whether an item is under way, or may still get its turn. */
	isWanted(item: number): boolean {
		return this.running.has(item) || (!this.isOver && !this.done.has(item) && !this.failed.has(item));
	}

	/** The items that never began. Costs as much as there are items: to be asked for once. */
	skippedItems(): number[] {
		const all = this.settings.total === null ? [...this.registered] : [...Array(this.settings.total).keys()];
		return all.filter((item) => !this.done.has(item) && !this.failed.has(item));
	}

	/**
	 * Whether the engine gave up before the first item began: the parameters of an item could not be resolved, the node has
	 * failed with that, and whatever the other items did would be seen by nobody. Not to be asked before it is sealed.
	 */
	isAbandoned(): boolean {
		return this.settings.stopsOnFailure && !this.settings.spaced && !this.isComplete();
	}

	/** What has not been told by now never is. */
	private validate(item: number): void {
		this.told.add(item);
		this.validated.add(item);
	}

	private announceTold(): void {
		if (this.toldListeners.length === 0 || !this.isTold) return;
		for (const [, resolve] of inOrder(this.toldListeners.splice(0))) resolve();
	}

	private admit(): void {
		this.announceTold();
		if (this.isOver) this.skipAll();
		else if (this.isChecked) this.beginNext();
		if (this.isIdle()) for (const resolve of this.idleListeners.splice(0)) resolve();
	}

	/** Whether no further item begins. */
	private get isOver(): boolean {
		if (this.phase === 'closed') return true;
		return this.isChecked && (this.isAbandoned() || (this.settings.stopsOnFailure && this.failed.size > 0));
	}

	/** Whether no item that has come has still to tell what it is, and no other one comes at once. */
	private get isTold(): boolean {
		return this.phase === 'closed' || (this.phase === 'sealed' && this.told.size >= this.registered.size);
	}

	/** Whether all items that the engine begins in one go have come and been checked. */
	private get isChecked(): boolean {
		return this.phase === 'sealed' && this.validated.size >= this.registered.size;
	}

	private skipAll(): void {
		const skipped = inOrder(this.waiting);
		this.waiting.clear();
		for (const [, tell] of skipped) tell('skipped');
	}

	private beginNext(): void {
		while (this.waiting.size > 0 && this.running.size < this.settings.concurrency) {
			const tell = this.waiting.get(this.next);
			if (tell !== undefined) {
				this.waiting.delete(this.next);
				this.running.add(this.next);
				this.prepare(this.next);
				tell('begin');
			}
			this.next++;
		}
		for (let ahead = 0; ahead < this.settings.lookahead; ahead++) this.prepare(this.next + ahead);
	}

	/** Each item once, in their order. */
	private prepare(item: number): void {
		const prepare = this.unprepared.get(item);
		if (prepare === undefined) return;
		this.unprepared.delete(item);
		const preparing = prepare().then(() => {
			this.preparing.delete(item);
			this.admit();
		});
		this.preparing.set(item, preparing);
	}

	private isComplete(): boolean {
		return this.settings.total === null || this.registered.size >= this.settings.total;
	}

	private isIdle(): boolean {
		if (this.running.size > 0 || this.waiting.size > 0 || this.preparing.size > 0) return false;
		if (this.phase === 'closed') return true;
		return this.isChecked && (!this.settings.spaced || this.isComplete());
	}
}

const inOrder = <T>(items: Iterable<readonly [item: number, T]>) => [...items].sort(([a], [b]) => a - b);
