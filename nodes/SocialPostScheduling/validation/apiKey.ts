import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { hasExpression, SWITCH_TO_EXPRESSION } from '../utils/values';

const FIELD = 'API Key of the credential';

/** All that a header may hold: visible characters of ASCII. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * The key without what comes along when it is pasted: blanks, invisible characters, the word "Bearer". n8n leaves such characters
 * out of a header as well.
 */
export function cleanApiKey(written: string): string {
	return written.replace(/^[\s\p{C}]*Bearer[\s\p{C}:]+/iu, '').replace(/[\s\p{C}]/gu, '');
}

/** The key as it is sent. What cannot be one is never repeated: it may be the key in part. */
export function checkApiKey(written: unknown): Result<string, InvalidInput> {
	const apiKey = typeof written === 'string' ? cleanApiKey(written) : '';
	if (apiKey === '') return invalid(FIELD, 'is empty', 'Open the credential and enter it.');
	if (/^https?:\/\//i.test(apiKey)) {
		return invalid(FIELD, 'is a web address', 'Check the credential: API Key and Base URL may be swapped.');
	}
	if (hasExpression(apiKey)) return invalid(FIELD, 'is an expression, as text', SWITCH_TO_EXPRESSION);
	if (!VISIBLE_ASCII.test(apiKey)) {
		return invalid(FIELD, 'has characters that no key has', 'Copy it again from the service.');
	}
	return ok(apiKey);
}
