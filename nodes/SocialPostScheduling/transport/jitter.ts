/** How much longer a wait may be, in milliseconds: enough for a few requests to go one after the other. */
export const MAX_JITTER_MS = 1_000;

/** A wait, a little longer by chance: items that wait for the same moment do not all come back at once. */
export const withJitter = (ms: number): number => ms + Math.round(Math.random() * MAX_JITTER_MS);
