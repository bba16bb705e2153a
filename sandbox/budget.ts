/** What is left of a budget at a moment. */
export interface BudgetState {
	readonly limit: number;
	readonly used: number;
	readonly left: number;
	/** When the next place becomes free, in milliseconds since 1970; the moment itself when nothing is counted. */
	readonly freesAt: number;
}

/** A sliding window: a call is let through while fewer than `limit` calls were counted in the time before it. */
export class SlidingWindow {
	private times: number[] = [];

	/** @param windowMs length of the window in milliseconds */
	constructor(private readonly windowMs: number) {}

	/** Counts one call, or refuses it: a refused call is not counted. */
	take(now: number, limit: number): boolean {
		if (this.state(now, limit).left === 0) return false;
		this.times.push(now);
		return true;
	}

	/** What is left at `now`. When the clock has been put back, what was counted later counts from `now` on. */
	state(now: number, limit: number): BudgetState {
		this.times = this.times.filter((time) => time > now - this.windowMs).map((time) => Math.min(time, now));
		const used = this.times.length;
		const nextToLeave = this.times[Math.max(0, used - limit)];
		return {
			limit,
			used,
			left: Math.max(0, limit - used),
			freesAt: nextToLeave === undefined ? now : nextToLeave + this.windowMs,
		};
	}

	/** Counts calls at `now` until exactly `left` remain, or forgets the newest ones: a test control. */
	leave(now: number, limit: number, left: number): void {
		const wanted = Math.max(0, limit - left);
		const used = this.state(now, limit).used;
		if (used >= wanted) this.times = this.times.slice(0, wanted);
		else this.times = [...this.times, ...new Array<number>(wanted - used).fill(now)];
	}
}
