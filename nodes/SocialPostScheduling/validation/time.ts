import { DateTime } from 'luxon';
import { formatValue } from '../utils/values';
import { type Result, type InvalidInput, invalid, ok } from '../utils/result';

/** A date and a time of day, with or without seconds, a fraction and an offset from UTC of at most 14 hours. */
const DATE_AND_TIME =
	/^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)([.,]\d{1,9})?\s?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** What a clock on a wall shows. */
const WALL_FORMAT = 'yyyy-MM-dd HH:mm:ss';

const ISO_EXAMPLE = '2030-05-17T09:30:00';

/** The calendar of n8n's editor drops an offset without a word, so that only an expression can set one. */
const EXAMPLE = `for example ${ISO_EXAMPLE}, or by an expression with an offset, ${ISO_EXAMPLE}+02:00`;

/** How a time is read that is written in another form. */
const OTHER_FORM =
	"An expression can change another form: {{ DateTime.fromFormat($json.post_at, 'd.M.yyyy H:m').toISO() }}, {{ DateTime.fromMillis(Number($json.post_at)).toISO() }} for a number of milliseconds such as 1900000000000, or {{ DateTime.fromSeconds(Number($json.post_at)).toISO() }} for one of seconds such as 1900000000.";

/** How luxon, and so n8n, writes a date that it could not read. */
export const INVALID_DATE_TIME = 'Invalid DateTime';
/** How JavaScript does. */
const INVALID_DATE = 'Invalid Date';

/** The days of spreadsheets from 1954 to 2119: a person who schedules posts means no others. */
const SPREADSHEET_DAYS = { first: 20_000, last: 80_000 };

/** How the number of a spreadsheet is read: its day 25569 is the first of 1970, and its time has no zone. */
const OF_SPREADSHEET =
	"Excel and Google Sheets count the days of a date. An expression makes a time of the number: {{ DateTime.fromMillis(Math.round(($json.post_at - 25569) * 86400) * 1000, { zone: 'utc' }).toFormat(\"yyyy-MM-dd'T'HH:mm:ss\") }}. A whole number has no time of day, so it becomes 00:00.";

function isOfSpreadsheet(text: string): boolean {
	const days = /^\d{5}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
	return days >= SPREADSHEET_DAYS.first && days <= SPREADSHEET_DAYS.last;
}

/**
 * A time as ISO 8601 in UTC, the form in which the service takes times.
 *
 * A text without an offset is read in the workflow's time zone. Where clocks go back and a time comes twice, the first of
 * the two is meant. Refused are: no date, a date without a time, a time that the zone skips when clocks go forward.
 *
 * @param written what the field holds: a text, or a date object that an expression gave
 * @param timezone the workflow's time zone, an IANA name
 * @param parameter as the panel calls it
 */
export function checkTime(written: unknown, timezone: string, parameter: string): Result<string, InvalidInput> {
	if (isNoTime(written)) {
		return invalid(parameter, `is ${formatValue(written)}, which is not a time`, 'Choose a field that holds one time.');
	}
	const text = asText(written);
	if (text === '') {
		const advice = `Enter a date and a time, ${EXAMPLE}. If an expression stands there, it returned nothing: check the name of the field in it, and the form of the date.`;
		return invalid(parameter, 'is empty', advice);
	}

	if (isOfSpreadsheet(text)) {
		return invalid(parameter, `is ${formatValue(text)}, the number of a date in a spreadsheet`, OF_SPREADSHEET);
	}

	if (text === INVALID_DATE_TIME || text === INVALID_DATE) {
		return invalid(
			parameter,
			`is "${text}": its expression could not read a date`,
			`Look at the value in the expression: the cell may be empty, or its date is in another form. ${OTHER_FORM}`,
		);
	}

	const parts = DATE_AND_TIME.exec(text);
	if (parts === null) {
		return DATE_ONLY.test(text)
			? invalid(parameter, `is ${formatValue(text)}, which has no time of day`, `Add the time, ${EXAMPLE}.`)
			: invalid(
					parameter,
					`is ${formatValue(text)}, which is not in the form ${ISO_EXAMPLE}`,
					`Write it as ISO 8601, ${EXAMPLE}. ${OTHER_FORM}`,
				);
	}

	const [, date = '', time = '', fraction = '', offset = ''] = parts;
	const iso = `${date}T${time}${fraction.replace(',', '.')}${offset.toUpperCase()}`;
	const read = DateTime.fromISO(iso, { zone: offset === '' ? timezone : 'utc' });
	if (!read.isValid) {
		return invalid(parameter, `is ${formatValue(text)}, a date that does not exist`, 'Check the day and the month.');
	}
	if (offset === '' && !read.toFormat(WALL_FORMAT).startsWith(`${date} ${time}`)) {
		return invalid(
			parameter,
			`is ${formatValue(text)}, a time that does not exist in the time zone ${timezone}: clocks skip it`,
			'Choose a time before or after the change, or use an expression with an offset such as +02:00.',
		);
	}
	// Of a time that comes twice, luxon reads the one or the other, depending on the season in which it is asked.
	const [moment = read] = read.getPossibleOffsets();
	return ok(moment.toUTC().toISO({ suppressMilliseconds: true }));
}

/** The same where a time may be left out. */
export const checkOptionalTime = (
	written: unknown,
	timezone: string,
	parameter: string,
): Result<string | undefined, InvalidInput> =>
	asText(written) === '' ? ok(undefined) : checkTime(written, timezone, parameter);

/**
 * A time as a person reads it, with its weekday and zone: `Friday, 17 May 2030, 09:30 (Europe/Berlin, UTC+02:00)`. The calendar
 * of n8n's editor changes an impossible date without a word, so that a person must see which time was understood.
 *
 * @param iso the time in ISO 8601
 */
export function readableTime(iso: string, timezone: string): string {
	const time = DateTime.fromISO(iso, { zone: timezone }).setLocale('en-GB');
	const zone = time.zoneName === 'UTC' ? 'UTC' : `${timezone}, UTC${time.toFormat('ZZ')}`;
	return `${time.toFormat(time.second === 0 ? 'cccc, d LLLL yyyy, HH:mm' : 'cccc, d LLLL yyyy, HH:mm:ss')} (${zone})`;
}

/** Whether an expression gave a list or an object that is no date. */
const isNoTime = (written: unknown): boolean =>
	typeof written === 'object' && written !== null && !DateTime.isDateTime(written) && !(written instanceof Date);

/** Expressions give luxon's DateTime, whose text is ISO 8601, or a Date; a field gives text. */
function asText(written: unknown): string {
	if (typeof written === 'string') return written.trim();
	if (DateTime.isDateTime(written)) return written.toISO() ?? INVALID_DATE_TIME;
	if (written instanceof Date) return Number.isNaN(written.getTime()) ? INVALID_DATE : written.toISOString();
	return written === undefined || written === null ? '' : formatValue(written);
}
