import { type ICredentialDataDecryptedObject, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { redactorOfKeysInData } from '../errors/redact';
import { type InvalidInput, type Result, sayProblem } from '../utils/result';
import { checkApiKey } from '../validation/apiKey';
import { checkBaseUrl } from '../validation/baseUrl';

/** A request as nodes hand it to n8n: HTTP Request has its address in `uri`. */
type RequestOfNode = Omit<IHttpRequestOptions, 'url'> & { readonly url?: string; readonly uri?: string };

/** A redirect may lead to another host. The last two are the words of the client that HTTP Request uses. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };

/**
 * A request with the key, as the service takes it: `Authorization: Bearer <API_KEY>`, no extra spaces or characters
 * (service API, section 5). A request without an address of its own goes to the endpoint of the credential, and none to another
 * host: n8n lets any node use the credential.
 *
 * @throws UserError where the key or the base URL cannot be used, with what to do; n8n's test of the credential shows it
 */
export function withApiKey(credentials: ICredentialDataDecryptedObject, request: RequestOfNode): IHttpRequestOptions {
	const endpoint = valueOf(checkBaseUrl(credentials.baseUrl));
	const apiKey = valueOf(checkApiKey(credentials.apiKey));
	// n8n logs a host that is not found, and each server on the way the path.
	if (redactorOfKeysInData([apiKey])(endpoint.href) !== endpoint.href) {
		throw new UserError(
			'The Base URL of the credential contains the API key. Enter only the address of the API there.',
		);
	}
	const { baseURL, uri, url: written = uri, ...rest } = request;
	const url = written === '' ? endpoint : addressOf(written, baseURL);
	if (url?.origin !== endpoint.origin) {
		throw new UserError('The API key is sent only to the host of the base URL of the credential.');
	}
	return {
		...rest,
		...NO_REDIRECTS,
		url: url.href,
		headers: { ...request.headers, Authorization: `Bearer ${apiKey}` },
	};
}

function addressOf(url: string | undefined, baseURL: string | undefined): URL | undefined {
	return url !== undefined && URL.canParse(url, baseURL) ? new URL(url, baseURL) : undefined;
}

function valueOf<T>(checked: Result<T, InvalidInput>): T {
	if (checked.ok) return checked.value;
	throw new UserError(`The ${sayProblem(checked.error)}`);
}
