import { type Checked, invalid, valid } from './checked';
import { isTextual, shown } from './written';

const FIELD = 'Media Label IDs';

/**
 * Label ids as the list of `ID` that the upload mutations take, from a comma-separated text or from an array that an
 * expression gave. An empty text or array gives undefined: the argument is then left out.
 */
export function checkLabelIds(written: unknown): Checked<string[] | undefined> {
	const parts = Array.isArray(written) ? written : typeof written === 'string' ? written.split(',') : [written];
	const ids: string[] = [];
	for (const part of parts) {
		if (part === undefined || part === null) continue;
		if (!isTextual(part)) {
			return invalid(
				FIELD,
				`holds ${shown(part)}, which is not an ID`,
				'Enter IDs separated by commas, or an array of IDs.',
			);
		}
		const id = String(part).trim();
		if (id !== '' && !ids.includes(id)) ids.push(id);
	}
	return valid(ids.length === 0 ? undefined : ids);
}
