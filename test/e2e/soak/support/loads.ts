/** What n8n has to bear: many items in one execution, many executions at a time, both while all goes well and while it does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRule, SandboxState } from '../../../../sandbox/server';
import type { Execution } from '../../../../scripts/lib/n8n-client';
import { whilePublished } from '../../../../scripts/lib/published';
import { until } from '../../../../scripts/lib/until';
import { TRIGGER } from '../../../../scripts/lib/workflow-builder';
import { CALLS, nameOfCall } from './files';
import type { SoakSetting } from './setting';
import { FILE_FIELD, onCall, uploadAndSchedule, WEBHOOK_PATH } from './workflows';

/** More than any load needs: how the limits of a plan are kept is looked at elsewhere. */
const NO_LIMIT = 100_000;
/** Milliseconds in which an execution with all items must have ended; on two cores it takes ten to thirty seconds. */
const ITEMS_WITHIN_MS = 300_000;
/** Milliseconds in which so many executions must have reached a point together; they take some seconds. */
const TOGETHER_WITHIN_MS = 60_000;
/** Time that the stopped service takes for each call, in milliseconds: any, since it passes only when the clock runs. */
const SERVICE_TIME_MS = 1;

/** An empty service that takes whatever comes. */
export async function openWide({ service }: SoakSetting): Promise<void> {
	await service.reset();
	await service.setLimit('general', NO_LIMIT);
	await service.setLimit('uploads', NO_LIMIT);
}

/** Runs a workflow by hand, and waits for its end. */
export async function runToEnd({ client }: SoakSetting, workflowId: string): Promise<Execution> {
	return await client.waitFor(await client.run(workflowId, TRIGGER), ITEMS_WITHIN_MS);
}

export interface ItemsRun {
	readonly execution: Execution;
	readonly state: SandboxState;
}

/** 500 items in one execution, each with an upload and a post. */
export async function itemsLoad(setting: SoakSetting): Promise<() => Promise<ItemsRun>> {
	const { client, credential, filesFolder, service } = setting;
	const workflowId = await client.createWorkflow(uploadAndSchedule(filesFolder, credential));
	return async () => {
		await openWide(setting);
		return { execution: await runToEnd(setting, workflowId), state: await service.state() };
	};
}

export interface CallsRun {
	/** HTTP statuses of n8n's answers, as often as they came. */
	readonly statuses: Readonly<Record<number, number>>;
	readonly state: SandboxState;
}

async function call({ n8nUrl, filesFolder }: SoakSetting, index: number): Promise<number> {
	const name = nameOfCall(index);
	const form = new FormData();
	form.append(FILE_FIELD, new Blob([readFileSync(join(filesFolder, name))], { type: 'video/mp4' }), name);
	const answer = await fetch(`${n8nUrl}/webhook/${WEBHOOK_PATH}`, { method: 'POST', body: form });
	await answer.text();
	return answer.status;
}

/**
 * 50 executions at a time, each with an upload and a post. The service stands still until all of them wait for it, so that
 * they are surely under way together.
 */
async function callAll(setting: SoakSetting, faults: readonly FaultRule[]): Promise<CallsRun> {
	const { service } = setting;
	await openWide(setting);
	await service.setSettings({ serviceTimeMs: SERVICE_TIME_MS });
	await service.freeze(true);
	await service.addFaults(...faults);
	const waiting = async (): Promise<boolean> => (await service.state()).log.length === CALLS;
	const goOn = async (): Promise<void> => {
		try {
			await until(`${CALLS} executions wait for the service`, waiting, TOGETHER_WITHIN_MS);
		} finally {
			await service.freeze(false);
		}
	};
	const calls = Array.from({ length: CALLS }, (_, index) => call(setting, index));
	const [answers] = await Promise.all([Promise.all(calls), goOn()]);
	const statuses: Record<number, number> = {};
	for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
	return { statuses, state: await service.state() };
}

/** Publishes the workflow that is called for the time of some work. */
export async function whileCallable<T>(
	setting: SoakSetting,
	work: (callAll: (faults?: readonly FaultRule[]) => Promise<CallsRun>) => Promise<T>,
): Promise<T> {
	const { client, credential, n8nUrl } = setting;
	const workflowId = await client.createWorkflow(onCall(credential));
	const address = `${n8nUrl}/webhook/${WEBHOOK_PATH}`;
	return await whilePublished(client, workflowId, address, () => work((faults = []) => callAll(setting, faults)));
}
