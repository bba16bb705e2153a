/** The nodes that the measured workflows are made of. */
import { name as packageName } from '../../package.json';
import type { JsonObject } from '../../scripts/lib/json';
import { CREDENTIAL_TYPE } from '../../scripts/lib/workflows';
import type { Node } from './build';

/** A saved credential, as a node refers to it. */
export interface CredentialReference extends JsonObject {
	readonly id: string;
	readonly name: string;
}

/** Reads files from disk into n8n's own store. */
export function readFiles(pattern: string): Node {
	const parameters = { fileSelector: pattern, options: {} };
	return { name: 'Read', type: 'n8n-nodes-base.readWriteFile', version: 1.1, parameters };
}

/** Our Upload Binary. */
export function uploadBinary(credential: CredentialReference, options: JsonObject = {}, from = packageName): Node {
	return {
		name: 'Upload',
		type: `${from}.socialPostScheduling`,
		version: 1,
		parameters: {
			resource: 'media',
			operation: 'uploadBinary',
			binaryPropertyName: 'data',
			additionalFields: {},
			options,
		},
		credentials: { [CREDENTIAL_TYPE]: credential },
	};
}

/** What a post of an item says where nothing else is wanted: the item's own text. */
const OWN_TEXT = { text: '={{ $json.text }}', media: {} };

/** Our Schedule, with one tweet for each item. */
export function schedule(credential: CredentialReference, postAt: string, tweet: JsonObject = OWN_TEXT): Node {
	return {
		name: 'Schedule',
		type: `${packageName}.socialPostScheduling`,
		version: 1,
		parameters: {
			resource: 'tweet',
			operation: 'schedule',
			username: { __rl: true, mode: 'name', value: 'bench' },
			postAt,
			thread: { tweet: [tweet] },
		},
		credentials: { [CREDENTIAL_TYPE]: credential },
	};
}

/** n8n's own HTTP Request. */
export function httpRequest(name: string, parameters: JsonObject, key?: CredentialReference): Node {
	const authenticated = { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', ...parameters };
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		version: 4.2,
		parameters: key === undefined ? parameters : authenticated,
		...(key !== undefined && { credentials: { httpHeaderAuth: key } }),
	};
}

/** A GraphQL request as a person writes it into HTTP Request: a POST with a JSON body. */
export function graphQlRequest(
	name: string,
	{
		baseUrl,
		key,
		body,
		options = {},
	}: { baseUrl: string; key: CredentialReference; body: string; options?: JsonObject },
): Node {
	const json = { sendBody: true, specifyBody: 'json', jsonBody: body };
	return httpRequest(name, { method: 'POST', url: `${baseUrl}/gql`, ...json, options }, key);
}
