import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { checkBaseUrl } from '../validation/baseUrl';
import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue, toNumber } from '../utils/values';
import type { WaitingPolicy } from './retry';

/** The credential type of this package. */
export const CREDENTIAL_TYPE = 'socialPostSchedulingApi';

/** How long one request may take, in milliseconds, where the user sets no other time: n8n's own default. */
const REQUEST_TIMEOUT_MS = 300_000;

/** The longest time limit, in milliseconds, about 24 days: a longer timer of Node's ends at once. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A request that may last until a moment gets this time at least, in milliseconds: n8n takes 0 for no limit. */
export const MIN_TIMEOUT_MS = 1_000;

/** n8n's context of whatever sends requests: an item, a list in the editor, a poll of a trigger. */
export type RequestContext = IExecutePaginationFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What reaches the service: n8n's helpers, and the settings that every request starts from. */
export interface Connection {
	readonly context: RequestContext;
	/** `{base_url}/gql` */
	readonly endpoint: URL;
	/** The user's own settings for every request: proxy, time limit, certificate check. */
	readonly settings: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'> & { readonly timeout: number };
	/** The domains that the credential may be sent to, where its owner limits them. */
	readonly allowedDomains: string | undefined;
	/** Aborted when the execution is stopped; only executions can be. */
	readonly signal: AbortSignal | undefined;
	/** Whether nobody waits for what comes of a call any more: it is not sent again then. */
	readonly isLeft?: () => boolean;
	readonly waitingPolicy: WaitingPolicy;
}

/** The settings of the node that every request takes over, as n8n's engine has them for an item. */
type RequestOptions = Pick<
	DeclarativeRestApiSettings.HttpRequestOptions,
	'proxy' | 'timeout' | 'skipSslCertificateValidation' | 'allowedDomains'
>;

/** What is aborted when the execution is stopped; undefined where nothing is executed, as for a list in the editor. */
export const cancelSignalOf = (context: RequestContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * The connection of a context.
 *
 * @param requestOptions the user's own settings
 * @param baseUrl what the credential has
 */
export function connect(
	context: RequestContext,
	requestOptions: RequestOptions,
	baseUrl: unknown,
	waitingPolicy: WaitingPolicy,
): Result<Connection, InvalidInput> {
	const endpoint = checkBaseUrl(baseUrl);
	if (!endpoint.ok) return endpoint;
	const timeout = checkTimeout(requestOptions.timeout);
	if (!timeout.ok) return timeout;
	return ok({
		context,
		endpoint: endpoint.value,
		settings: {
			...(requestOptions.proxy !== undefined && { proxy: requestOptions.proxy }),
			timeout: timeout.value,
			skipSslCertificateValidation: requestOptions.skipSslCertificateValidation === true,
		},
		// The host of the credential's own base URL is always allowed.
		allowedDomains: requestOptions.allowedDomains && `${endpoint.value.hostname}, ${requestOptions.allowedDomains}`,
		signal: cancelSignalOf(context),
		waitingPolicy,
	});
}

/** The time limit of a request in milliseconds. n8n has put its default in place of an empty field and of 0. */
function checkTimeout(written: unknown): Result<number, InvalidInput> {
	if (written === undefined) return ok(REQUEST_TIMEOUT_MS);
	const ms = toNumber(written);
	return ms === undefined || ms <= 0
		? invalid(
				'Timeout',
				`is ${formatValue(written)}, which is not a time in milliseconds`,
				'Enter a number such as 60000 under "Request Options" in the node\'s settings.',
			)
		: ok(Math.min(ms, MAX_TIMEOUT_MS));
}

/**
 * A connection whose requests do not wait beyond a time, nor are sent again after it.
 *
 * @param time in ISO 8601
 */
export const waitingUntil = (connection: Connection, time: string): Connection => ({
	...connection,
	waitingPolicy: { ...connection.waitingPolicy, endsAt: Date.parse(time) },
});
