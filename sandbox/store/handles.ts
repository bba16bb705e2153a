/** Handles that show what can happen to a post; every other one is published at its time. */
export const HANDLES = {
	/** Posts to it fail, for good. */
	failing: 'failing_account',
	/** Of a thread, only the first item is published; the others fail. */
	half: 'half_account',
	/** Posts to it fail, and are published when they are tried again. */
	retry: 'retry_account',
	/** The platform takes posts to it at once, and publishes them later. */
	slow: 'slow_account',
	/** It has to be connected again: scheduling a post to it is refused. */
	notConnected: 'not_connected',
} as const;
