/** The sandbox that runs for these tests, by its controls over HTTP. */
import type { FaultRule, SandboxState } from '../../../sandbox/server';
import { fromEnvironment } from '../../../scripts/e2e/handover';

const { sandboxUrl } = fromEnvironment(process.env);

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
	const answer = await fetch(`${sandboxUrl}/control${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}: ${await answer.text()}`);
	return await answer.json();
}

/** Everything that the sandbox holds. */
export async function stateOfService(): Promise<SandboxState> {
	return (await control('GET', '/state')) as SandboxState;
}

/** An empty library, no posts, full budgets, no faults. */
export async function resetService(): Promise<void> {
	await control('POST', '/reset');
}

/** Lets something go wrong. */
export async function addFault(rule: FaultRule): Promise<void> {
	await control('POST', '/faults', rule);
}
