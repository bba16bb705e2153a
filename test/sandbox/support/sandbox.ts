import { startSandbox } from '../../../sandbox/server';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server';

/** One sandbox for the tests of a file, back at its start before each of them. */
export function useSandbox(options?: SandboxOptions): () => Sandbox {
	let running: Sandbox | undefined;
	const sandbox = (): Sandbox => {
		if (!running) throw new Error('the sandbox has not started');
		return running;
	};
	beforeAll(async () => {
		running = await startSandbox(options);
	});
	beforeEach(() => sandbox().control.reset());
	afterAll(() => running?.close());
	return sandbox;
}
