import { field, isRecord } from '../utils/json';
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
 * @param within what they belong to, such as `Thread, tweet 2`; empty where Media is a field of its own
 * @param raw the same with its expressions as they are written
 */
export function checkFiles(written: unknown, within: string, raw?: unknown): Result<FileReference[], InvalidInput> {
	const [list, file] = within === '' ? ['Media', 'Media'] : [`${within}, Media`, `${within}, media`];
	const rows = readRows(written, 'reference', list);
	if (!rows.ok) return rows;
	const rawRows = readRows(raw, 'reference', '');
	return combine(
		rows.value.flatMap((row, at) => {
			const isByModel = rawRows.ok && isLeftToModel(rawRows.value[at]);
			return isByModel && isEmpty(row) ? [] : [checkReference(row, `${file} ${at + 1}`, isByModel)];
		}),
	);
}

/** n8n's function for what the model of an agent fills in, in upper or lower case, as n8n takes it. */
const FROM_MODEL = /\$fromAI\b/i;

/** Whether a row is filled in by the model: a tool has the same rows in each call, so that it leaves one empty for a post without a file. */
function isLeftToModel(rawRow: unknown): boolean {
	const { value } = locatorIn(field(rawRow, 'file'));
	return typeof value === 'string' && FROM_MODEL.test(value);
}

function isEmpty(row: unknown): boolean {
	const text = readText(locatorIn(field(row, 'file')).value, '');
	return text.ok && text.value === '';
}

/** The advice for a person or a model without an address. */
const OTHERWISE = {
	person: 'For a file of the item, choose "From Input".',
	model: 'For a post without a file, leave it empty.',
};

function checkReference(row: unknown, place: string, isByModel: boolean): Result<FileReference, InvalidInput> {
	if (!isRecord(row)) {
		return invalid(place, `is ${formatValue(row)}, which is not a file`, 'Choose one in the field "File".');
	}
	const { mode, value } = locatorIn(row.file);
	if (mode === 'binary') return ok({ place, binary: value });
	if (mode === 'url') {
		const url = checkPublicUrl(value, place, isByModel ? OTHERWISE.model : OTHERWISE.person);
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
		return invalid(
			place,
			`has no ${what}`,
			`Enter the ${what} in "File", or remove this row of Media. For a file of the input, choose "From Input".`,
		);
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
