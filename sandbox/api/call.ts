import { Kind, parse, valueFromASTUntyped } from 'graphql';
import type { DocumentNode, FieldNode, OperationDefinitionNode } from 'graphql';
import { CALL_KINDS } from '../calls';
import type { CallKind } from '../calls';
import { isFields } from '../parse';
import type { Fields } from '../parse';

/** What an API call asks for, read from its body without judging it. */
export interface ApiCall {
	readonly kind: CallKind;
	readonly operationName: string | null;
	readonly variables: unknown;
	/** The key under which `data` of the answer holds the result. */
	readonly responseKey: string;
	/** The upload session that the call names, if it does. */
	readonly uploadToken: string | undefined;
}

/** A body that asks for nothing recognisable. */
const UNREADABLE: ApiCall = {
	kind: 'other',
	operationName: null,
	variables: null,
	responseKey: 'data',
	uploadToken: undefined,
};

/** Reads the body of an API call. A document with several fields counts as a call of its first one. */
export function describeCall(body: string): ApiCall {
	const request = readJson(body);
	if (!isFields(request) || typeof request.query !== 'string') return UNREADABLE;
	const operationName = typeof request.operationName === 'string' ? request.operationName : null;
	const variables = request.variables ?? null;
	const field = firstField(request.query, operationName);
	if (!field) return { ...UNREADABLE, operationName, variables };
	const kind = CALL_KINDS.find((name) => name === field.name.value && name !== 'put') ?? 'other';
	return {
		kind,
		operationName,
		variables,
		responseKey: (field.alias ?? field.name).value,
		uploadToken: argument(field, 'uploadToken', isFields(variables) ? variables : {}),
	};
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readDocument(query: string): DocumentNode | undefined {
	try {
		return parse(query, { noLocation: true });
	} catch {
		return undefined;
	}
}

function firstField(query: string, operationName: string | null): FieldNode | undefined {
	const operations = readDocument(query)?.definitions.filter(
		(definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
	);
	const operation = operations?.find(({ name }) => operationName === null || name?.value === operationName);
	return operation?.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
}

function argument(field: FieldNode, name: string, variables: Fields): string | undefined {
	const node = field.arguments?.find((candidate) => candidate.name.value === name);
	const value = node && valueFromASTUntyped(node.value, variables);
	return typeof value === 'string' ? value : undefined;
}
