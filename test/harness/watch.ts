import type { CallKind, Sandbox } from '../../sandbox/server';

/** How often the service's log is looked at, in milliseconds. */
const LOOK_EVERY_MS = 2;

/**
 * Does something as soon as calls of a kind have reached the service. Gives what ends the watch.
 *
 * @param calls how many
 */
export function whenCalled(sandbox: Sandbox, kind: CallKind, act: () => void, calls = 1): () => void {
	const timer = setInterval(() => {
		if (sandbox.state().log.filter((entry) => entry.kind === kind).length < calls) return;
		clearInterval(timer);
		act();
	}, LOOK_EVERY_MS);
	return () => clearInterval(timer);
}
