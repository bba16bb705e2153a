const HOUR_MS = 60 * 60_000;

/**
 * How far back the posts are looked at, in milliseconds: a platform may take a post late, the service tries a failed one again, and
 * addresses come later. What comes later than this is not seen.
 */
export const SWEEP_MS = 24 * HOUR_MS;

/** The same for the polls in between where a day has more posts than one page. */
const NARROW_MS = HOUR_MS;

/** How long such polls go on before the whole day is looked at again, in milliseconds. */
const SWEEP_EVERY_MS = HOUR_MS / 2;

/** What the polls before have looked at. Times are milliseconds since 1970, by the clock of the service. */
export interface Looked {
	/** Everything up to here was looked at. */
	readonly checkedUntil: number;
	/** When the posts of the whole day before were looked at. */
	readonly sweptAt: number;
	/** From when on they were looked at then: of posts before that nothing is known, so no poll goes back behind it. */
	readonly sweptFrom: number;
	/** Whether a day has more posts than one page. */
	readonly isBusy: boolean;
}

/** Which posts a poll looks at. */
export interface Window {
	/** Milliseconds since 1970. */
	readonly from: number;
	/** Whether it is the whole day before the last poll. */
	readonly isSweep: boolean;
}

/**
 * The posts that a poll looks at: those of a day before the last one, so that nothing is missed. One page has them all, unless they
 * are many: then the last hour does, and the day every half an hour. A clock that goes back does not bring back what is forgotten.
 *
 * @param now milliseconds since 1970, by this machine's clock; neither it nor the service's is trusted alone
 */
export function windowOf(looked: Looked | undefined, now: number): Window {
	if (looked === undefined) return { from: now - SWEEP_MS, isSweep: true };
	const last = Math.min(looked.checkedUntil, now);
	// One that lies ahead was told by a wrong clock.
	const sinceSweep = Math.abs(Math.max(looked.checkedUntil, now) - looked.sweptAt);
	const isSweep = !looked.isBusy || sinceSweep >= SWEEP_EVERY_MS;
	const from = isSweep ? Math.min(last, looked.sweptAt) - SWEEP_MS : last - NARROW_MS;
	return { from: Math.max(from, looked.sweptFrom), isSweep };
}

/** Events that no later poll can see again are forgotten. */
export const prune = (known: Readonly<Record<string, number>>, from: number): Record<string, number> =>
	Object.fromEntries(Object.entries(known).filter(([, seenAt]) => seenAt >= from - HOUR_MS));
