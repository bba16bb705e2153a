/** How a completion that takes too long is answered (specification, section 4, completeMediaUpload, rule 3). */
export const TIMEOUT_ANSWERS = ['payload', 'http504'] as const;

/** One of {@link TIMEOUT_ANSWERS}. */
export type TimeoutAnswer = (typeof TIMEOUT_ANSWERS)[number];

/** How fast the service works. All times are by the service's clock. */
export interface Settings {
	/** Waiting time before every API call and PUT is answered, in milliseconds. */
	serviceTimeMs: number;
	/** Time that a completion takes for each MiB of the file, in milliseconds. */
	completionMsPerMib: number;
	/** A completion call that would take longer than this, in milliseconds, answers a timeout. */
	completionLimitMs: number;
	completionTimeoutAnswer: TimeoutAnswer;
	/** Rate at which a PUT is received, in bytes per second; 0 is as fast as it goes. */
	putBytesPerSecond: number;
}

/** Settings of a sandbox that nobody has changed: nothing waits. */
export const DEFAULT_SETTINGS: Readonly<Settings> = {
	serviceTimeMs: 0,
	completionMsPerMib: 0,
	completionLimitMs: 30_000,
	completionTimeoutAnswer: 'payload',
	putBytesPerSecond: 0,
};
