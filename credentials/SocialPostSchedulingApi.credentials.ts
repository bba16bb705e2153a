import type {
	Icon,
	IAuthenticateRuleBase,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { withApiKey } from '../nodes/SocialPostScheduling/transport/authenticate';

/** Statuses of a service, or of a network in front of it, that is in trouble; those from 520 on are a CDN's. */
const IN_TROUBLE = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530];

/** What the test says of a response without a profile, by its HTTP status. */
const BY_STATUS: Readonly<Record<number, string>> = {
	401: 'The API key was not accepted. It may be mistyped, expired, or replaced: a new key makes the old one invalid.',
	403: 'The account has no access to the API, the key belongs to another account, or a proxy or a firewall refused the request. Check the account in the settings of the service, then the network of n8n.',
	404: 'There is no API at this base URL. Check it: it must be the address of the API.',
	405: 'There is no API at this base URL. Check it: it must be the address of the API.',
	407: 'A proxy on the way asks for a sign-in. Check the proxy of n8n.',
	429: 'The request limit of the account is used up, so the key could not be tested. Wait up to 10 minutes and try again.',
	...Object.fromEntries(
		[301, 302, 303, 307, 308].map((status) => [
			status,
			'The base URL redirects to another address. Enter the address that it redirects to.',
		]),
	),
	...Object.fromEntries(
		IN_TROUBLE.map((status) => [status, `The service is having trouble (HTTP ${status}). Try again later.`]),
	),
};

/** What it says by the body, the first one that fits: a body is a text where it is not JSON. */
const BY_BODY = [
	{ key: '[0]', value: '<', message: 'The base URL is that of a web page. Enter the address of the API.' },
	{ key: 'length', value: 0, message: 'The response is empty. Check the base URL: it must be the address of the API.' },
	...[undefined, null].map((value) => ({
		key: 'data.profile.id',
		value,
		message:
			'The service did not return a profile. Check the base URL, the API key, and that the account has access to the API.',
	})),
];

/** Both kinds of rules in one list, as n8n reads them; its type allows only one kind. */
function rulesOfTest(): IAuthenticateRuleResponseCode[] {
	const byStatus = Object.entries(BY_STATUS).map(
		([status, message]): IAuthenticateRuleResponseCode => ({
			type: 'responseCode',
			properties: { value: Number(status), message },
		}),
	);
	const byBody = BY_BODY.map(
		(properties): IAuthenticateRuleResponseSuccessBody => ({ type: 'responseSuccessBody', properties }),
	);
	const rules: IAuthenticateRuleBase[] = byStatus;
	rules.push(...byBody);
	return byStatus;
}

export class SocialPostSchedulingApi implements ICredentialType {
	name = 'socialPostSchedulingApi';

	displayName = 'Social Post Scheduling API';

	documentationUrl = 'https://github.com/example/n8n-nodes-social-post-scheduling#credentials';

	icon: Icon = {
		light: 'file:../icons/socialPostScheduling.svg',
		dark: 'file:../icons/socialPostScheduling.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'Create it in the account settings of the service, in the part about the API. A new key makes the old one invalid.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the API of the service. It must be https, except on this machine and in private networks.',
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return withApiKey(credentials, request);
	}

	/**
	 * Green only with a profile. The address is left empty: `authenticate` puts in the one that the node uses, so that both agree on
	 * every base URL. Only the statuses that have a text of their own are thrown, and read by the rules.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '',
			method: 'POST',
			json: true,
			ignoreHttpStatusErrors: { ignore: true, except: Object.keys(BY_STATUS).map(Number) },
			disableFollowRedirect: true,
			body: { query: 'query TestCredential { profile { id } }' },
		},
		rules: rulesOfTest(),
	};
}
