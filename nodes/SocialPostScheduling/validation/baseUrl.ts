import { isEncryptedOrLocal } from './localHost';
import { type Result, type InvalidInput, invalid, ok } from '../utils/result';
import { hasExpression, SWITCH_TO_EXPRESSION } from '../utils/values';

const FIELD = 'Base URL of the credential';

/** The path of the service's one endpoint under the base URL (service API, section 1). */
const ENDPOINT_PATH = '/gql';

/** What people paste of it, and how most services call it. */
const ENDPOINT_NAMES: readonly (string | undefined)[] = ['gql', 'graphql'];

/**
 * The address of the endpoint for a base URL as people paste it: with or without a slash at the end, or with `/gql` or `/graphql`
 * already there. What is no address is never repeated: it may be the key.
 */
export function checkBaseUrl(written: unknown): Result<URL, InvalidInput> {
	const text = typeof written === 'string' ? written.trim() : '';
	if (text === '') return invalid(FIELD, 'is empty', 'Open the credential and enter the address of the service.');
	if (hasExpression(text)) return invalid(FIELD, 'is an expression, as text', SWITCH_TO_EXPRESSION);
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
		return invalid(
			FIELD,
			'is not a valid URL',
			'Enter it with https://, for example https://api.example.com. If it is the API key, the two fields are swapped.',
		);
	}
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') {
		return invalid(FIELD, 'contains a user name or a password', 'Remove them: the service takes only the API key.');
	}
	if (url.search !== '' || url.hash !== '') {
		return invalid(FIELD, 'contains a query or a fragment', 'Remove everything from ? or # on.');
	}
	if (!isEncryptedOrLocal(url)) {
		return invalid(
			FIELD,
			`is an http address on the host ${url.hostname}, which would send the API key unencrypted`,
			'Use https. Plain http is accepted only for this machine and private networks.',
		);
	}
	const folders = url.pathname.split('/').filter((folder) => folder !== '');
	if (ENDPOINT_NAMES.includes(folders.at(-1)?.toLowerCase())) folders.pop();
	url.pathname = `${folders.map((folder) => `/${folder}`).join('')}${ENDPOINT_PATH}`;
	return ok(url);
}
