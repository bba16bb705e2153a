import type { InvalidInput, Result } from '../utils/result';
import { checkTime, readableTime } from './time';

const FIELD = 'Post At';

/** The time of a post as {@link checkTime} reads it. A time that has passed is for {@link passedPostAt}. */
export const checkPostAt = (written: unknown, timezone: string): Result<string, InvalidInput> =>
	checkTime(written, timezone, FIELD);

/**
 * Why a time is refused that has passed; undefined where it has not.
 *
 * @param iso the time in ISO 8601
 * @param timezone the workflow's time zone, an IANA name
 * @param now milliseconds since 1970, UTC
 * @param whatToDo another sentence for what a person does then
 */
export function passedPostAt(
	iso: string,
	timezone: string,
	now: number,
	whatToDo = 'Choose a time in the future.',
): InvalidInput | undefined {
	if (Date.parse(iso) > now) return undefined;
	return {
		field: FIELD,
		problem: `is ${readableTime(iso, timezone)}, which has passed`,
		// The model of an agent has no clock.
		advice: `It is ${readableTime(new Date(now).toISOString(), timezone)} now. ${whatToDo} A time without an offset is read in the time zone of the workflow settings.`,
	};
}
