/** Executions that are stopped while their files are on their way. */
import type { SandboxState } from '../../../../sandbox/server';
import { until } from '../../../../scripts/lib/until';
import { TRIGGER } from '../../../../scripts/lib/workflow-builder';
import { LARGE } from './files';
import { openWide } from './loads';
import type { SoakSetting } from './setting';
import { uploadLarge } from './workflows';

/** Executions; each has all its files on their way. */
export const STOPPED = 5;
export const FILES_ON_THEIR_WAY = STOPPED * LARGE;
/** So slow that no file arrives before it is stopped. */
const SLOWLY = { putBytesPerSecond: 16 * 1024 };
/** Milliseconds in which all must have begun to send; it takes some seconds. */
const SENDING_WITHIN_MS = 60_000;
/** Milliseconds in which a stopped execution must be over. */
const OVER_WITHIN_MS = 30_000;

export interface StoppedRun {
	readonly statuses: readonly string[];
	readonly state: SandboxState;
}

/** Starts some executions, stops them in the middle of their files, and gives what came of them. */
export async function stoppedLoad(setting: SoakSetting): Promise<() => Promise<StoppedRun>> {
	const { client, credential, filesFolder, service } = setting;
	const workflowId = await client.createWorkflow(uploadLarge(filesFolder, credential));
	const sending = async (): Promise<boolean> => {
		const { log } = await service.state();
		const begun = log.filter(({ kind, receivedBytes }) => kind === 'put' && receivedBytes > 0);
		return begun.length === FILES_ON_THEIR_WAY;
	};
	return async () => {
		await openWide(setting);
		await service.setSettings(SLOWLY);
		const ids: string[] = [];
		for (let execution = 0; execution < STOPPED; execution++) ids.push(await client.run(workflowId, TRIGGER));
		await until(`${FILES_ON_THEIR_WAY} files are on their way`, sending, SENDING_WITHIN_MS);
		for (const id of ids) await client.stop(id);
		const over = await Promise.all(ids.map((id) => client.waitFor(id, OVER_WITHIN_MS)));
		return { statuses: over.map(({ status }) => status), state: await service.state() };
	};
}
