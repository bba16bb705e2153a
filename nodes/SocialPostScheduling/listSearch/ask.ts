import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { toNodeError, type toOptionsError } from '../errors/nodeError';
import { connect, CREDENTIAL_TYPE } from '../transport/connection';
import type { Failure } from '../transport/failure';
import { callService } from '../transport/graphql';
import type { GraphQlRequest } from '../transport/request';
import { INTERACTIVE } from '../transport/retry';
import { field, textField } from '../utils/json';
import { type InvalidInput, invalid, ok, type Result } from '../utils/result';

/** How long a person waits for a list, in milliseconds, where the node has no time limit of its own. */
const LIST_TIMEOUT_MS = 15_000;

/**
 * Sends a request of a list in the editor, with the credential and the request options of the node.
 *
 * @param toError makes the error that says what is wrong: the editor shows it in the place of the list
 * @throws that error
 */
export async function ask<T>(
	context: ILoadOptionsFunctions,
	request: GraphQlRequest<T>,
	variables: IDataObject,
	toError: typeof toNodeError | typeof toOptionsError = toNodeError,
): Promise<T> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const fail = (failure: Failure) =>
		toError(failure, request, { node: context.getNode(), apiKey: textField(credential, 'apiKey') ?? '' });

	const settings = settingsIn(context.getNode().parameters.requestOptions);
	if (!settings.ok) throw fail({ kind: 'invalidInput', problem: settings.error });
	const connection = connect(context, settings.value, credential.baseUrl, INTERACTIVE);
	if (!connection.ok) throw fail({ kind: 'invalidInput', problem: connection.error });
	const outcome = await callService(connection.value, request, variables);
	if (!outcome.ok) throw fail(outcome.error);
	return outcome.value;
}

/** The request options of the node. Expressions have no value in the editor: such a proxy is left out. */
function settingsIn(options: unknown): Result<Parameters<typeof connect>[1], InvalidInput> {
	const timeout = field(options, 'timeout');
	const proxy = proxyIn(textField(options, 'proxy') ?? '');
	if (!proxy.ok) return proxy;
	return ok({
		timeout: typeof timeout === 'number' ? timeout : LIST_TIMEOUT_MS,
		skipSslCertificateValidation: field(options, 'allowUnauthorizedCerts') === true,
		...(proxy.value !== undefined && { proxy: proxy.value }),
	});
}

/** The ports of addresses that name none. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function proxyIn(written: string): Result<IHttpRequestOptions['proxy'], InvalidInput> {
	if (written.trim() === '' || written.startsWith('=')) return ok(undefined);
	const address = URL.canParse(written) ? new URL(written) : undefined;
	const port = Number(address?.port) || DEFAULT_PORTS[address?.protocol ?? ''];
	if (address === undefined || address.hostname === '' || port === undefined) {
		return invalid(
			'Proxy',
			'is not an address',
			'Enter one such as http://proxy.example.com:8080 under "Request Options".',
		);
	}
	const { protocol, hostname, username, password } = address;
	const auth = username === '' ? {} : { auth: { username: decoded(username), password: decoded(password) } };
	return ok({ protocol: protocol.replace(/:$/, ''), host: hostname, port, ...auth });
}

/** Percent signs that encode nothing stand for themselves. */
const decoded = (part: string): string => part.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
