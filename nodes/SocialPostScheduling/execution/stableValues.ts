import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { isExpression } from '../utils/values';

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

/** An expression without the clock, chance, and what belongs to the execution. */
export const stabilize = (expression: string): string =>
	CHANGING.reduce((stable, [found, instead]) => stable.replace(found, instead), expression);

/** An expression within a text: n8n ends it at the first two closing brackets. */
export const EXPRESSION = /\{\{([\s\S]*?)\}\}/g;

/**
 * What expressions give for an item without the clock, chance, and the ID and mode of the execution: the same in a retry, as long as they and the
 * data are the same. What gives nothing without these is known by its words.
 *
 * @param written what stands in fields of the node: expressions, or values
 * @returns undefined where none of them depends on these
 */
export function stableValues(
	functions: Pick<IExecutePaginationFunctions, 'getItemIndex' | 'evaluateExpression'>,
	written: readonly unknown[],
): unknown[] | undefined {
	if (!written.some((raw) => isExpression(raw) && stabilize(raw) !== raw)) return undefined;
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
	return written.map((raw) =>
		isExpression(raw) ? (evaluate(raw.slice(1).replace(EXPRESSION, stableOf)) ?? raw) : raw,
	);
}

/** The data of an item as n8n stores them, as JSON; undefined where it cannot store them. */
export function storedDataOf(functions: Pick<IExecutePaginationFunctions, 'getInputData'>): string | undefined {
	try {
		return JSON.stringify(functions.getInputData().json);
	} catch {
		return undefined;
	}
}
