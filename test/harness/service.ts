/** One sandbox for the tests of a file, fresh for each test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox/server';

export interface Service {
	readonly sandbox: Sandbox;
	/** The credential of the paid account. */
	readonly credential: { readonly baseUrl: string; readonly apiKey: string };
}

/** Starts a sandbox before the tests of a file, and puts it back to its start before each of them. */
export function useService(): () => Service {
	let sandbox: Sandbox | undefined;
	const service = (): Service => {
		if (sandbox === undefined) throw new Error('The sandbox has not started yet');
		return { sandbox, credential: { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys.paid } };
	};
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	beforeEach(() => service().sandbox.control.reset());
	afterAll(async () => await sandbox?.close());
	return service;
}

/** A file that the repository ships as an example. */
export function exampleFile(name: 'balloons.png' | 'take-off.mp4'): Buffer {
	return readFileSync(join(__dirname, '../../examples/media', name));
}
