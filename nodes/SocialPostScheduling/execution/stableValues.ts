import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { isExpression } from '../utils/values';

/** How an expression reads the clock: n8n's `$now` and `$today`, luxon's or JavaScript's own. */
const FROM_CLOCK =
	/^=.*(?:\$now\b|\$today\b|\bnow\s*\(|\bDateTime\.(?:local|utc)\s*\(\s*\)|\bnew\s+Date\b(?!\s*\(\s*[^\s)]))/s;

/** Whether what stands in a field is an expression that gives another time whenever it is evaluated. */
export const readsClock = (written: unknown): boolean => isExpression(written) && FROM_CLOCK.test(written);

/** One moment, in a zone that is not the workflow's: a person may correct that. */
const START = 'DateTime.fromMillis(0).toUTC()';

/** What gives another value in a retry than in the execution before, and what stands in its place where only the rest counts. */
const STABLE: ReadonlyArray<readonly [RegExp, string]> = [
	[/\$(?:now|today)\b|\bDateTime\.(?:now|local|utc)\s*\(\s*\)/g, START],
	[/\.diffToNow\s*\(/g, `.diffTo(${START}, `],
	[/\.diffNow\s*\(/g, `.diff(${START}, `],
	[/\.toRelative(?:Calendar)?\s*\(/g, '.toISO('],
	[/\bDateTime\.(?:local|utc)\s*\((?=\s*\{)/g, 'DateTime.fromMillis(0, '],
	[/\bDate\.now\s*\(\s*\)|\bMath\.random\s*\(\s*\)/g, '(0)'],
	[/\bnew\s+Date\b(?:\s*\(\s*\))?(?!\s*\()/g, 'new Date(0)'],
	[/\.randomItem\s*\(\s*\)/g, '.first()'],
	[/\$execution(?:Id\b|(?:\?\.|\.)(?:id|mode|resumeUrl|resumeFormUrl)\b|\[\s*(?:"id"|'id')\s*\])/g, "('')"],
];

const stabilize = (expression: string): string =>
	STABLE.reduce((stable, [changing, instead]) => stable.replace(changing, instead), expression);

/**
 * What expressions give for an item without the clock, chance, and the ID and mode of the execution: the same in a retry, as long as they and the
 * data are the same.
 *
 * @param written what stands in fields of the node: expressions, or values
 * @returns undefined where none of them depends on these, or one cannot be evaluated without them
 */
export function stableValues(
	functions: Pick<IExecutePaginationFunctions, 'getItemIndex' | 'evaluateExpression'>,
	written: readonly unknown[],
): unknown[] | undefined {
	const stable = written.map((raw) => (isExpression(raw) ? stabilize(raw) : raw));
	if (stable.every((raw, at) => raw === written[at])) return undefined;
	try {
		return stable.map((raw) =>
			isExpression(raw) ? functions.evaluateExpression(raw.slice(1), functions.getItemIndex()) : raw,
		);
	} catch {
		// As they are, they are all that is known then.
		return undefined;
	}
}
