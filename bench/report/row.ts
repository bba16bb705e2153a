/** A line of the table: what was measured, and whether it is as good as it was meant to be. */

export interface Row {
	readonly what: string;
	/** What was aimed at; null for a figure that stands beside others for comparison. */
	readonly goal: string | null;
	readonly measured: string;
	/** Whether the goal is met; null where there is none. */
	readonly met: boolean | null;
	/** Why a goal is missed, or what a reader must know to read the figure. */
	readonly note: string;
}

/** Rows that belong together, and how they were measured. */
export interface Section {
	readonly title: string;
	readonly how: string;
	readonly rows: readonly Row[];
}

/** A figure with a goal. */
export function judged(what: string, goal: string, measured: string, met: boolean, noteIfMissed = ''): Row {
	return { what, goal, measured, met, note: met ? '' : noteIfMissed };
}

/** A figure for comparison. */
export function told(what: string, measured: string, note = ''): Row {
	return { what, goal: null, measured, met: null, note };
}
