/** n8n's own REST interface, as its editor uses it. */
import { parse } from 'flatted';
import { PlainFailure } from './failure';
import { asList, asObject, asText, isObject, type JsonObject } from './json';
import { until } from './until';
import type { CredentialReference } from './workflows';

/** Milliseconds for one request: n8n answers in well under a second, its first answer after a start may take some. */
const REQUEST_MS = 30_000;
/** How often a question is asked again when its connection broke. */
const ASK_AGAIN = 3;
/** States in which an execution still goes on. */
const UNFINISHED = new Set(['new', 'running', 'waiting', 'unknown']);

/** The only user of the local n8n. It can be reached from this machine alone. */
export const OWNER = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Balloons-at-6',
} as const;

export interface Workflow extends JsonObject {
	name: string;
	nodes: JsonObject[];
	connections: JsonObject;
}

export interface NewCredential {
	name: string;
	type: string;
	data: JsonObject;
}

export interface Execution {
	id: string;
	status: string;
	/** `resultData` of the run: `runData` by node name, and `error` when it failed. */
	result: JsonObject;
}

/** A signed-in user of an n8n that runs. */
export class N8nClient {
	/** @param session what {@link session} of a client that is signed in gave; without it, sign in first */
	constructor(
		private readonly url: string,
		private cookie = '',
	) {}

	/** The sign-in, to be handed to another process: n8n takes only a few sign-ins in a minute. It is a secret. */
	get session(): string {
		return this.cookie;
	}

	/** Signs in as the owner, and makes the owner first where n8n has none yet. */
	async signIn(): Promise<void> {
		const { userManagement } = asObject(await this.call('GET', '/rest/settings'));
		if (asObject(userManagement).showSetupOnFirstLoad === true) await this.call('POST', '/rest/owner/setup', OWNER);
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
	}

	/** Saves a credential, in the place of one with the same name where there is one. */
	async saveCredential(credential: NewCredential): Promise<CredentialReference> {
		const { name } = credential;
		const [known] = idsNamed(await this.call('GET', '/rest/credentials'), name);
		if (known === undefined) {
			return { id: asText(asObject(await this.call('POST', '/rest/credentials', credential)).id), name };
		}
		await this.call('PATCH', `/rest/credentials/${known}`, credential);
		return { id: known, name };
	}

	/** Whether n8n's own test of the credential is green, and what it says when it is not. */
	async testCredential(id: string, credential: NewCredential): Promise<{ ok: boolean; message: string }> {
		const answer = asObject(await this.call('POST', '/rest/credentials/test', { credentials: { id, ...credential } }));
		return { ok: answer.status === 'OK', message: asText(answer.message) };
	}

	/** Saves a workflow and gives its id. Older n8n wants to be told that it is not active yet. */
	async createWorkflow(workflow: Workflow): Promise<string> {
		return asText(asObject(await this.call('POST', '/rest/workflows', { active: false, ...workflow })).id);
	}

	/** Publishes a workflow: from then on its webhooks, forms and schedules work by themselves. Older n8n calls that active. */
	async publish(workflowId: string): Promise<void> {
		const workflow = asObject(await this.call('GET', `/rest/workflows/${workflowId}`));
		if ('activeVersionId' in workflow) {
			const { versionId } = workflow;
			await this.call('POST', `/rest/workflows/${workflowId}/activate`, { versionId });
		} else await this.call('PATCH', `/rest/workflows/${workflowId}`, { active: true });
	}

	/**
	 * Publishes a workflow whose triggers n8n starts after its answer, and waits until it has. Gives what n8n says of those that
	 * were not started.
	 */
	async publishTriggers(workflowId: string, withinMs: number): Promise<string[]> {
		await this.publish(workflowId);
		const look = async (): Promise<string[] | undefined> => {
			const { status, triggers } = asObject(await this.call('GET', `/rest/workflows/${workflowId}/publication-status`));
			if (status === 'in_progress' || status === 'not_published') return undefined;
			const messages = asList(triggers).map((trigger) => asText(asObject(trigger).errorMessage));
			return messages.filter((message) => message !== '');
		};
		return await until(`the triggers of the workflow ${workflowId} are started`, look, withinMs);
	}

	/** Takes a published workflow back. */
	async unpublish(workflowId: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${workflowId}/deactivate`);
	}

	/** The ids of the workflows with this name. */
	async workflowIds(name: string): Promise<string[]> {
		return idsNamed(await this.call('GET', '/rest/workflows'), name);
	}

	/** The node types that this n8n offers. */
	async nodeTypes(): Promise<string[]> {
		const types: unknown = await (await this.send('GET', '/types/nodes.json')).json();
		return Array.isArray(types) ? types.map((type) => asText(asObject(type).name)) : [];
	}

	/**
	 * Runs a workflow from one of its triggers, as the button in the editor does, and gives the execution's id. Older n8n
	 * takes the workflow out of the request, newer n8n reads it itself.
	 */
	async run(workflowId: string, trigger: string): Promise<string> {
		const workflowData = await this.call('GET', `/rest/workflows/${workflowId}`);
		const answer = await this.call('POST', `/rest/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
		const id = asText(asObject(answer).executionId);
		if (id === '') throw new PlainFailure(`n8n did not start the workflow: ${JSON.stringify(answer)}`);
		return id;
	}

	/** Saves other nodes in a workflow. */
	async changeWorkflow(workflowId: string, { nodes, connections }: Workflow): Promise<void> {
		await this.call('PATCH', `/rest/workflows/${workflowId}`, { nodes, connections });
	}

	/**
	 * Retries an execution that failed, as the list of executions does, and gives the id of the new one. Older n8n does not tell it.
	 *
	 * @param loadWorkflow whether with the currently saved workflow
	 */
	async retry(executionId: string, loadWorkflow = false): Promise<string> {
		const answer = await this.call('POST', `/rest/executions/${executionId}/retry`, { loadWorkflow });
		return asText(asObject(answer).id);
	}

	/** The ids of a workflow's executions that failed, the latest first. */
	async failedExecutions(workflowId: string): Promise<string[]> {
		return await this.executions(workflowId, 'error', 'crashed');
	}

	/** The ids of a workflow's executions with these states, the latest 20 of them, the latest first. */
	async executions(workflowId: string, ...status: string[]): Promise<string[]> {
		const { results } = await this.findExecutions(workflowId, status);
		return Array.isArray(results) ? results.map((execution) => asText(asObject(execution).id)) : [];
	}

	/** How many executions of a workflow have these states. */
	async countExecutions(workflowId: string, ...status: string[]): Promise<number> {
		return Number((await this.findExecutions(workflowId, status)).count);
	}

	private async findExecutions(workflowId: string, status: string[]): Promise<JsonObject> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		return asObject(await this.call('GET', `/rest/executions?filter=${filter}`));
	}

	/** Stops an execution, as the button in the editor does. */
	async stop(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/stop`);
	}

	/** Waits until an execution has ended, however it ends. */
	async waitFor(executionId: string, withinMs: number): Promise<Execution> {
		const look = async (): Promise<Execution | undefined> => {
			const execution = asObject(await this.call('GET', `/rest/executions/${executionId}`));
			const status = asText(execution.status, 'unknown');
			if (UNFINISHED.has(status)) return undefined;
			// n8n hands out executions in the form of the package "flatted".
			const data = asObject(parse(asText(execution.data, '[{}]')));
			return { id: executionId, status, result: asObject(data.resultData) };
		};
		return await until(`the execution ${executionId} has ended`, look, withinMs);
	}

	/** The `data` of n8n's answer. */
	private async call(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await this.send(method, path, body);
		const answer: unknown = await response.json();
		return isObject(answer) && 'data' in answer ? answer.data : answer;
	}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		// A connection is not kept: n8n ends an idle one after five seconds, and where it was busy for as long as that, it does
		// so while the next request is on its way.
		const headers: Record<string, string> = { accept: 'application/json', connection: 'close' };
		if (this.cookie !== '') headers.cookie = this.cookie;
		if (body !== undefined) headers['content-type'] = 'application/json';
		const ask = async (): Promise<Response> =>
			await fetch(this.url + path, {
				method,
				headers,
				body: body === undefined ? undefined : JSON.stringify(body),
				signal: AbortSignal.timeout(REQUEST_MS),
			});
		const response = await (method === 'GET' ? repeatedly(ask) : ask());
		const fresh = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
		if (fresh.length > 0) this.cookie = fresh.join('; ');
		if (!response.ok)
			throw new PlainFailure(`n8n answered ${response.status} to ${method} ${path}: ${await response.text()}`);
		return response;
	}
}

/**
 * Asks again when the connection broke. An n8n that was busy for some seconds closes connections that it takes for idle,
 * also those on which a question is just arriving.
 */
async function repeatedly(ask: () => Promise<Response>): Promise<Response> {
	for (let again = 0; ; again++) {
		try {
			return await ask();
		} catch (error) {
			const broken = asObject(asObject(error).cause).code === 'ECONNRESET';
			if (!broken || again === ASK_AGAIN) throw error;
		}
	}
}

function idsNamed(answer: unknown, name: string): string[] {
	const list = Array.isArray(answer) ? (answer as unknown[]) : [];
	return list
		.map(asObject)
		.filter((entry) => entry.name === name)
		.map((entry) => asText(entry.id));
}
