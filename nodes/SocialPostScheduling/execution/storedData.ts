import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { isExpression } from '../utils/values';
import { EXPRESSION, stabilize } from './stableValues';

/** The data of an item in an expression, as people take them: of the item itself, of another one of the input, or of a node by its name. */
const OTHER_ITEM =
	/(?:\$\(\s*(["'`])(?:(?!\1).)+\1\s*\)|\$input)\s*\.\s*(?:item|(?:first|last)\(\)|itemMatching\([^()]*\)|all\(\)\s*\[[^\]]*\])\s*\??\.\s*json\b|\$node\s*(?:\[[^\]]+\]|\.\s*\w+)\s*\.\s*json\b/g;

const ALL_DATA = new RegExp(`${OTHER_ITEM.source}|\\$json\\b`, 'g');

/**
 * Whether an expression gives something else with the data as n8n stores them, and gives them in a retry, or after a pause of more than 65 seconds:
 * as JSON. Some nodes give dates as objects (Data Table, Extract From File), and in JSON a date is a text.
 *
 * @param raw what stands in a field of the node
 * @param read what counts of a value. By default its JSON: a date as a whole is the same there
 */
export function isOtherWhenStored(
	functions: Pick<IExecutePaginationFunctions, 'evaluateExpression' | 'getInputData' | 'getItemIndex'>,
	raw: unknown,
	read: (value: unknown) => unknown = JSON.stringify,
): boolean {
	if (!isExpression(raw)) return false;
	const given = stabilize(raw.slice(1));
	const stored = given.replace(EXPRESSION, (expression) =>
		expression.replace(ALL_DATA, 'JSON.parse(JSON.stringify($&))'),
	);
	// To evaluate it costs time, which few items need.
	if (given.search(OTHER_ITEM) < 0 && safely(() => isJson(functions.getInputData().json)) !== false) return false;
	const evaluate = (expression: string) =>
		safely(() => read(functions.evaluateExpression(expression, functions.getItemIndex())));
	return !Object.is(evaluate(stored), evaluate(given));
}

/** Undefined where it throws, as for data that lead back to themselves. */
function safely<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
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
