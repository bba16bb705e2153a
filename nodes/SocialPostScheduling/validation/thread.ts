import { field, isRecord } from '../utils/json';
import { combine, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue, isRounded, isStringOrNumber, ROUNDED } from '../utils/values';
import { checkFiles, hasNoFiles, type FileReference } from './files';
import { readRows } from './rows';

/** One tweet of a thread, as the panel has it. */
export interface ThreadTweet {
	text: string;
	files: FileReference[];
	places: TweetPlaces;
}

/** Where the panel has a tweet and its parts, as errors call them. */
export interface TweetPlaces {
	readonly tweet: string;
	readonly text: string;
	readonly media: string;
}

const FIELD = 'Thread';

/**
 * The thread as the service takes it, from the rows of the panel: the order of the rows is the order of the tweets.
 *
 * @param written the value of the fixed collection: `{ tweet: [{ text, media: { reference: [{ file }] } }] }`
 * @param raw the same with its expressions as they are written
 */
export function checkThread(written: unknown, raw?: unknown): Result<ThreadTweet[], InvalidInput> {
	const rows = readRows(written, 'tweet', FIELD);
	if (!rows.ok) return rows;
	const [first] = rows.value;
	// n8n gives one blank row where a person has removed all of them.
	if (rows.value.length === 0 || (rows.value.length === 1 && isBlank(first))) {
		return invalid(FIELD, 'is empty', 'Add at least one tweet with a text or with media.');
	}
	const rawRows = readRows(raw, 'tweet', '');
	return combine(rows.value.map((row, order) => checkTweet(row, order, rawRows.ok ? rawRows.value[order] : undefined)));
}

function checkTweet(row: unknown, order: number, rawRow: unknown): Result<ThreadTweet, InvalidInput> {
	const place = `${FIELD}, tweet ${order + 1}`;
	if (!isRecord(row)) {
		return invalid(place, `is ${formatValue(row)}, which is not a tweet`, 'Enter its text in the field "Text".');
	}
	const places = { tweet: place, text: `${place}, Text`, media: `${place}, Media` };
	const checked = 'text' in row ? checkText(row.text, places.text) : ok('');
	if (!checked.ok) return checked;
	const { value: text } = checked;
	const files = checkFiles(row.media, place, field(rawRow, 'media'));
	if (!files.ok) return files;
	if (text.trim() === '' && files.value.length === 0) {
		return invalid(place, 'has neither text nor media', 'Enter a text or add media, or remove the tweet.');
	}
	return ok({ text, files: files.value, places });
}

const ONLY_BLANKS = /^\s+$/;

const RETURNED_NOTHING =
	'Check the name of the field in the expression, and this row: n8n leaves out empty cells of a spreadsheet. Only if some tweets are meant to have media and no text, let the expression return an empty one, as in {{ $json.text || "" }}, with nothing beside it: they go out without a text.';

/** The text of a tweet, as it is written. */
export function checkText(written: unknown, field: string): Result<string, InvalidInput> {
	// An expression that found nothing: its text would be missing in the post, without a word.
	if (written === undefined || written === null) {
		return invalid(field, 'has no value: its expression returned nothing', RETURNED_NOTHING);
	}
	// n8n makes an empty text of it where a blank or a line break stands beside it.
	if (typeof written === 'string' && ONLY_BLANKS.test(written)) {
		return invalid(field, 'has only blanks', `If an expression stands there, it returned nothing. ${RETURNED_NOTHING}`);
	}
	if (isRounded(written)) return invalid(field, `is ${formatValue(written)}, ${ROUNDED.problem}`, ROUNDED.advice);
	return isStringOrNumber(written)
		? ok(String(written))
		: invalid(field, `is ${formatValue(written)}, which is not text`, 'Choose a field that holds text.');
}

/** Whether a row is as n8n makes it: nothing is entered. */
function isBlank(row: unknown): boolean {
	if (!isRecord(row) || typeof (row.text ?? '') !== 'string' || String(row.text ?? '').trim() !== '') return false;
	return hasNoFiles(row.media);
}
