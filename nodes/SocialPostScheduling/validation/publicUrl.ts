import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue } from '../utils/values';
import { readText } from './parameters';

/**
 * A public address of a file, as `uploadMediaFromUrl` takes it. The service fetches it, so only its form is checked here.
 *
 * @param field as the panel shows it, with its place
 * @param otherwise a sentence for a person or a model without an address
 */
export function checkPublicUrl(written: unknown, field: string, otherwise: string): Result<string, InvalidInput> {
	const text = readText(written, field);
	if (!text.ok) return text;
	const { value } = text;
	if (value === '')
		return invalid(
			field,
			'is empty',
			`Enter the public address of the file, for example https://example.com/picture.png. ${otherwise}`,
		);
	if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
		return invalid(
			field,
			`is ${formatValue(value)}, which is not a web address`,
			`Enter an address that starts with https:// and that anyone can open. ${otherwise}`,
		);
	}
	if (/\shttps?:\/\//i.test(value)) {
		return invalid(
			field,
			`is ${formatValue(value)}, which holds several addresses`,
			'Give one address that starts with https:// for each file.',
		);
	}
	return ok(value);
}
