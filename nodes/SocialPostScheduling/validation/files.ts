import { isRecord } from '../utils/json';
import { combine, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue } from '../utils/values';
import { readText } from './parameters';
import { readRows } from './rows';

/** A reference to a file of the content library: by id, or by the display name given at upload. */
export type MediaReference = { readonly id: string } | { readonly name: string };

/** The ways to refer to a file, as the panel has them, with what each is about. */
const MODES: Readonly<
	Record<string, { readonly what: string; readonly toReference: (value: string) => MediaReference }>
> = {
	list: { what: 'file', toReference: (id) => ({ id }) },
	id: { what: 'ID', toReference: (id) => ({ id }) },
	name: { what: 'name', toReference: (name) => ({ name }) },
};

/**
 * The files of a post, in the order of their rows.
 *
 * @param written the value of the fixed collection: `{ reference: [{ file }] }`, each file a resource locator
 * @param place what the files belong to, such as `Thread, tweet 2`
 */
export function checkFiles(written: unknown, place: string): Result<MediaReference[], InvalidInput> {
	const rows = readRows(written, 'reference', `${place}, Media`);
	if (!rows.ok) return rows;
	return combine(rows.value.map((row, at) => checkFile(row, `${place}, media ${at + 1}`)));
}

function checkFile(row: unknown, place: string): Result<MediaReference, InvalidInput> {
	if (!isRecord(row)) {
		return invalid(place, `is ${formatValue(row)}, which is not a file`, 'Choose one in the field "File".');
	}
	const { mode, value: written } = locatorIn(row.file);
	const known = typeof mode === 'string' && Object.hasOwn(MODES, mode) ? MODES[mode] : undefined;
	if (known === undefined) {
		return invalid(place, `is by ${formatValue(mode)}`, `Refer to a file by one of: ${Object.keys(MODES).join(', ')}.`);
	}
	const { what, toReference } = known;
	const value = readText(written, place);
	if (!value.ok) {
		return invalid(
			place,
			`is ${formatValue(written)}, which is not one ${what}`,
			`Choose a field that holds the ${what} of one file.`,
		);
	}
	if (value.value === '') {
		return invalid(place, `has no ${what}`, `Enter the ${what} in "File", or remove this row of Media.`);
	}
	return ok(toReference(value.value));
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
