import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue } from '../utils/values';
import { readText } from './parameters';

const FIELD = 'URL';

/** A public address of a file, as `uploadMediaFromUrl` takes it. The service fetches it, so only its form is checked here. */
export function checkPublicUrl(written: unknown): Result<string, InvalidInput> {
	const text = readText(written, FIELD);
	if (!text.ok) return text;
	const { value } = text;
	if (value === '')
		return invalid(
			FIELD,
			'is empty',
			'Enter the public address of the file, for example https://example.com/picture.png.',
		);
	if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
		return invalid(
			FIELD,
			`is ${formatValue(value)}, which is not a web address`,
			'Enter an address that starts with https:// and that anyone can open. For a file of the workflow use the operation Upload Binary.',
		);
	}
	return ok(value);
}
