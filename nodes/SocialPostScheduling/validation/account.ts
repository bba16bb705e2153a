import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue } from '../utils/values';
import { readText } from './parameters';

const FIELD = 'Account';

/** The handle of the target account, without the @ that people write before it. */
export function checkAccount(written: unknown): Result<string, InvalidInput> {
	const text = readText(written, FIELD);
	if (!text.ok) return text;
	const handle = text.value.replace(/^@+/, '');
	if (handle === '')
		return invalid(
			FIELD,
			'is empty',
			'Enter the handle of the account to post from, for example my_brand. If an expression stands there, it returned nothing: check the name of the field in it.',
		);
	if (/[,;]\s*[^\s,;]/.test(handle))
		return invalid(
			FIELD,
			`is ${formatValue(handle)}, which is more than one account`,
			'Enter one handle. To post from several accounts, give each of them its own item.',
		);
	if (handle.includes('/')) {
		return invalid(
			FIELD,
			`is ${formatValue(handle)}, which is a web address`,
			`Enter the handle alone${handleIn(handle)}.`,
		);
	}
	if (/\s/.test(handle))
		return invalid(
			FIELD,
			`is ${formatValue(handle)}, which contains a space`,
			'Enter the handle, not the display name.',
		);
	return ok(handle);
}

/** The handle in the address of a profile, as an example. */
function handleIn(address: string): string {
	const handle = address
		.split(/[?#]/, 1)[0]
		?.split('/')
		.filter((part) => part !== '')[2]
		?.replace(/^@/, '');
	return /^https?:\/\//i.test(address) && handle !== undefined ? `, for example ${handle}` : ', for example my_brand';
}
