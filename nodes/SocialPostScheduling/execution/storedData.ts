import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import type { InvalidInput } from '../utils/result';
import { INVALID_DATE_TIME } from '../validation/time';
import { expressionsIn } from './expressions';
import { EXPRESSION, stabilize, storedDataOf } from './stableValues';

/** The data of an item in an expression, as people take them: of the item itself, of another one of the input, or of a node by its name. */
const OTHER_ITEM =
	/(?:\$\(\s*(["'`])(?:(?!\1).)+\1\s*\)|\$input)\s*\.\s*(?:item|(?:first|last)\(\)|itemMatching\([^()]*\)|all\(\)\s*\[[^\]]*\])\s*\??\.\s*json\b|\$node\s*(?:\[[^\]]+\]|\.\s*\w+)\s*\.\s*json\b/g;

const ALL_DATA = new RegExp(`${OTHER_ITEM.source}|\\$json\\b`, 'g');

/** Expressions that give the same for a date and for the text that n8n stores of it, in the zone of the workflow. An empty cell is an error for them. */
const SAME_DATE = "{{ $json.when.toDateTime().toLocal().format('d LLLL') }}";
const SAME_TIME = '{{ $json.when.toDateTime().toLocal().toISO() }}';

/**
 * What there is to say of fields whose expressions give something else with the data as n8n stores them, and gives them in a retry, or after a
 * pause of more than 65 seconds: as JSON. Some nodes give dates as objects (Data Table, Extract From File), and in JSON a date is a text.
 *
 * @param fields of the operation
 */
export function sayDates(functions: IExecutePaginationFunctions, fields: readonly INodeProperties[]): string[] {
	const { parameters } = functions.getNode();
	const others = fields
		.filter(({ name, type }) => {
			const read = type === 'dateTime' ? momentOf : JSON.stringify;
			return expressionsIn(parameters[name]).some((expression) => isOtherWhenStored(functions, expression, read));
		})
		.map(({ displayName, type }) => ({ displayName, example: type === 'dateTime' ? SAME_TIME : SAME_DATE }));
	return others.map(
		({ displayName, example }) =>
			`${displayName} has a date that an earlier node gives as a date. In a retry, n8n gives it as text, and the expression gives something else. Use one that gives the same for both, such as ${example}.`,
	);
}

/** A time counts by its moment, in milliseconds since 1970, however it is written. */
const momentOf = (time: unknown): number => (time instanceof Date ? time.getTime() : Date.parse(String(time)));

/**
 * @param expression without the sign `=`
 * @param read what counts of a value. A date as a whole is the same in its JSON
 */
export function isOtherWhenStored(
	functions: Pick<IExecutePaginationFunctions, 'evaluateExpression' | 'getInputData' | 'getItemIndex'>,
	expression: string,
	read: (value: unknown) => unknown = JSON.stringify,
): boolean {
	const given = stabilize(expression);
	const stored = given.replace(EXPRESSION, (part) => part.replace(ALL_DATA, 'JSON.parse(JSON.stringify($&))'));
	// To evaluate it costs time, which few items need.
	if (given.search(OTHER_ITEM) < 0 && safely(() => isJson(functions.getInputData().json)) !== false) return false;
	const evaluate = (words: string) => safely(() => read(functions.evaluateExpression(words, functions.getItemIndex())));
	return !Object.is(evaluate(stored), evaluate(given));
}

/**
 * A field in which an expression could not read a date, in a retry: n8n gives it as text there. It would be sent as another name, text or
 * search, and several items may have the same.
 */
export function findUnreadableDate(
	functions: IExecutePaginationFunctions,
	fields: readonly INodeProperties[],
): InvalidInput | undefined {
	const { parameters } = functions.getNode();
	const unreadable = fields.find(
		({ name }) =>
			expressionsIn(parameters[name]).length > 0 &&
			hasUnreadableDate(safely(() => functions.getNodeParameter(name, ''))),
	);
	return unreadable && !mayBeMeant(functions) ? unreadableDate(functions, unreadable.displayName) : undefined;
}

const hasUnreadableDate = (value: unknown): boolean =>
	safely(() => JSON.stringify(value ?? '').includes(INVALID_DATE_TIME)) === true;

/** Whether these words are written in the node, or come with the item: a person may mean them. */
export const mayBeMeant = (functions: Pick<IExecutePaginationFunctions, 'getInputData' | 'getNode'>): boolean =>
	hasUnreadableDate(functions.getNode().parameters) || hasUnreadableDate(storedDataOf(functions));

/** A date as n8n stores it, in JSON. */
const STORED_DATE = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/;

const hasStoredDate = (functions: Pick<IExecutePaginationFunctions, 'getInputData'>): boolean =>
	STORED_DATE.test(storedDataOf(functions) ?? '');

/** Why nothing is sent with a date that could not be read in a retry. A date that a person has written is none that n8n has stored. */
export function unreadableDate(
	functions: Pick<IExecutePaginationFunctions, 'getInputData'>,
	field: string,
): InvalidInput {
	const expression = hasStoredDate(functions)
		? `n8n gives a date of an earlier node as text in a retry. Use an expression that reads both, such as ${SAME_DATE}`
		: 'Correct the expression: in a retry, n8n gives a date of an earlier node as text';
	return {
		field,
		problem: `has "${INVALID_DATE_TIME}": its expression could not read a date`,
		advice: `${expression}, and use "Retry with currently saved workflow".`,
	};
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
