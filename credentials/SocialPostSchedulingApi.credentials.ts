import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { withApiKey } from '../nodes/SocialPostScheduling/transport/authenticate';

/** What the test says whenever no profile came back, whatever the service answered instead. */
const NO_PROFILE =
	'No profile came back. Check the API key (mistyped, expired, or replaced by a newer one), that the account has access to the API, and the base URL.';

export class SocialPostSchedulingApi implements ICredentialType {
	name = 'socialPostSchedulingApi';

	displayName = 'Social Post Scheduling API';

	documentationUrl = 'https://github.com/example/n8n-nodes-social-post-scheduling#credential';

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
			placeholder: 'https://api.example.com',
			description:
				'Address of the API of the service, without /gql. It must be https, except on this machine and in private networks.',
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return withApiKey(credentials, request);
	}

	/**
	 * Green only with a profile. Statuses are not thrown, so that a wrong key, no access, a web page and a 200 with errors
	 * all end at the rule below and its text, where n8n would say no more than "Unauthorized".
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/gql$/, "") }}',
			url: '/gql',
			method: 'POST',
			json: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			body: { query: 'query TestCredential { profile { id } }' },
		},
		// The path is undefined without a profile, and null where the service gives a profile without an id.
		rules: [undefined, null].map((value) => ({
			type: 'responseSuccessBody',
			properties: { key: 'data.profile.id', value, message: NO_PROFILE },
		})),
	};
}
