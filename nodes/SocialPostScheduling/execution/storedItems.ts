import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { field, isJsonObject, isRecord, parseJson } from '../utils/json';

/** What is needed of an item to find the items that its expressions read. */
export type ItemFunctions = Pick<IExecutePaginationFunctions, 'evaluateExpression' | 'getInputData' | 'getItemIndex'>;

/**
 * Evaluates expressions with the items as n8n stores them, and gives them in a retry, or after a pause of more than 65 seconds: as JSON. Some
 * nodes give dates as objects (Data Table, databases), and in JSON a date is a text. n8n evaluates with its own items only: they are
 * as they were when this returns.
 *
 * @param expressions what is evaluated: beside the item itself, those of the nodes count that it names
 * @param evaluate does not wait for anything
 * @returns undefined where n8n stores all of them as they are
 */
export function withStoredItems<T>(
	functions: ItemFunctions,
	expressions: readonly string[],
	evaluate: () => T,
): T | undefined {
	const others = [...new Set(itemsIn(functions, expressions))].flatMap((item) => {
		const stored = storedFormOf(item);
		return stored === undefined ? [] : [{ item, stored, given: item.json }];
	});
	if (others.length === 0) return undefined;
	try {
		for (const { item, stored } of others) item.json = stored;
		return evaluate();
	} finally {
		for (const { item, given } of others) item.json = given;
	}
}

type ItemData = Pick<INodeExecutionData, 'json'>;

/** The name of a node in an expression: `$('Rows')`, `$items('Rows')`, `$node["Rows"]`, `$node.Rows`. */
const NAMED_NODE = /\$(?:(?:node|items)?\s*[([]\s*(["'`])(?<quoted>.+?)\1|node\s*\.\s*(?<plain>\w+))/g;

/** The other items of the input, as in `$input.first()`. */
const WHOLE_INPUT = /\$input\b|\$items\s*\(\s*\)/;

function itemsIn(functions: ItemFunctions, expressions: readonly string[]): ItemData[] {
	const read = (what: string): unknown =>
		safely(() => functions.evaluateExpression(`{{ ${what} }}`, functions.getItemIndex()));
	const names = expressions.flatMap((expression) =>
		[...expression.matchAll(NAMED_NODE)].map(({ groups }) => groups?.quoted ?? groups?.plain ?? ''),
	);
	const own = safely(() => functions.getInputData());
	const input = expressions.some((expression) => WHOLE_INPUT.test(expression)) ? othersAmong(read('$items()')) : [];
	const ofNodes = [...new Set(names)].flatMap((name) => {
		const node = `$(${JSON.stringify(name)}, true)`;
		// An earlier run of the node may have given the one that belongs to this item.
		return [...othersAmong(read(`${node}.all()`)), read(`${node}.item`)];
	});
	return [own, ...input, ...ofNodes].filter(isItem);
}

/** Those of a list of items that n8n stores otherwise, by the list: each item of a run reads the same one. */
const others = new WeakMap<readonly unknown[], readonly ItemData[]>();

function othersAmong(items: unknown): readonly ItemData[] {
	if (!Array.isArray(items)) return [];
	const known = others.get(items) ?? items.filter(isItem).filter((item) => storedFormOf(item) !== undefined);
	others.set(items, known);
	return known;
}

const isItem = (value: unknown): value is ItemData => isRecord(field(value, 'json'));

/** What n8n stores of the data of an item, by these; null where that is the same. */
const storedForms = new WeakMap<object, IDataObject | null>();

function storedFormOf({ json }: ItemData): IDataObject | undefined {
	let known = storedForms.get(json);
	if (known === undefined) {
		known = safely(() => (isJson(json) ? null : toJson(json))) ?? null;
		storedForms.set(json, known);
	}
	return known ?? undefined;
}

function toJson(data: IDataObject): IDataObject | null {
	const stored = parseJson(JSON.stringify(data));
	return stored !== undefined && isJsonObject(stored) ? stored : null;
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

/** Undefined where it throws. */
function safely<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
