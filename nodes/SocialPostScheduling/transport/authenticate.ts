import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { isLocalHost } from '../validation/baseUrl';
import { textField } from '../utils/json';

/**
 * A request with the key, as the service takes it: `Authorization: Bearer <API_KEY>`, no extra spaces or characters
 * (service API, section 5).
 *
 * @throws Error where the base URL is none, and where the key would travel unencrypted beyond this machine and private
 *   networks
 */
export function withApiKey(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	// What URL throws has a code, and of an error with a code n8n's test of the credential shows nothing else.
	if (!URL.canParse(request.url, request.baseURL)) {
		throw new Error('The base URL is not an address. Enter it with https://, for example https://api.example.com.');
	}
	const { protocol, hostname } = new URL(request.url, request.baseURL);
	if (protocol !== 'https:' && !(protocol === 'http:' && isLocalHost(hostname))) {
		throw new Error(
			`The API key is not sent to ${protocol}//${hostname}, because it would travel unencrypted. Use an https address; plain http is accepted only for this machine and private networks.`,
		);
	}
	const apiKey = textField(credentials, 'apiKey')?.trim() ?? '';
	return { ...request, headers: { ...request.headers, Authorization: `Bearer ${apiKey}` } };
}
