import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { hasExpression, SWITCH_TO_EXPRESSION } from '../utils/values';

const FIELD = 'API Key of the credential';

/**
 * What a key may hold: visible characters of ASCII, as a header may. No token has quotation marks, brackets, commas and the like (RFC 7235,
 * section 2.1, `token68`): they come from code that was copied with the key.
 */
const KEY = /^[\w!#$%&*+./:=?@^|~-]+$/;

/** The longest key, in characters: most servers take no header of more than 8 KiB. */
const MAX_CHARACTERS = 2 ** 13;

/**
 * The key without what comes along when it is pasted: blanks, invisible characters, the words "Authorization: Bearer". n8n leaves such
 * characters out of a header as well.
 */
export function cleanApiKey(written: string): string {
	return written
		.replace(/^[\s\p{C}]*(?:Authorization[\s\p{C}]*:[\s\p{C}]*)?Bearer[\s\p{C}:]+/iu, '')
		.replace(/[\s\p{C}]/gu, '');
}

/** The key as it is sent. What cannot be one is never repeated: it may be the key in part. */
export function checkApiKey(written: unknown): Result<string, InvalidInput> {
	const apiKey = typeof written === 'string' ? cleanApiKey(written) : '';
	if (apiKey === '') return invalid(FIELD, 'is empty', 'Open the credential and enter it.');
	if (/^https?:\/\//i.test(apiKey)) {
		return invalid(FIELD, 'is a web address', 'Check the credential: API Key and Base URL may be swapped.');
	}
	if (hasExpression(apiKey)) return invalid(FIELD, 'is an expression, as text', SWITCH_TO_EXPRESSION);
	if (!KEY.test(apiKey)) {
		return invalid(FIELD, 'has characters that no key has', 'Copy it again from the service.');
	}
	if (apiKey.length > MAX_CHARACTERS) {
		return invalid(FIELD, `is too long for a key: ${apiKey.length} characters`, 'Copy it again from the service.');
	}
	return ok(apiKey);
}
