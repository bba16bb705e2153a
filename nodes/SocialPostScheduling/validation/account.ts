import { formatValue, toTrimmedString } from '../utils/values';
import { type Result, ok, type InvalidInput, invalid } from '../utils/result';

const FIELD = 'Account';

/** The handle of the target account, without the @ that people write before it. */
export function checkAccount(written: unknown): Result<string, InvalidInput> {
	const handle = toTrimmedString(written).replace(/^@+/, '');
	if (handle === '')
		return invalid(FIELD, 'is empty', 'Enter the handle of the account that is to post, for example my_brand.');
	if (/\s/.test(handle))
		return invalid(FIELD, `is ${formatValue(handle)}, which holds a space`, 'Enter the handle, not the display name.');
	return ok(handle);
}
