import { field } from '../utils/json';
import { isStringOrNumber, formatValue } from '../utils/values';
import { type Result, ok, type InvalidInput, invalid, combine } from '../utils/result';

/** A reference to a file of the content library: by id, or by the display name given at upload. */
export type MediaReference = { id: string } | { name: string };

/** One tweet of `ScheduleTweetInput.thread`; `order` is its place, the first is 0. */
export interface ThreadTweet {
	text: string;
	order: number;
	media?: MediaReference[];
}

/**
 * The thread as the service takes it, from the rows of the panel: the order of the rows is the order of the tweets.
 *
 * @param written the value of the fixed collection: `{ tweet: [{ text, media: { reference: [{ by, value }] } }] }`
 */
export function checkThread(written: unknown): Result<ThreadTweet[], InvalidInput> {
	const rows = asList(field(written, 'tweet'));
	if (rows.length === 0) return invalid('Thread', 'is empty', 'Add at least one tweet.');
	return combine(rows.map(checkTweet));
}

function checkTweet(row: unknown, order: number): Result<ThreadTweet, InvalidInput> {
	const place = `Thread, tweet ${order + 1}`;
	const written = field(row, 'text') ?? '';
	if (!isStringOrNumber(written)) {
		return invalid(
			`${place}, Text`,
			`is ${formatValue(written)}, which is not text`,
			'Choose a field that holds text.',
		);
	}
	const text = String(written);
	const media = combine(
		asList(field(field(row, 'media'), 'reference')).map((row, at) => checkReference(row, `${place}, media ${at + 1}`)),
	);
	if (!media.ok) return media;
	if (text.trim() === '' && media.value.length === 0) {
		return invalid(place, 'has neither text nor media', 'Enter a text or add a media reference, or remove the tweet.');
	}
	return ok({ text, order, ...(media.value.length > 0 && { media: media.value }) });
}

function checkReference(row: unknown, place: string): Result<MediaReference, InvalidInput> {
	const by = field(row, 'by') ?? 'id';
	if (by !== 'id' && by !== 'name') {
		return invalid(place, `is by ${formatValue(by)}`, 'Refer to media by "id" or by "name".');
	}
	const written = field(row, 'value') ?? '';
	if (!isStringOrNumber(written)) {
		return invalid(
			place,
			`is ${formatValue(written)}, which is not one ${by}`,
			`Choose a field that holds the ${by} of one file.`,
		);
	}
	const value = String(written).trim();
	if (value === '') {
		return invalid(place, `has no ${by}`, `Enter the ${by} of a file in the content library, or remove the reference.`);
	}
	return ok(by === 'id' ? { id: value } : { name: value });
}

/** A fixed collection holds a list; where a node was made by hand or by another program, a single row may stand alone. */
function asList(value: unknown): unknown[] {
	// Array.from fills the holes that a list may have: map would leave them out.
	if (Array.isArray(value)) return Array.from(value);
	return value === undefined || value === null || value === '' ? [] : [value];
}
