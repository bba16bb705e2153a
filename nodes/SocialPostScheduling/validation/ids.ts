import { formatValue, isRounded, isStringOrNumber } from '../utils/values';
import { readText } from './parameters';
import { type Result, ok, type InvalidInput, invalid } from '../utils/result';

/**
 * Ids as the list of `ID` that the service takes, from a comma-separated text or from an array that an expression gave. An
 * empty text or array gives undefined: the argument is then left out.
 *
 * @param parameter as the panel calls it
 */
export const checkIds = (written: unknown, parameter: string): Result<string[] | undefined, InvalidInput> =>
	checkList(written, parameter, { one: 'an ID', many: 'IDs' });

/** Names as a list, read in the same way. */
export const checkNames = (written: unknown, parameter: string): Result<string[] | undefined, InvalidInput> =>
	checkList(written, parameter, { one: 'a name', many: 'names' });

function checkList(
	written: unknown,
	parameter: string,
	{ one, many }: { readonly one: string; readonly many: string },
): Result<string[] | undefined, InvalidInput> {
	if (written === undefined || written === null) return ok(undefined);
	const parts = Array.isArray(written) ? written : typeof written === 'string' ? written.split(',') : [written];
	const entries = new Set<string>();
	for (const part of parts) {
		if (!isStringOrNumber(part) && !isRounded(part)) {
			return invalid(
				parameter,
				`holds ${formatValue(part)}, which is not ${one}`,
				`Enter ${many} separated by commas, or an array of ${many}.`,
			);
		}
		const entry = readText(part, parameter);
		if (!entry.ok) return entry;
		if (entry.value !== '') entries.add(entry.value);
	}
	return ok(entries.size === 0 ? undefined : [...entries]);
}
