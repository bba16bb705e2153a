import { isRecord } from '../utils/json';
import { combine, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue, isStringOrNumber } from '../utils/values';
import { readText } from './parameters';

/** A reference to a file of the content library: by id, or by the display name given at upload. */
export type MediaReference = { id: string } | { name: string };

/** One tweet of `ScheduleTweetInput.thread`; `order` is its place, the first is 0. */
export interface ThreadTweet {
	text: string;
	order: number;
	media?: MediaReference[];
}

const FIELD = 'Thread';

/**
 * The thread as the service takes it, from the rows of the panel: the order of the rows is the order of the tweets.
 *
 * @param written the value of the fixed collection: `{ tweet: [{ text, media: { reference: [{ by, value }] } }] }`
 */
export function checkThread(written: unknown): Result<ThreadTweet[], InvalidInput> {
	const rows = readRows(written, 'tweet', FIELD);
	if (!rows.ok) return rows;
	const [first] = rows.value;
	// n8n gives one blank row where a person has removed all of them.
	if (rows.value.length === 0 || (rows.value.length === 1 && isBlank(first))) {
		return invalid(FIELD, 'is empty', 'Add at least one tweet with a text or with media.');
	}
	return combine(rows.value.map(checkTweet));
}

function checkTweet(row: unknown, order: number): Result<ThreadTweet, InvalidInput> {
	const place = `${FIELD}, tweet ${order + 1}`;
	if (!isRecord(row)) {
		return invalid(place, `is ${formatValue(row)}, which is not a tweet`, 'Enter its text in the field "Text".');
	}
	// An expression that found nothing: its text would be missing in the post, without a word.
	if ('text' in row && (row.text === undefined || row.text === null)) {
		return invalid(
			`${place}, Text`,
			'has no value: its expression returned nothing',
			'Check the name of the field in the expression. For a tweet without a text, leave Text empty.',
		);
	}
	const written = row.text ?? '';
	if (!isStringOrNumber(written)) {
		return invalid(
			`${place}, Text`,
			`is ${formatValue(written)}, which is not text`,
			'Choose a field that holds text.',
		);
	}
	const text = String(written);
	const rows = readRows(row.media, 'reference', `${place}, Media`);
	if (!rows.ok) return rows;
	const media = combine(rows.value.map((reference, at) => checkReference(reference, `${place}, media ${at + 1}`)));
	if (!media.ok) return media;
	if (text.trim() === '' && media.value.length === 0) {
		return invalid(place, 'has neither text nor media', 'Enter a text or add a media reference, or remove the tweet.');
	}
	return ok({ text, order, ...(media.value.length > 0 && { media: media.value }) });
}

function checkReference(row: unknown, place: string): Result<MediaReference, InvalidInput> {
	if (!isRecord(row)) {
		return invalid(
			place,
			`is ${formatValue(row)}, which is not a reference`,
			'Enter an ID or a name in the field "Value".',
		);
	}
	const by = row.by ?? 'id';
	if (by !== 'id' && by !== 'name') {
		return invalid(place, `is by ${formatValue(by)}`, 'Refer to media by "id" or by "name".');
	}
	const what = by === 'id' ? 'ID' : 'name';
	const value = readText(row.value, place);
	if (!value.ok) {
		return invalid(
			place,
			`is ${formatValue(row.value)}, which is not one ${what}`,
			`Choose a field that holds the ${what} of one file.`,
		);
	}
	if (value.value === '') {
		return invalid(
			place,
			`has no ${what}`,
			`Enter the ${what} of a file in the content library in "Value", or remove the reference.`,
		);
	}
	return ok(by === 'id' ? { id: value.value } : { name: value.value });
}

/** The rows of a fixed collection: a list; where a node was made by hand or by another program, a single row may stand alone. */
function readRows(written: unknown, name: string, parameter: string): Result<unknown[], InvalidInput> {
	if (written === undefined || written === null || written === '') return ok([]);
	if (!isRecord(written)) {
		return invalid(parameter, `is ${formatValue(written)}, which n8n cannot read as rows`, 'Add its rows one by one.');
	}
	const rows = written[name];
	// Array.from fills the holes that a list may have: map would leave them out.
	if (Array.isArray(rows)) return ok(Array.from(rows));
	return ok(rows === undefined || rows === null || rows === '' ? [] : [rows]);
}

/** Whether a row is as n8n makes it: nothing is entered. */
function isBlank(row: unknown): boolean {
	if (!isRecord(row) || typeof (row.text ?? '') !== 'string' || String(row.text ?? '').trim() !== '') return false;
	const media = readRows(row.media, 'reference', FIELD);
	return media.ok && media.value.length === 0;
}
