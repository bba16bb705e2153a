import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { textField } from '../utils/json';
import { asSentence } from '../utils/values';
import type { PassMemory } from './executionState';
import { safeWordsOf } from './safeWords';
import { isTool } from './tool';

/**
 * What an earlier node says of an item that failed there, as sentences, where its "On Error" lets the item go on: n8n then gives the item
 * a field `error`, and takes its file away. A node of this package gives `details` as well. The model of an agent can do nothing about it.
 */
export async function sayFailedBefore(functions: IExecutePaginationFunctions, memory: PassMemory): Promise<string[]> {
	if (isTool(functions)) return [];
	const { error, details } = functions.getInputData().json;
	const message = typeof error === 'string' ? error : textField(error, 'message');
	if (message === null || message.trim() === '') return [];
	const words = [message, textField(details, 'description')].flatMap((text) => (text ? [asSentence(text)] : []));
	const safe = await safeWordsOf(functions, memory);
	return [
		`The item comes with an error: "${safe(words.join(' '))}"`,
		'If an earlier node failed for it, "Retry" does not help: it does not run that node again. Correct that node, and start a new execution.',
	];
}
