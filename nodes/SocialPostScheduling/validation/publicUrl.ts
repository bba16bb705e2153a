import { formatValue } from '../utils/values';
import { type Result, type InvalidInput, invalid, ok } from '../utils/result';

const FIELD = 'URL';

/** A public address of a file, as `uploadMediaFromUrl` takes it. The service fetches it, so only its form is checked here. */
export function checkPublicUrl(written: unknown): Result<string, InvalidInput> {
	const text = typeof written === 'string' ? written.trim() : '';
	if (text === '')
		return invalid(
			FIELD,
			'is empty',
			'Enter the public address of the file, for example https://example.com/picture.png.',
		);
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
		return invalid(
			FIELD,
			`is ${formatValue(text)}, which is not a web address`,
			'Enter an address that starts with https:// and that anyone can open. For a file of the workflow use the operation Upload Binary.',
		);
	}
	return ok(text);
}
