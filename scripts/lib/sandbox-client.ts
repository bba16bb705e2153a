/** The controls of a sandbox that runs in another process, over HTTP. */
import type { BudgetName, FaultRule, SandboxState, Settings } from '../../sandbox/server';

export class SandboxClient {
	/** @param url address of the sandbox, without a slash at the end */
	constructor(private readonly url: string) {}

	/** Everything that the sandbox holds. */
	async state(): Promise<SandboxState> {
		return (await this.call('GET', '/state')) as SandboxState;
	}

	/** An empty library, no posts, full budgets, no faults. */
	async reset(): Promise<void> {
		await this.call('POST', '/reset');
	}

	/** Lets something go wrong. */
	async addFaults(...rules: readonly FaultRule[]): Promise<void> {
		await this.call('POST', '/faults', rules);
	}

	/** Changes how fast the service works. */
	async setSettings(settings: Partial<Settings>): Promise<void> {
		await this.call('POST', '/settings', settings);
	}

	/** Stops the service's time, so that everything which waits in it goes on waiting; or lets it run again. */
	async freeze(frozen: boolean): Promise<void> {
		await this.call('POST', '/clock', { frozen });
	}

	/** Moves the service's time on by milliseconds. */
	async advance(ms: number): Promise<void> {
		await this.call('POST', '/clock', { advanceMs: ms });
	}

	/** Disconnects an account from its platform, or connects it again. */
	async setConnected(id: string, isConnected: boolean): Promise<void> {
		await this.call('POST', '/social-account', { id, isConnected });
	}

	/** Gives the account of the paid key a limit of its own in the place of its plan's. */
	async setLimit(budget: BudgetName, limit: number): Promise<void> {
		await this.call('POST', '/limit', { budget, limit });
	}

	/** Leaves this much of a budget of the account with the paid key. */
	async leaveBudget(budget: BudgetName, left: number): Promise<void> {
		await this.call('POST', '/budget', { budget, left });
	}

	private async call(method: string, path: string, body?: unknown): Promise<unknown> {
		const answer = await fetch(`${this.url}/control${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}: ${await answer.text()}`);
		return await answer.json();
	}
}
