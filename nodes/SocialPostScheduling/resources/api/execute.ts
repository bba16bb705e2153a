import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { causeOf } from '../../errors/errorMessages';
import { redactorOfKeyInData } from '../../errors/redact';
import { apiKeyOf } from '../../execution/account';
import { createItemHandler } from '../../execution/itemHandler';
import type { ItemResult } from '../../execution/itemResult';
import type { Item, Once } from '../../execution/operation';
import type { Failure } from '../../transport/failure';
import { hasRetry } from '../../execution/tool';
import type { StoredResult } from '../../execution/storedResult';
import { callService } from '../../transport/graphql';
import { readData, readPayloads, type Reply } from '../../transport/reply';
import type { GraphQlRequest, RequestInfo } from '../../transport/request';
import { tokensOf } from '../../utils/graphqlTokens';
import { type JsonObject, type JsonRecord, type JsonValue, mapTexts, parseJson } from '../../utils/json';
import { err, type InvalidInput, ok, type Result } from '../../utils/result';
import { readJsonObject } from '../../validation/jsonObject';
import { readCollection, readText } from '../../validation/parameters';
import type { OperationDefinition } from '../definition';
import { sayWhichWorkflow } from '../retriedExecution';
import { chooseOperation, type ChosenOperation } from './chosenOperation';
import { itemsOf, valueAt } from './dataPath';

const fields: INodeProperties[] = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		typeOptions: { rows: 6 },
		required: true,
		default: '',
		placeholder: 'e.g. query { profile { username email } }',
		description:
			'The GraphQL query or mutation. For values that change, declare variables here, and set them in Variables.',
		hint: 'In a mutation, ask for "success" and "errors": they tell whether it was done.',
	},
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. {"limit": 10}',
		description: 'The values of the variables, as a JSON object. An expression may give an object.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Data Path',
				name: 'dataPath',
				type: 'string',
				default: '',
				placeholder: 'e.g. media.objects',
				description:
					'Which part of the data to return, with dots between the names. A list gives one item for each entry.',
			},
			{
				displayName: 'Operation Name',
				name: 'operationName',
				type: 'string',
				default: '',
				placeholder: 'e.g. GetProfile',
				description: 'Which operation to execute, if Query has several',
			},
		],
	},
];

const ENTERED = '"Query" or "Variables"';

const QUERY = {
	name: 'query',
	retryClass: 'safe',
	failed: 'The query was not executed',
	entered: ENTERED,
} as const satisfies RequestInfo;

const MUTATION = {
	name: 'mutation',
	retryClass: 'nonIdempotent',
	failed: 'The mutation was not executed',
	entered: ENTERED,
	doubt: {
		uncertain: 'The mutation may have been executed',
		advice: 'Check in the service before you run this again: sending it again could do it twice.',
	},
} as const satisfies RequestInfo;

interface Values extends ChosenOperation {
	readonly document: string;
	readonly variables: JsonObject;
	readonly dataPath: string;
}

/** The longest result of a mutation that is remembered, in characters: n8n stores it with the execution, once more. */
const MAX_REMEMBERED = 1_000;

/**
 * A mutation is the same where its document, however it is written, its variables and its operation are. What the service does with
 * it is not known, so it counts as something that must not happen twice. A query may be sent any number of times.
 */
const ONCE: Once<Values> = {
	key: ({ isMutation, document, variables, operationName }) =>
		isMutation ? { identity: [tokensOf(document) ?? document, variables, operationName], details: null } : undefined,
	changes: 'its document or its variables change',
	reuse: {
		keep: (output, { dataPath }) => keep(output, dataPath),
		restore: (values, result) => {
			const known = recall(values, result);
			return itemsOf(known?.ok ? known.value : {}).map((item) => ({ ...item, alreadyExecuted: true }));
		},
		refuse: ({ functions }, result, values) => {
			const known = recall(values, result);
			if (known === undefined || known.ok) return undefined;
			const { what, description } = causeOf(known.error, MUTATION);
			return {
				field: 'The mutation',
				problem: `was executed before, but ${what}`,
				advice: `${description} ${sayHowToGoOn(functions)}`,
			};
		},
	},
};

/** What is remembered of the items that a mutation gave at a path. */
function keep(output: readonly IDataObject[], dataPath: string): StoredResult {
	const result = JSON.stringify(output);
	return result.length > MAX_REMEMBERED ? {} : { dataPath, result };
}

/** What a mutation that was executed before has given at the path that is wanted now; undefined where that is not remembered. */
function recall(
	{ dataPath }: Values,
	{ dataPath: from, result = '' }: StoredResult,
): Result<JsonValue, Failure> | undefined {
	const known = parseJson(result);
	if (known === undefined || from === dataPath) return known === undefined ? undefined : ok(known);
	const [data] = from === '' && Array.isArray(known) ? known : [];
	return data === undefined ? undefined : valueAt(data, dataPath);
}

/** How a person gets on who has corrected "Data Path". */
function sayHowToGoOn(functions: IExecutePaginationFunctions): string {
	if (!hasRetry(functions)) return 'Do not send the mutation again: a new execution would execute it twice.';
	const which = sayWhichWorkflow(functions);
	const others = which === '' ? 'A new execution' : '"Retry" of the workflow that called this one';
	return `Change nothing else, and use "Retry with currently saved workflow" in the list of executions${which}: the mutation is not executed again, and its result is given if it is not too long. ${others} executes it again.`;
}

export const execute: OperationDefinition = {
	name: 'Execute GraphQL',
	value: 'execute',
	action: 'Execute GraphQL request',
	description: 'Send any GraphQL query or mutation to the service',
	fields,
	requests: [QUERY, MUTATION],
	handler: createItemHandler<Values>({
		request: MUTATION,
		// Mutations keep the order of the items.
		concurrency: 1,
		pastTense: 'executed',
		once: ONCE,
		validate: ({ functions }) => readValues(functions),
		execute: send,
	}),
};

function readValues(functions: IExecutePaginationFunctions): Result<Values, InvalidInput> {
	const document = readText(functions.getNodeParameter('query', ''), 'Query');
	if (!document.ok) return document;
	const variables = readJsonObject(functions.getNodeParameter('variables', {}), 'Variables');
	if (!variables.ok) return variables;
	const options = readCollection(functions.getNodeParameter('options', {}), 'Options');
	if (!options.ok) return options;
	const operationName = readText(options.value.operationName, 'Operation Name');
	if (!operationName.ok) return operationName;
	const dataPath = readText(options.value.dataPath, 'Data Path');
	if (!dataPath.ok) return dataPath;
	const chosen = chooseOperation(document.value, operationName.value);
	if (!chosen.ok) return chosen;
	return ok({
		...chosen.value,
		document: document.value,
		variables: variables.value,
		dataPath: dataPath.value,
	});
}

async function send({ functions, connection }: Item, values: Values): Promise<ItemResult> {
	const { document, variables, operationName, isMutation, dataPath } = values;
	const request: GraphQlRequest<JsonRecord> = {
		...(isMutation ? MUTATION : QUERY),
		document,
		operationName,
		read: readNonEmpty(isMutation ? (reply) => readPayloads(reply, asksForSuccess(document)) : readData),
	};
	const data = await callService(connection, request, variables);
	if (!data.ok) return { ok: false, request, failure: data.error };
	const redactKey = redactorOfKeyInData(await apiKeyOf(functions));
	const safe = mapTexts(data.value, redactKey);
	const value = valueAt(safe, dataPath);
	if (value.ok) return { ok: true, output: itemsOf(value.value) };
	const failure = value.error;
	if (!isMutation) return { ok: false, request: { ...request, failed: withoutResult('query') }, failure };
	// Without "success", a refusal looks the same.
	if (!asksForSuccess(document)) return { ok: false, request, failure: { ...failure, uncertain: true } };
	return {
		ok: false,
		request: { ...request, failed: withoutResult('mutation') },
		failure,
		hints: [sayHowToGoOn(functions)],
		done: keep(itemsOf(safe), ''),
	};
}

const withoutResult = (what: string): string => `The ${what} was executed, but its result was not found`;

const asksForSuccess = (document: string): boolean => tokensOf(document)?.includes('success') === true;

/** Data without any field show nothing of what was done. */
const readNonEmpty =
	(read: (reply: Reply) => Result<JsonRecord, Failure>) =>
	(reply: Reply): Result<JsonRecord, Failure> => {
		const data = read(reply);
		const isEmpty = data.ok && Object.keys(data.value).length === 0;
		return isEmpty ? err({ kind: 'unexpectedResponse', missing: 'data' }) : data;
	};
