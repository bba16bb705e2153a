import { type Result, type InvalidInput, invalid, ok } from '../utils/result';

const FIELD = 'Base URL of the credential';

/** The path of the service's one endpoint under the base URL (service API, section 1). */
const ENDPOINT_PATH = '/gql';

/** What people paste of it, and how most services call it. */
const ENDPOINT_NAMES: readonly (string | undefined)[] = ['gql', 'graphql'];

/** Addresses that never leave the machine or its own network: loopback, private and link-local ranges (RFC 1918, 4193, 3927). */
const PRIVATE_IPV4 = /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/;
const PRIVATE_IPV6 = /^\[(::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;
const LOCAL_NAME = /^([^.]+|.*\.(local|localhost|internal|lan|home\.arpa))$/;

/**
 * Whether a host is this machine or one beside it. Only there may the key travel over plain http: a sandbox or a
 * container next to n8n.
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase();
	if (/^[\d.]+$/.test(host)) return PRIVATE_IPV4.test(host);
	return host.startsWith('[') ? PRIVATE_IPV6.test(host) : LOCAL_NAME.test(host);
}

/**
 * The address of the endpoint for a base URL as people paste it: with or without a slash at the end, or with `/gql` or `/graphql`
 * already there. What is no address is never repeated: it may be the key.
 */
export function checkBaseUrl(written: unknown): Result<URL, InvalidInput> {
	const text = typeof written === 'string' ? written.trim() : '';
	if (text === '') return invalid(FIELD, 'is empty', 'Open the credential and enter the address of the service.');
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
	if (url.protocol === 'http:' && !isLocalHost(url.hostname)) {
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
