import type { CallKind, Sandbox } from '../../sandbox/server';

/** How often the service's log is looked at, in milliseconds. */
const LOOK_EVERY_MS = 2;

/** Does something as soon as a call of a kind has reached the service. Gives what ends the watch. */
export function whenCalled(sandbox: Sandbox, kind: CallKind, act: () => void): () => void {
	const timer = setInterval(() => {
		if (!sandbox.state().log.some((entry) => entry.kind === kind)) return;
		clearInterval(timer);
		act();
	}, LOOK_EVERY_MS);
	return () => clearInterval(timer);
}
