import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { isExpression } from '../utils/values';

/** Data of another node in an expression, by its name, or of another item of the input. */
const OTHER_ITEM =
	/(?:\$\(\s*(["'`]).+?\1\s*\)|\$input)\s*\??\.\s*(?:item|(?:first|last)\(\)|itemMatching\([^()]*\)|all\(\)\s*\[[^\]]*\])\s*\??\.\s*json\b|\$node\s*(?:\[[^\]]+\]|\.\s*\w+)\s*\.\s*json\b/g;

const ALL_DATA = new RegExp(`${OTHER_ITEM.source}|\\$json\\b`, 'g');

/**
 * Whether an expression gives another text with the data as n8n stores them, and gives them in a retry, or after a pause of more than 65 seconds:
 * as JSON. Some nodes give dates as objects (Data Table, databases), and in JSON a date is a text.
 *
 * @param raw what stands in a field of the node
 */
export function isOtherWhenStored(
	functions: Pick<IExecutePaginationFunctions, 'evaluateExpression' | 'getInputData' | 'getItemIndex'>,
	raw: unknown,
): boolean {
	if (!isExpression(raw)) return false;
	// To evaluate it costs time, which few items need.
	if (isJson(functions.getInputData().json) && raw.search(OTHER_ITEM) < 0) return false;
	const evaluate = (expression: string) => {
		try {
			return functions.evaluateExpression(expression, functions.getItemIndex());
		} catch {
			return undefined;
		}
	};
	const given = raw.slice(1);
	return evaluate(given.replace(ALL_DATA, 'JSON.parse(JSON.stringify($&))')) !== evaluate(given);
}

/** Whether a value is the same in JSON. What is undefined there is missing, which makes no difference to an expression. */
function isJson(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	if (typeof value !== 'object' || value === null) return typeof value !== 'bigint' && typeof value !== 'function';
	const inner: unknown[] = Object.values(value);
	return (Array.isArray(value) || isPlain(value)) && inner.every(isJson);
}

/** Whether an object is no instance of a class, also where another context of Node.js has made it. */
function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
