import { type Checked, invalid, valid } from './checked';
import { shown, textOf } from './written';

const FIELD = 'Account';

/** The handle of the target account, without the @ that people write before it. */
export function checkAccount(written: unknown): Checked<string> {
	const handle = textOf(written).replace(/^@+/, '');
	if (handle === '')
		return invalid(FIELD, 'is empty', 'Enter the handle of the account that is to post, for example my_brand.');
	if (/\s/.test(handle))
		return invalid(FIELD, `is ${shown(handle)}, which holds a space`, 'Enter the handle, not the display name.');
	return valid(handle);
}
