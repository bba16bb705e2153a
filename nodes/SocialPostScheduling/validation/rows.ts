import { isRecord } from '../utils/json';
import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue } from '../utils/values';

/** The rows of a fixed collection: a list; where a node was made by hand or by another program, a single row may stand alone. */
export function readRows(written: unknown, name: string, parameter: string): Result<unknown[], InvalidInput> {
	if (written === undefined || written === null || written === '') return ok([]);
	if (!isRecord(written)) {
		return invalid(parameter, `is ${formatValue(written)}, which n8n cannot read as rows`, 'Add its rows one by one.');
	}
	const rows = written[name];
	// Array.from fills the holes that a list may have: map would leave them out.
	if (Array.isArray(rows)) return ok(Array.from(rows));
	return ok(rows === undefined || rows === null || rows === '' ? [] : [rows]);
}
