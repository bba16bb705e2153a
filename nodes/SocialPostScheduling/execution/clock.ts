import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { isExpression } from '../utils/values';

/** What is found in an expression, and what stands in its place. */
export type Replacement = readonly [found: RegExp, instead: string];

/** How the clock is written in an expression. */
interface Clock {
	/** A DateTime of luxon, as code. */
	readonly dateTime: string;
	/** Milliseconds since 1970, as code. */
	readonly ms: string;
}

/** How an expression reads the clock: n8n's `$now` and `$today`, luxon's or JavaScript's own; also laid out in lines. Another clock stands in its place. */
const readBy = ({ dateTime, ms }: Clock): readonly Replacement[] => [
	[/\$now\b|\bDateTime\s*\.\s*(?:now|local)\s*\(\s*\)/g, dateTime],
	[/\bDateTime\s*\.\s*utc\s*\(\s*\)/g, `${dateTime}.toUTC()`],
	[/\$today\b/g, `${dateTime}.startOf('day')`],
	// Luxon reads no argument of `now`, and people write one.
	[/\bDateTime\s*\.\s*(?:now\s*\(|(?:local|utc)\s*\((?=\s*\{))/g, `DateTime.fromMillis(${ms}, `],
	[/\.\s*diffToNow\s*\(/g, `.diffTo(${dateTime}, `],
	[/\.\s*diffNow\s*\(/g, `.diff(${dateTime}, `],
	[/\.\s*toRelative(?:Calendar)?\s*\(/g, '.toMillis('],
	[/\bDate\s*\.\s*now\s*\([^()]*\)/g, `(${ms})`],
	[/\bnew\s+Date\b(?:\s*\(\s*\))?(?!\s*\()/g, `new Date(${ms})`],
	[/(?<!\bnew\s+|[.$\w])Date\s*\(\s*\)/g, `(new Date(${ms}).toString())`],
];

/** A clock that stands still, in a zone that is not the workflow's: a person may correct that. */
export const STOPPED_CLOCK = readBy({ dateTime: 'DateTime.fromMillis(0).toUTC()', ms: '0' });

/** Whether an expression reads the clock, by its words. What it gives may be a time of a table all the same. */
export const readsClock = (written: unknown): written is string =>
	isExpression(written) && STOPPED_CLOCK.some(([found]) => written.search(found) >= 0);

/** An expression with something else in place of what is found in it. */
export const replaceIn = (expression: string, replacements: readonly Replacement[]): string =>
	replacements.reduce((replaced, [found, instead]) => replaced.replace(found, instead), expression);

/** A time that the expression of a field has given. */
export interface ComputedTime {
	/** What stands in the field. */
	readonly written: unknown;
	/** In milliseconds since 1970. */
	readonly given: number;
	/** The same of what an expression gives; undefined for what is no time. */
	readonly read: (given: unknown) => number | undefined;
}

type Evaluation = Pick<IExecutePaginationFunctions, 'getItemIndex' | 'evaluateExpression'>;

/**
 * By how much the clock is put back, in milliseconds: 400 days and some hours, minutes and seconds, so that a time of next week, month or year, and one
 * with no more than the clock's time of day, is another one as well, and one of a table that is still to come stays so.
 */
const PUT_BACK = by(-(400 * 86_400_000 + 12_345_678));

/**
 * By how much it is put forward, in milliseconds: a minute and a part of one to which nobody rounds, so that a time of a set minute moves otherwise than
 * the clock; and so little that the way through an expression stays.
 */
const STEP_MS = 67_000;

const PUT_FORWARD = by(STEP_MS);

/** n8n keeps each expression that it has evaluated, so the words depend on the distance alone, not on the moment; and none of them is replaced once more. */
function by(ms: number): readonly Replacement[] {
	const now = 'DateTime.fromObject({})';
	return readBy({ dateTime: `${now}.plus({ milliseconds: ${ms} })`, ms: `${now}.toMillis() + ${ms}` });
}

/** Whether a time comes from the clock, so that another clock gives another one: not so a time of a table, chosen because it is still to come. */
export const isOfClock = (functions: Evaluation, { written, given, read }: ComputedTime): boolean =>
	readsClock(written) && timeBy(functions, written, PUT_BACK, read) !== given;

/** How much later than the time itself the one by another clock may be, in milliseconds: it is evaluated after it, and either may be without its part of a second. */
const MAX_LATER_MS = 2_000;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** What a time has of the clock. False where that cannot be told. */
export interface ClockPart {
	/** Whether its seconds go with the clock, so that most other runs have another time. */
	readonly hasClockSeconds: boolean;
	/** Whether all of it does: no run of another second has this time. */
	readonly isOfThisMoment: boolean;
}

export function clockPartOf(functions: Evaluation, { written, given, read }: ComputedTime): ClockPart {
	const later = readsClock(written) ? timeBy(functions, written, PUT_FORWARD, read) : undefined;
	if (later === undefined) return { hasClockSeconds: false, isOfThisMoment: false };
	const beyondMs = later - given - STEP_MS;
	return {
		hasClockSeconds: ((beyondMs % MINUTE_MS) + MINUTE_MS) % MINUTE_MS < MAX_LATER_MS,
		isOfThisMoment: beyondMs >= 0 && beyondMs < MAX_LATER_MS,
	};
}

/**
 * What a time is where the clock shows the second of another moment, both in milliseconds since 1970; undefined where the expression gives none then.
 * In full seconds, so that n8n evaluates few of them; and in begun ones, as minutes and days begin with one: a trigger starts just after that.
 */
export function timeAt(functions: Evaluation, { written, read }: ComputedTime): (nowMs: number) => number | undefined {
	if (!readsClock(written)) return () => undefined;
	const evaluated = new Map<number, number | undefined>();
	return (nowMs) => {
		const ms = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
		if (!evaluated.has(ms)) {
			const clock = readBy({ dateTime: `DateTime.fromMillis(${ms})`, ms: `${ms}` });
			evaluated.set(ms, timeBy(functions, written, clock, read));
		}
		return evaluated.get(ms);
	};
}

function timeBy(
	functions: Evaluation,
	expression: string,
	clock: readonly Replacement[],
	read: ComputedTime['read'],
): number | undefined {
	try {
		return read(functions.evaluateExpression(replaceIn(expression.slice(1), clock), functions.getItemIndex()));
	} catch {
		return undefined;
	}
}
