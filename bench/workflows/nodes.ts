/** The nodes that the measured workflows are made of. */
import type { JsonObject } from '../../scripts/lib/json';
import { node, type Node } from '../../scripts/lib/workflow-builder';
import type { CredentialReference } from '../../scripts/lib/workflows';

/** n8n's own HTTP Request. */
export function httpRequest(name: string, parameters: JsonObject, key?: CredentialReference): Node {
	const type = 'n8n-nodes-base.httpRequest';
	if (key === undefined) return node(name, type, 4.2, parameters);
	const authenticated = { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', ...parameters };
	return node(name, type, 4.2, authenticated, { credentials: { httpHeaderAuth: key } });
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
