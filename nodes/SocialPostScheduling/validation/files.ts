import { isRecord } from '../utils/json';
import { combine, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue } from '../utils/values';
import { readText } from './parameters';
import { checkPublicUrl } from './publicUrl';
import { readRows } from './rows';

/** A reference to a file of the content library: by id, or by the display name given at upload. */
export type MediaReference = { readonly id: string } | { readonly name: string };

/** A file as a person refers to it, with its place in the panel: one of the library, or one that must be uploaded first. */
export type FileReference = { readonly place: string } & (
	| { readonly media: MediaReference }
	/** What "From Input" holds: names of binary fields, or a binary that an expression gave. */
	| { readonly binary: unknown }
	/** A public address, from which the service fetches the file. */
	| { readonly url: string }
);

/** The modes of the resource locator for files of the library, with what each takes. */
const LIBRARY_MODES: Readonly<Record<string, { what: string; toMedia: (value: string) => MediaReference }>> = {
	list: { what: 'file', toMedia: (id) => ({ id }) },
	id: { what: 'ID', toMedia: (id) => ({ id }) },
	name: { what: 'name', toMedia: (name) => ({ name }) },
};

/** The other modes: the file is uploaded first. */
const UPLOAD_MODES = ['binary', 'url'] as const;

const MODES: readonly string[] = [...Object.keys(LIBRARY_MODES), ...UPLOAD_MODES];

/**
 * The files of a post, in the order of their rows.
 *
 * @param written the value of the fixed collection: `{ reference: [{ file }] }`, each file a resource locator
 * @param place what the files belong to, such as `Thread, tweet 2`
 */
export function checkFiles(written: unknown, place: string): Result<FileReference[], InvalidInput> {
	const rows = readRows(written, 'reference', `${place}, Media`);
	if (!rows.ok) return rows;
	return combine(rows.value.map((row, at) => checkReference(row, `${place}, media ${at + 1}`)));
}

function checkReference(row: unknown, place: string): Result<FileReference, InvalidInput> {
	if (!isRecord(row)) {
		return invalid(place, `is ${formatValue(row)}, which is not a file`, 'Choose one in the field "File".');
	}
	const { mode, value } = locatorIn(row.file);
	if (mode === 'binary') return ok({ place, binary: value });
	if (mode === 'url') {
		const url = checkPublicUrl(value, place);
		return url.ok ? ok({ place, url: url.value }) : url;
	}
	const known = typeof mode === 'string' && Object.hasOwn(LIBRARY_MODES, mode) ? LIBRARY_MODES[mode] : undefined;
	if (known === undefined) {
		return invalid(place, `is by ${formatValue(mode)}`, `Refer to a file by one of: ${MODES.join(', ')}.`);
	}
	const { what, toMedia } = known;
	const text = readText(value, place);
	if (!text.ok) {
		return invalid(
			place,
			`is ${formatValue(value)}, which is not one ${what}`,
			`Choose a field that holds the ${what} of one file.`,
		);
	}
	if (text.value === '') {
		return invalid(place, `has no ${what}`, `Enter the ${what} in "File", or remove this row of Media.`);
	}
	return ok({ place, media: toMedia(text.value) });
}

/** A resource locator. Where an expression stands for all of it, or a program wrote the node, a value may stand alone: an ID. */
const locatorIn = (written: unknown): { mode: unknown; value: unknown } =>
	isRecord(written) && 'mode' in written
		? { mode: written.mode, value: written.value }
		: { mode: 'id', value: written };

/** Whether a collection of files is as n8n makes it: nothing is entered. */
export function hasNoFiles(written: unknown): boolean {
	const rows = readRows(written, 'reference', '');
	return rows.ok && rows.value.length === 0;
}
