/** The sandbox that runs for these tests, by its controls over HTTP. */
import type { BudgetName, FaultRule, SandboxState, Settings } from '../../../sandbox/server';
import { fromEnvironment } from '../../../scripts/e2e/handover';
import { SandboxClient } from '../../../scripts/lib/sandbox-client';

/** Address of the sandbox, without a slash at the end. */
export const { sandboxUrl } = fromEnvironment();
const service = new SandboxClient(sandboxUrl);

/** Everything that the sandbox holds. */
export async function stateOfService(): Promise<SandboxState> {
	return await service.state();
}

/** An empty library, no posts, full budgets, no faults. */
export async function resetService(): Promise<void> {
	await service.reset();
}

/** Lets something go wrong. */
export async function addFault(rule: FaultRule): Promise<void> {
	await service.addFaults(rule);
}

/** Leaves this much of a budget of the account with the paid key. */
export async function leaveBudget(budget: BudgetName, left: number): Promise<void> {
	await service.leaveBudget(budget, left);
}

/** Sets how the service behaves, until it is reset. */
export async function setService(settings: Partial<Settings>): Promise<void> {
	await service.setSettings(settings);
}

/** Moves the service's time on, in milliseconds: what is due by then is published. */
export async function advanceService(ms: number): Promise<void> {
	await service.advance(ms);
}
