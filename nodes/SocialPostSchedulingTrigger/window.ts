import type { PlatformProgress } from './progress';

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
export function windowOf(progress: PlatformProgress | undefined, now: number): Window {
	if (progress === undefined) return { from: now - SWEEP_MS, isSweep: true };
	const last = Math.min(progress.checkedUntil, now);
	// One that lies ahead was told by a wrong clock.
	const sinceSweep = Math.abs(Math.max(progress.checkedUntil, now) - progress.sweptAt);
	const isSweep = !progress.isBusy || sinceSweep >= SWEEP_EVERY_MS;
	const from = isSweep ? Math.min(last, progress.sweptAt) - SWEEP_MS : last - NARROW_MS;
	return { from: Math.max(from, progress.sweptFrom), isSweep };
}

/** Events that no later poll can see again are forgotten. */
export const prune = (known: Readonly<Record<string, number>>, from: number): Record<string, number> =>
	Object.fromEntries(Object.entries(known).filter(([, seenAt]) => seenAt >= from - HOUR_MS));
