import { BadInput, isWritableTime } from './parse';

/** Longest delay that a timer takes, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Sleeper {
	wakeAt: number;
	timer: NodeJS.Timeout | undefined;
	readonly wake: () => void;
}

/**
 * The service's clock. It runs with real time unless frozen, may stand at any distance from real time, and everything
 * that waits in the sandbox waits by it: moving it on ends the waits that became due, so no test needs to wait.
 */
export class Clock {
	private offset = 0;
	private frozenAt: number | undefined;
	private readonly sleepers = new Set<Sleeper>();
	private readonly listeners: Array<() => void> = [];

	/** @param realNow milliseconds since 1970 of the time that this clock runs with */
	constructor(private readonly realNow: () => number = Date.now) {}

	/** The service's time, in milliseconds since 1970. */
	now(): number {
		return this.frozenAt ?? this.realNow() + this.offset;
	}

	/** Whether time stands still. */
	get frozen(): boolean {
		return this.frozenAt !== undefined;
	}

	/** Distance to real time, in milliseconds; positive when this clock is ahead. */
	get skewMs(): number {
		return this.frozenAt === undefined ? this.offset : this.frozenAt - this.realNow();
	}

	/** Puts the clock at a time, in milliseconds since 1970. @throws BadInput beyond the years 0 to 9999 */
	set(time: number): void {
		if (!isWritableTime(time)) throw new BadInput('the clock goes from the year 0 to the year 9999');
		const moved = time - this.now();
		if (this.frozenAt !== undefined) this.frozenAt = time;
		else this.offset = time - this.realNow();
		this.afterMove(moved);
	}

	/** Moves the clock on (or back, with a negative number) by milliseconds. */
	advance(ms: number): void {
		this.set(this.now() + ms);
	}

	/** Puts the clock at a distance from real time, in milliseconds. */
	skew(ms: number): void {
		this.set(this.realNow() + ms);
	}

	/** Stops time where it stands: from here on only `set`, `advance` and `skew` move it. */
	freeze(): void {
		this.frozenAt = this.now();
		this.afterMove(0);
	}

	/** Lets time run on from where it stands. */
	run(): void {
		if (this.frozenAt === undefined) return;
		this.offset = this.frozenAt - this.realNow();
		this.frozenAt = undefined;
		this.afterMove(0);
	}

	/** Back to real time, running. */
	reset(): void {
		this.frozenAt = undefined;
		this.set(this.realNow());
	}

	/** Called after each change of the clock. */
	onChange(listener: () => void): void {
		this.listeners.push(listener);
	}

	/** Resolves when the clock has moved on by `ms`; at once when there is nothing to wait for. */
	sleep(ms: number): Promise<void> {
		if (ms <= 0) return Promise.resolve();
		return new Promise((resolve) => {
			const sleeper: Sleeper = { wakeAt: this.now() + ms, timer: undefined, wake: resolve };
			this.sleepers.add(sleeper);
			this.arm(sleeper);
		});
	}

	/** Drops every wait without ending it: the sandbox is closing. */
	close(): void {
		for (const sleeper of this.sleepers) clearTimeout(sleeper.timer);
		this.sleepers.clear();
	}

	private arm(sleeper: Sleeper): void {
		clearTimeout(sleeper.timer);
		const left = sleeper.wakeAt - this.now();
		if (left <= 0) {
			this.sleepers.delete(sleeper);
			sleeper.wake();
			return;
		}
		if (this.frozen) return;
		sleeper.timer = setTimeout(() => this.arm(sleeper), Math.min(left, MAX_TIMER_MS));
	}

	private afterMove(moved: number): void {
		for (const sleeper of [...this.sleepers]) {
			if (moved < 0) sleeper.wakeAt += moved;
			this.arm(sleeper);
		}
		for (const listener of this.listeners) listener();
	}
}
