import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { hashOf } from '../utils/hash';
import { isExpression } from '../utils/values';
import { isRetry } from './isRetry';
import { type ItemFunctions, withStoredItems } from './storedItems';

/** What is found in an expression, and what stands in its place where only the rest counts. */
type Row = readonly [found: RegExp, instead: string];

/** One moment, in a zone that is not the workflow's: a person may correct that. */
const START = 'DateTime.fromMillis(0).toUTC()';

/** How an expression reads the clock: n8n's `$now` and `$today`, luxon's or JavaScript's own; also laid out in lines. */
const CLOCK: readonly Row[] = [
	[/\$(?:now|today)\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)/g, START],
	// Luxon reads no argument of `now`, and people write one.
	[/\bDateTime\s*\.\s*(?:now\s*\(|(?:local|utc)\s*\((?=\s*\{))/g, 'DateTime.fromMillis(0, '],
	[/\.\s*diffToNow\s*\(/g, `.diffTo(${START}, `],
	[/\.\s*diffNow\s*\(/g, `.diff(${START}, `],
	[/\.\s*toRelative(?:Calendar)?\s*\(/g, '.toMillis('],
	[/\bDate\s*\.\s*now\s*\([^()]*\)/g, '(0)'],
	[/\bnew\s+Date\b(?:\s*\(\s*\))?(?!\s*\()/g, 'new Date(0)'],
	[/(?<!\bnew\s+|[.$\w])Date\s*\(\s*\)/g, "('0')"],
];

/** What else gives another value in a retry than in the execution before: chance, and what belongs to the execution. */
const CHANCE_AND_EXECUTION: readonly Row[] = [
	[/\bMath\s*\.\s*random\s*\(\s*\)/g, '(0)'],
	[/\.\s*randomItem\s*\(\s*\)/g, '.first()'],
	[/\$execution(?:Id\b|\s*\??\.\s*(?:id|mode)\b|\[\s*(?:"id"|'id')\s*\])|\$mode\b/g, "('0')"],
	[/\$execution\s*\??\.\s*(?:resumeUrl|resumeFormUrl)\b|\$resumeWebhookUrl\b/g, "('http://localhost/0')"],
];

const CHANGING = [...CLOCK, ...CHANCE_AND_EXECUTION];

/** Whether what stands in a field is an expression that gives another time whenever it is evaluated. */
export const readsClock = (written: unknown): boolean =>
	isExpression(written) && CLOCK.some(([found]) => written.search(found) >= 0);

const stabilize = (expression: string): string =>
	CHANGING.reduce((stable, [found, instead]) => stable.replace(found, instead), expression);

/** An expression within a text: n8n ends it at the first two closing brackets. */
const EXPRESSION = /\{\{([\s\S]*?)\}\}/g;

/** What expressions give for an item in a retry as well, as long as they and the data are the same. */
export interface StableValues {
	readonly values: readonly unknown[];
	/** Set where they give just that now: in the execution before, they may have given something else. */
	readonly isFixed?: true;
	/** Set where they depend on items that n8n stores otherwise than it gives them, such as dates. */
	readonly isOfStoredItems?: true;
}

/**
 * What expressions give for an item without the clock, chance, and the ID and mode of the execution, and with the items as n8n stores them. What
 * gives nothing without these is known by its words.
 *
 * @param written what stands in fields of the node: expressions, or values
 * @returns undefined where none of them depends on these, and the execution is no retry
 */
export function stableValues(
	functions: ItemFunctions & Pick<IExecutePaginationFunctions, 'getMode'>,
	written: readonly unknown[],
): StableValues | undefined {
	const expressions = written.filter(isExpression);
	const evaluate = () => written.map((raw) => (isExpression(raw) ? stableValue(functions, raw) : raw));
	const isChanging = expressions.some((raw) => stabilize(raw) !== raw);
	const ofStored = withStoredItems(functions, expressions, evaluate);
	const mayChange = isChanging || ofStored !== undefined;
	if (!mayChange && !isRetry(functions)) return undefined;
	const given = evaluate();
	const isOfStoredItems = ofStored !== undefined && hashOf(ofStored) !== hashOf(given);
	const isFixed = !isChanging && !isOfStoredItems;
	if (isFixed && !isRetry(functions)) return undefined;
	return { values: ofStored ?? given, ...(isFixed && { isFixed }), ...(isOfStoredItems && { isOfStoredItems }) };
}

function stableValue(functions: Pick<ItemFunctions, 'evaluateExpression' | 'getItemIndex'>, raw: string): unknown {
	/** Null or undefined where it gives nothing. n8n does so for what reads a field of nothing, and throws where one of its own functions does. */
	const evaluate = (expression: string): unknown => {
		try {
			return functions.evaluateExpression(expression, functions.getItemIndex());
		} catch {
			return undefined;
		}
	};
	const stableOf = (expression: string, words: string): string => {
		const stable = stabilize(expression);
		return stable === expression || evaluate(stable) != null ? stable : words;
	};
	return evaluate(raw.slice(1).replace(EXPRESSION, stableOf)) ?? raw;
}
