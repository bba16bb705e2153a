import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { textField } from '../utils/json';
import type { PassMemory } from './executionState';
import { safeWordsOf } from './safeWords';
import { isTool } from './tool';

/**
 * What an earlier node says of an item that failed there, as a sentence, where its "On Error" lets the item go on: n8n then gives the item
 * a field `error`, and takes its file away. A retry begins at this node, with the same item. The model of an agent can do nothing about it.
 */
export async function sayFailedBefore(functions: IExecutePaginationFunctions, memory: PassMemory): Promise<string[]> {
	if (isTool(functions)) return [];
	const { error } = functions.getInputData().json;
	const words = typeof error === 'string' ? error : textField(error, 'message');
	if (words === null || words.trim() === '') return [];
	const safe = await safeWordsOf(functions, memory);
	return [
		`The item has "error": "${safe(words)}". If an earlier node failed for it, a retry does not run that node again.`,
	];
}
