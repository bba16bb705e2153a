import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { toNodeError } from '../errors/nodeError';
import { connect, CREDENTIAL_TYPE } from '../transport/connection';
import type { Failure } from '../transport/failure';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import { INTERACTIVE } from '../transport/retry';
import { field, textField } from '../utils/json';

/** How long a person waits for a list, in milliseconds, where the node has no time limit of its own. */
const LIST_TIMEOUT_MS = 15_000;

/**
 * Sends a request of a list in the editor, with the credential and the request options of the node.
 *
 * @throws NodeApiError that says what is wrong: the editor shows it in the place of the list
 */
export async function ask<T>(
	context: ILoadOptionsFunctions,
	request: GraphQlRequest<T>,
	variables: IDataObject,
): Promise<T> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const fail = (failure: Failure) =>
		toNodeError(failure, request, { node: context.getNode(), apiKey: textField(credential, 'apiKey') ?? '' });

	const options = context.getNode().parameters.requestOptions;
	const connection = connect(context, settingsIn(options), credential.baseUrl, INTERACTIVE);
	if (!connection.ok) throw fail({ kind: 'invalidInput', problem: connection.error });
	const outcome = await callService(connection.value, request, variables);
	if (!outcome.ok) throw fail(outcome.error);
	return outcome.value;
}

/** The request options of the node as n8n's engine reads them for an item. Expressions have no value in the editor. */
function settingsIn(options: unknown): Parameters<typeof connect>[1] {
	const timeout = field(options, 'timeout');
	const proxy = proxyIn(textField(options, 'proxy') ?? '');
	return {
		timeout: typeof timeout === 'number' ? timeout : LIST_TIMEOUT_MS,
		skipSslCertificateValidation: field(options, 'allowUnauthorizedCerts') === true,
		...(proxy !== undefined && { proxy }),
	};
}

function proxyIn(address: string): IHttpRequestOptions['proxy'] {
	if (!URL.canParse(address)) return undefined;
	const { protocol, hostname, port, username, password } = new URL(address);
	const auth =
		username === '' ? {} : { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } };
	return { protocol: protocol.replace(/:$/, ''), host: hostname, port: Number(port), ...auth };
}
