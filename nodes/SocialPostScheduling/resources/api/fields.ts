import type { IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';
import { stableValues } from '../../execution/stableValues';
import type { JsonObject } from '../../utils/json';
import { type InvalidInput, ok, type Result } from '../../utils/result';
import { readJsonObject } from '../../validation/jsonObject';
import { readCollection, readOptional, readText } from '../../validation/parameters';
import { chooseOperation, type ChosenOperation } from './chosenOperation';

/** The name of the field for the document. */
const QUERY = 'query';

const variablesField: INodeProperties = {
	displayName: 'Variables',
	name: 'variables',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"limit": 10}',
	description: 'The values of the variables, as a JSON object. An expression may return an object.',
};

const options: INodeProperties = {
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
};

export const fields: INodeProperties[] = [
	{
		displayName: 'Query',
		name: QUERY,
		type: 'string',
		typeOptions: { rows: 6 },
		required: true,
		default: '',
		placeholder: 'e.g. query { profile { username email } }',
		description:
			'The GraphQL query or mutation. For values that change, declare variables here, and set them in Variables.',
		hint: 'In a mutation, ask for "success" and "errors": they tell whether it was done.',
	},
	variablesField,
	options,
];

/** What a person has entered, read and checked. */
export interface Values extends ChosenOperation {
	readonly document: string;
	readonly variables: JsonObject;
	readonly dataPath: string;
	/** Of a mutation: what Query and Variables give in a retry as well, where one of them gives another value in each execution. */
	readonly stable: readonly unknown[] | undefined;
	/** What stands in Query: an expression, or the document. */
	readonly query: unknown;
}

export function readValues(functions: IExecutePaginationFunctions): Result<Values, InvalidInput> {
	const document = readText(functions.getNodeParameter(QUERY, ''), 'Query');
	if (!document.ok) return document;
	const writtenVariables = readOptional(functions.getNodeParameter(variablesField.name, {}), variablesField);
	if (!writtenVariables.ok) return writtenVariables;
	const variables = readJsonObject(writtenVariables.value, variablesField.displayName);
	if (!variables.ok) return variables;
	const writtenOptions = readCollection(functions.getNodeParameter(options.name, {}), options);
	if (!writtenOptions.ok) return writtenOptions;
	const operationName = readText(writtenOptions.value.operationName, 'Operation Name');
	if (!operationName.ok) return operationName;
	const dataPath = readText(writtenOptions.value.dataPath, 'Data Path');
	if (!dataPath.ok) return dataPath;
	const chosen = chooseOperation(document.value, operationName.value);
	if (!chosen.ok) return chosen;
	const { parameters } = functions.getNode();
	const written = chosen.value.isMutation ? [parameters[QUERY], parameters[variablesField.name]] : [];
	return ok({
		...chosen.value,
		document: document.value,
		variables: variables.value,
		dataPath: dataPath.value,
		query: parameters[QUERY],
		stable: stableValues(functions, written),
	});
}
