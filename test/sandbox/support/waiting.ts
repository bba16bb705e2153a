import type { Sandbox } from '../../../sandbox/server';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets the process go on until something has become true. No time is measured: jest's own limit ends a test that hangs. */
export async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await nextTurn();
}

/** Moves the stopped clock on until a call has ended, and gives its result. */
export async function whileTimePasses<T>({ control }: Sandbox, call: Promise<T>, stepMs = 1000): Promise<T> {
	let ended = false;
	const end = () => {
		ended = true;
	};
	call.then(end, end);
	while (!ended) {
		control.clock.advance(stepMs);
		await nextTurn();
	}
	return call;
}
