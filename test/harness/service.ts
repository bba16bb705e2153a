/** One sandbox for the tests of a file, fresh for each test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/server';
import { useSandbox } from '../sandbox/support/sandbox';

export interface Service {
	readonly sandbox: Sandbox;
	/** The credential of the paid account. */
	readonly credential: { readonly baseUrl: string; readonly apiKey: string };
}

/** Starts a sandbox before the tests of a file, and puts it back to its start before each of them. */
export function useService(): () => Service {
	const running = useSandbox();
	return () => {
		const sandbox = running();
		return { sandbox, credential: { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys.paid } };
	};
}

/**
 * A credential whose key is replaced while an execution runs: the service has another one from then on, and the credential too.
 *
 * @param isTime asked whenever n8n reads the key
 */
export function withKeyReplaced({ sandbox, credential }: Service, isTime: () => boolean): Service['credential'] {
	let { apiKey } = credential;
	return {
		baseUrl: credential.baseUrl,
		get apiKey() {
			if (apiKey === credential.apiKey && isTime()) apiKey = sandbox.control.rotateKey('paid');
			return apiKey;
		},
	};
}

/** A file that the repository ships as an example. */
export function exampleFile(name: 'balloons.png' | 'take-off.mp4'): Buffer {
	return readFileSync(join(__dirname, '../../examples/media', name));
}
