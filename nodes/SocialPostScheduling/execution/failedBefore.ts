import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { textField } from '../utils/json';
import { asSentence } from '../utils/values';
import type { PassMemory } from './executionState';
import { safeWordsOf } from './safeWords';
import { isTool } from './tool';

/**
 * What an earlier node says of an item that failed there, where its "On Error" lets the item go on: n8n then gives the item a field `error`,
 * and takes its file away. Empty where there is nothing.
 */
export function wordsOfEarlierNode(functions: IExecutePaginationFunctions): string {
	const { error } = functions.getInputData().json;
	const message = (typeof error === 'string' ? error : textField(error, 'message')) ?? '';
	const words = message.replace(/\s+/g, ' ').trim();
	// A row of a table may have a column of this name, such as "none".
	return words.includes(' ') ? words : '';
}

/** The same as sentences, with what to do. The model of an agent can do nothing about it. */
export async function sayFailedBefore(functions: IExecutePaginationFunctions, memory: PassMemory): Promise<string[]> {
	const words = isTool(functions) ? '' : wordsOfEarlierNode(functions);
	if (words === '') return [];
	const safe = await safeWordsOf(functions, memory);
	return [
		`The item comes with an error: "${asSentence(safe(words))}"`,
		'If an earlier node failed for it, correct that node: "Retry" does not run it again.',
	];
}
