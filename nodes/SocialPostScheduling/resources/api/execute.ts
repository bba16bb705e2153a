import { redactorOfKeysInData } from '../../errors/redact';
import { apiKeysOf } from '../../execution/credential';
import { createItemHandler } from '../../execution/itemHandler';
import type { ItemResult } from '../../execution/itemResult';
import type { Item } from '../../execution/operation';
import type { Failure } from '../../transport/failure';
import { callService } from '../../transport/graphql';
import { readPayloads } from '../../transport/payloads';
import { readData, type Reply } from '../../transport/reply';
import type { GraphQlRequest } from '../../transport/request';
import { tokensOfOperation } from '../../utils/graphqlOperations';
import { field, type JsonRecord, mapTexts } from '../../utils/json';
import { err, type Result } from '../../utils/result';
import type { OperationDefinition } from '../definition';
import { notePostsChanged } from '../post/lookup/findPost';
import { itemsOf, valueAt } from './dataPath';
import { keep, ONCE, sayHowToGetResult } from './once';
import { MUTATION, QUERY } from './requests';
import { fields, readValues, type Values } from './fields';

export const execute: OperationDefinition = {
	name: 'Execute GraphQL',
	value: 'execute',
	action: 'Execute GraphQL request',
	description: 'Send any GraphQL query or mutation to the service',
	fields,
	requests: [QUERY, MUTATION],
	handler: createItemHandler<Values>({
		request: MUTATION,
		requestOf: ({ isMutation }) => (isMutation ? MUTATION : QUERY),
		// Mutations keep the order of the items.
		concurrency: 1,
		pastTense: 'executed',
		once: ONCE,
		validate: ({ functions }) => readValues(functions),
		execute: send,
	}),
};

async function send({ functions, connection }: Item, values: Values): Promise<ItemResult> {
	const { document, variables, operationName, isMutation, dataPath } = values;
	const request: GraphQlRequest<JsonRecord> = {
		...(isMutation ? MUTATION : QUERY),
		document,
		operationName,
		read: readNonEmpty(
			isMutation ? (reply) => readPayloads(reply, tokensOfOperation(document, operationName)) : readData,
		),
	};
	const data = await callService(connection, request, variables);
	// What it has changed is not known here.
	if (isMutation) notePostsChanged(connection);
	if (!data.ok) return { ok: false, request, failure: data.error };
	const redactKeys = redactorOfKeysInData(await apiKeysOf(functions));
	const safe = mapTexts(data.value, redactKeys);
	const value = valueAt(safe, dataPath);
	if (value.ok) return { ok: true, output: itemsOf(value.value) };
	const failure = value.error;
	if (!isMutation) return { ok: false, request: { ...request, failed: withoutResult('query') }, failure };
	// Without "success", as under another name, a refusal looks the same.
	if (!Object.values(data.value).some((payload) => field(payload, 'success') === true))
		return { ok: false, request, failure: { ...failure, uncertain: true } };
	return {
		ok: false,
		request: { ...request, failed: withoutResult('mutation') },
		failure,
		hints: [sayHowToGetResult(functions)],
		done: keep(itemsOf(safe), ''),
	};
}

const withoutResult = (what: string): string => `The ${what} was executed, but its result was not found`;

/** Data without any field show nothing of what was done. */
const readNonEmpty =
	(read: (reply: Reply) => Result<JsonRecord, Failure>) =>
	(reply: Reply): Result<JsonRecord, Failure> => {
		const data = read(reply);
		const isEmpty = data.ok && Object.keys(data.value).length === 0;
		return isEmpty ? err({ kind: 'unexpectedResponse', missing: 'data' }) : data;
	};
