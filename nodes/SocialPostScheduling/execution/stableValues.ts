import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { isExpression } from '../utils/values';
import { type Replacement, replaceIn, STOPPED_CLOCK } from './clock';

/** What gives another value each time, and what stands in its place. */
const CHANCE: readonly Replacement[] = [
	[/\bMath\s*\.\s*random\s*\(\s*\)/g, '(0)'],
	[/\.\s*randomItem\s*\(\s*\)/g, '.first()'],
];

/** What else gives another value in a retry than in the execution before: what belongs to the execution. */
const EXECUTION: readonly Replacement[] = [
	[/\$execution(?:Id\b|\s*\??\.\s*(?:id|mode)\b|\[\s*(?:"id"|'id')\s*\])|\$mode\b/g, "('0')"],
	[/\$execution\s*\??\.\s*(?:resumeUrl|resumeFormUrl)\b|\$resumeWebhookUrl\b/g, "('http://localhost/0')"],
];

const CHANGING = [...STOPPED_CLOCK, ...CHANCE, ...EXECUTION];

/** Whether an expression gives another value each time, by its words: what it gives now says nothing of another moment. */
export const hasChance = (written: unknown): boolean =>
	isExpression(written) && CHANCE.some(([found]) => written.search(found) >= 0);

/** An expression without the clock, chance, and what belongs to the execution. */
export const stabilize = (expression: string): string => replaceIn(expression, CHANGING);

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
