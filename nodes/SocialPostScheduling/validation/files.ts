import { field, isRecord } from '../utils/json';
import { combine, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue, isExpression } from '../utils/values';
import { isFromModel, saysNull } from './expressions';
import { locatorIn } from './locator';
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
			const raw = locatorIn(field(rawRows.ok ? rawRows.value[at] : undefined, 'file')).value;
			return isNoFile(row, raw) ? [] : [checkReference(row, `${file} ${at + 1}`, authorOf(raw))];
		}),
	);
}

/** What fills in the file of a row: a person, an expression of the workflow, or the model of an agent. */
type Author = 'person' | 'expression' | 'model';

function authorOf(raw: unknown): Author {
	if (!isExpression(raw)) return 'person';
	return isFromModel(raw) ? 'model' : 'expression';
}

/**
 * Whether a row is meant to be no file. A node has the same rows for each item and each call of a tool: an expression that says so returns
 * null for an item without a file, and a model leaves it empty. All else that is empty is a mistake, such as a column with another name, and
 * the post would be without its picture.
 */
function isNoFile(row: unknown, raw: unknown): boolean {
	if (!isExpression(raw)) return false;
	const { value } = locatorIn(field(row, 'file'));
	return isFromModel(raw) ? isEmpty(value) : value === null && saysNull(raw);
}

function isEmpty(value: unknown): boolean {
	const text = readText(value, '');
	return text.ok && text.value === '';
}

/** What to do where a row has no file, or none that can be used. */
const OTHERWISE: Readonly<Record<Author, string>> = {
	person: 'For a file of the item, choose "From Input".',
	expression:
		'Only if some items have no file, let the expression itself say so, as in {{ $json.media || null }}: their posts go out without one.',
	model: 'For a post without a file, leave it empty.',
};

function checkReference(row: unknown, place: string, author: Author): Result<FileReference, InvalidInput> {
	if (!isRecord(row)) {
		return invalid(place, `is ${formatValue(row)}, which is not a file`, 'Choose one in the field "File".');
	}
	const { mode, value } = locatorIn(row.file);
	if (mode === 'binary') return ok({ place, binary: value });
	if (author === 'expression' && isEmpty(value)) {
		return invalid(
			place,
			'is empty',
			`The expression in "File" returned nothing: check the name of the field in it. ${OTHERWISE.expression}`,
		);
	}
	if (mode === 'url') {
		const url = checkPublicUrl(value, place, OTHERWISE[author]);
		return url.ok ? ok({ place, url: url.value }) : url;
	}
	const known = typeof mode === 'string' && Object.hasOwn(LIBRARY_MODES, mode) ? LIBRARY_MODES[mode] : undefined;
	if (known === undefined) {
		return invalid(place, `is by ${formatValue(mode)}`, `Refer to a file by one of: ${MODES.join(', ')}.`);
	}
	const { what, toMedia } = known;
	const idOrName = mode === 'name' ? 'name' : 'ID';
	const text = readText(value, place);
	if (!text.ok) {
		if (typeof value === 'string' || typeof value === 'number') return text;
		return invalid(
			place,
			`is ${formatValue(value)}, which is not one ${idOrName}`,
			`Choose a field that holds the ${idOrName} of one file.`,
		);
	}
	if (text.value === '') {
		return invalid(
			place,
			`has no ${what}`,
			`Enter the ${what} in "File", or remove this row of Media. ${OTHERWISE[author]}`,
		);
	}
	return ok({ place, media: toMedia(text.value) });
}

/** Whether a collection of files is as n8n makes it: nothing is entered. */
export function hasNoFiles(written: unknown): boolean {
	const rows = readRows(written, 'reference', '');
	return rows.ok && rows.value.length === 0;
}
