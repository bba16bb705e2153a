import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, ErrorReporter } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

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
export async function storeBinary(content: Buffer, fileName: string, mimeType: string): Promise<IBinaryData> {
	return await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'workflow', executionId: '1' },
		content,
		{ data: '', mimeType, fileName },
	);
}
