import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { textField } from '../utils/json';
import { formatValue } from '../utils/values';

/**
 * What an earlier node says of an item that failed there, as a sentence, where its "On Error" lets the item go on: n8n then gives the item
 * a field `error`, and takes its file away.
 */
export function sayFailedBefore(functions: IExecutePaginationFunctions): string[] {
	const { error } = functions.getInputData().json;
	const words = typeof error === 'string' ? error : textField(error, 'message');
	if (words === null || words.trim() === '') return [];
	return [`The item has "error": ${formatValue(words)}. If an earlier node has failed for it, correct that first.`];
}
