import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { isExpression } from '../utils/values';

/** What is found in an expression, and what stands in its place. */
export type Replacement = readonly [found: RegExp, instead: string];

/**
 * How an expression reads the clock: n8n's `$now` and `$today`, luxon's or JavaScript's own; also laid out in lines. One moment stands in its place.
 *
 * @param ms the moment, in milliseconds since 1970
 * @param inZone what brings it into another zone than the workflow's, as code
 */
function clockAt(ms: number, inZone = ''): readonly Replacement[] {
	const moment = `DateTime.fromMillis(${ms})${inZone}`;
	return [
		[/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)/g, moment],
		[/\$today\b/g, `${moment}.startOf('day')`],
		// Luxon reads no argument of `now`, and people write one.
		[/\bDateTime\s*\.\s*(?:now\s*\(|(?:local|utc)\s*\((?=\s*\{))/g, `DateTime.fromMillis(${ms}, `],
		[/\.\s*diffToNow\s*\(/g, `.diffTo(${moment}, `],
		[/\.\s*diffNow\s*\(/g, `.diff(${moment}, `],
		[/\.\s*toRelative(?:Calendar)?\s*\(/g, '.toMillis('],
		[/\bDate\s*\.\s*now\s*\([^()]*\)/g, `(${ms})`],
		[/\bnew\s+Date\b(?:\s*\(\s*\))?(?!\s*\()/g, `new Date(${ms})`],
		[/(?<!\bnew\s+|[.$\w])Date\s*\(\s*\)/g, `('${ms}')`],
	];
}

/** The clock at its start, in a zone that is not the workflow's: a person may correct that. */
export const STOPPED_CLOCK = clockAt(0, '.toUTC()');

/** Whether what stands in a field is an expression that gives another time whenever it is evaluated. */
export const readsClock = (written: unknown): boolean =>
	isExpression(written) && STOPPED_CLOCK.some(([found]) => written.search(found) >= 0);

/** An expression with something else in place of what is found in it. */
export const replaceIn = (expression: string, replacements: readonly Replacement[]): string =>
	replacements.reduce((replaced, [found, instead]) => replaced.replace(found, instead), expression);

/** Another moment than that of any execution, in milliseconds since 1970: Monday, 3 January 2000. All times of posts are after it. */
const LONG_AGO_MS = Date.UTC(2000, 0, 3);

/** By how much the clock is moved to see whether the seconds of a time move with it, in milliseconds: no part of a minute, to which a time is rounded. */
const STEP_MS = 7_000;

const MINUTE_MS = 60_000;

/** What a time that an expression has given owes to the clock. */
export interface ClockTime {
	/** Whether another clock gives another time. Not so where a time of a table was chosen because it is still to come. */
	readonly isOfClock: boolean;
	/** Whether it has the very seconds of the clock, so that no other run gives it. False where that cannot be told. */
	readonly hasItsSeconds: boolean;
}

/**
 * Looks what an expression gives with another clock. What stands in it does not tell: it may choose between the clock and a time of a table.
 *
 * @param expression what stands in the field
 * @param given the time that it has given just now, in milliseconds since 1970
 * @param read the same of what it gives; undefined for what is no time
 */
export function clockTime(
	functions: Pick<IExecutePaginationFunctions, 'getItemIndex' | 'evaluateExpression'>,
	expression: unknown,
	given: number,
	read: (given: unknown) => number | undefined,
): ClockTime {
	if (!isExpression(expression) || !readsClock(expression)) return { isOfClock: false, hasItsSeconds: false };
	const timeAt = (ms: number): number | undefined => {
		try {
			return read(functions.evaluateExpression(replaceIn(expression.slice(1), clockAt(ms)), functions.getItemIndex()));
		} catch {
			return undefined;
		}
	};
	const longAgo = timeAt(LONG_AGO_MS);
	if (longAgo === given) return { isOfClock: false, hasItsSeconds: false };
	const later = timeAt(LONG_AGO_MS + STEP_MS);
	const isMoved = longAgo !== undefined && later !== undefined && inMinute(later - longAgo) === STEP_MS;
	return { isOfClock: true, hasItsSeconds: isMoved && inMinute(Date.now() - given) < MAX_EVALUATION_MS };
}

/** How long ago the time may have been evaluated, in milliseconds: the checks of an item take less. */
const MAX_EVALUATION_MS = 2_000;

/** What a span has beyond full minutes, in milliseconds. */
const inMinute = (ms: number): number => ((ms % MINUTE_MS) + MINUTE_MS) % MINUTE_MS;
