import type { DeclarativeRestApiSettings, IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { checkBaseUrl } from '../validation/baseUrl';
import { type Result, ok, type InvalidInput } from '../utils/result';

/** The credential type of this package. */
export const CREDENTIAL_TYPE = 'socialPostSchedulingApi';

/** How long one request may take, in milliseconds, where the user sets no other time: n8n's own default. */
const REQUEST_TIMEOUT_MS = 300_000;

/** What reaches the service for one item: n8n's helpers, and the settings that every request starts from. */
export interface Connection {
	readonly functions: IExecutePaginationFunctions;
	/** `{base_url}/gql` */
	readonly endpoint: URL;
	/** The user's own settings for every request: proxy, time limit, certificate check. */
	readonly settings: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'> & { readonly timeout: number };
	/** The domains that the credential may be sent to, where its owner limits them. */
	readonly allowedDomains: string | undefined;
	/** Aborted when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
}

/** The connection for one item, from what the engine assembled for it. */
export function connect(
	functions: IExecutePaginationFunctions,
	assembled: DeclarativeRestApiSettings.HttpRequestOptions,
): Result<Connection, InvalidInput> {
	const endpoint = checkBaseUrl(assembled.baseURL);
	if (!endpoint.ok) return endpoint;
	return ok({
		functions,
		endpoint: endpoint.value,
		settings: {
			...(assembled.proxy !== undefined && { proxy: assembled.proxy }),
			timeout: assembled.timeout ?? REQUEST_TIMEOUT_MS,
			skipSslCertificateValidation: assembled.skipSslCertificateValidation === true,
		},
		allowedDomains: assembled.allowedDomains,
		signal: functions.getExecutionCancelSignal(),
	});
}
