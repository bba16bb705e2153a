import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, ErrorReporter } from 'n8n-core';
import { type IBinaryData, type IRun } from 'n8n-workflow';

/** Where n8n keeps files: `default` in memory, within the items; `filesystem` stored, with an id in the item. */
export type BinaryMode = 'default' | 'filesystem';

export const BINARY_MODES: readonly BinaryMode[] = ['default', 'filesystem'];

export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	// It reports to a service of n8n's; nothing is decided by it.
	Container.get(ErrorReporter).error = () => {};
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/** Puts a file where the current mode keeps files, as the node before would have done. */
export async function storeBinary(
	content: Buffer,
	fileName: string,
	mimeType: string,
	executionId = '1',
): Promise<IBinaryData> {
	return await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'workflow', executionId },
		content,
		{ data: '', mimeType, fileName },
	);
}

/** The name of the execution in the ids of files while an execution runs that a webhook has started. */
export const OF_WEBHOOK = 'temp';

/** At the end of such an execution, n8n moves its files. Gives what it stores of the execution. */
export async function moveBinaries(run: IRun): Promise<IRun> {
	const stored = JSON.stringify(run);
	const moved = (id: string) => id.replace(`/${OF_WEBHOOK}/`, '/2/');
	const ids = [...stored.matchAll(/"filesystem-v2:([^"]*)"/g)].map(([, id = '']) => id);
	for (const id of new Set(ids)) {
		await Container.get(BinaryDataService).rename(id, moved(id));
	}
	return JSON.parse(stored.replaceAll(`/${OF_WEBHOOK}/`, '/2/')) as IRun;
}
