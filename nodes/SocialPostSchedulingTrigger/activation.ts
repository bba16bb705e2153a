import type { IPollFunctions } from 'n8n-workflow';

/** The contexts that were polled in. */
const contexts = new WeakSet<IPollFunctions>();

/** The triggers that this process has polled, and whether several polls of one had the same context. */
const sharing = new Map<string, boolean>();

/**
 * Whether it is the first poll since the workflow was published or n8n was started. n8n does not start a trigger whose first poll
 * fails.
 *
 * n8n makes one context for an activation, which all its polls have. Its scheduler of polls (`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED`)
 * makes one for each poll, and calls each of them an update. So a new context in an update is a first poll only where contexts are known
 * to be shared, or nothing is known.
 */
export function isFirstPoll(context: IPollFunctions, trigger: string): boolean {
	const isShared = sharing.get(trigger);
	const isNewContext = !contexts.has(context);
	contexts.add(context);
	sharing.set(trigger, isShared === true || !isNewContext);
	return isNewContext && (context.getActivationMode() !== 'update' || isShared !== false);
}
