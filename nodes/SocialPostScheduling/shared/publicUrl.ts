import { type Checked, invalid, valid } from './checked';
import { shown } from './written';

const FIELD = 'URL';

/** A public address of a file, as `uploadMediaFromUrl` takes it. The service fetches it, so only its form is checked here. */
export function checkPublicUrl(written: unknown): Checked<string> {
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
			`is ${shown(text)}, which is not a web address`,
			'Enter an address that starts with https:// and that anyone can open. For a file of the workflow use the operation Upload Binary.',
		);
	}
	return valid(text);
}
