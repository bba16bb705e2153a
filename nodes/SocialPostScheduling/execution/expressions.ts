import { type IExecutePaginationFunctions, sleep } from 'n8n-workflow';
import { isRecord, textField } from '../utils/json';
import { isExpression } from '../utils/values';

/** An expression that cannot be resolved for an item, in n8n's words. */
export interface Unresolvable {
	readonly item: number;
	readonly words: string;
}

/** How many items are looked at in one turn of the event loop: a few milliseconds of work, so that n8n goes on answering. */
export const ITEMS_PER_TURN = 25;

/**
 * The first item for which an expression of the node cannot be resolved, or null. Where the engine spaces items out
 * ("Batching"), it resolves the expressions of an item only when its turn has come, and ends the whole node where that fails:
 * the items before would have been sent by then, and their results would be lost.
 */
export async function findUnresolvable(
	functions: IExecutePaginationFunctions,
	total: number,
): Promise<Unresolvable | null> {
	const expressions = expressionsIn(functions.getNode().parameters);
	for (let item = 0; item < total; item++) {
		if (item % ITEMS_PER_TURN === 0) await sleep(0);
		for (const expression of expressions) {
			try {
				functions.evaluateExpression(expression, item);
			} catch (error) {
				return { item, words: textField(error, 'message') ?? '' };
			}
		}
	}
	return null;
}

/** All expressions in the values of parameters, without the sign `=` with which n8n marks them. */
export function expressionsIn(value: unknown): string[] {
	if (isExpression(value)) return [value.slice(1)];
	if (Array.isArray(value)) return value.flatMap(expressionsIn);
	return isRecord(value) ? Object.values(value).flatMap(expressionsIn) : [];
}
