import type { IDataObject, ILoadOptionsFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { toNodeError, type toOptionsError } from '../errors/nodeError';
import { toInputError } from '../errors/refuse';
import type { Failure } from '../transport/failure';
import { callService } from '../transport/graphql';
import { connectNode } from '../transport/nodeConnection';
import type { GraphQlRequest } from '../transport/request';
import { INTERACTIVE } from '../transport/retry';
import type { InvalidInput } from '../utils/result';

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
	const { connection, readApiKeys } = await connectNode(context, INTERACTIVE);
	const fail = async (failure: Failure) =>
		toError(failure, request, { node: context.getNode(), apiKeys: await readApiKeys() });
	if (!connection.ok) throw await fail({ kind: 'invalidInput', problem: connection.error });
	const outcome = await callService(connection.value, request, variables);
	if (!outcome.ok) throw await fail(outcome.error);
	return outcome.value;
}

/** What is wrong before anything is asked, as the editor shows it in the place of the list. */
export async function refuseList(
	context: ILoadOptionsFunctions,
	problem: InvalidInput,
): Promise<NodeApiError | NodeOperationError> {
	const { readApiKeys } = await connectNode(context, INTERACTIVE);
	return toInputError(problem, { node: context.getNode(), apiKeys: await readApiKeys() });
}
