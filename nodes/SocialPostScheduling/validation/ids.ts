import { isStringOrNumber, formatValue } from '../utils/values';
import { type Result, ok, type InvalidInput, invalid } from '../utils/result';

/**
 * Ids as the list of `ID` that the service takes, from a comma-separated text or from an array that an expression gave. An
 * empty text or array gives undefined: the argument is then left out.
 *
 * @param parameter as the panel calls it
 */
export function checkIds(written: unknown, parameter: string): Result<string[] | undefined, InvalidInput> {
	if (written === undefined || written === null) return ok(undefined);
	const parts = Array.isArray(written) ? written : typeof written === 'string' ? written.split(',') : [written];
	const ids = new Set<string>();
	for (const part of parts) {
		if (!isStringOrNumber(part)) {
			return invalid(
				parameter,
				`holds ${formatValue(part)}, which is not an ID`,
				'Enter IDs separated by commas, or an array of IDs.',
			);
		}
		const id = String(part).trim();
		if (id !== '') ids.add(id);
	}
	return ok(ids.size === 0 ? undefined : [...ids]);
}
