import { Kind, valueFromASTUntyped } from 'graphql';
import type { DocumentNode, FieldNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { CALL_KINDS } from '../calls';
import type { CallKind } from '../calls';
import { BadInput } from '../parse';
import type { Fields } from '../parse';
import type { ApiRequest } from './body';
import { parseDocument } from './document';

/** What the log and the fault rules know of an API call. */
export interface ApiCall {
	readonly kind: CallKind;
	readonly operationName: string | null;
	readonly variables: Fields | null;
	/** The key under which `data` of the answer holds the result. */
	readonly responseKey: string;
	/** The upload session that the call names, if it does. */
	readonly uploadToken: string | undefined;
}

/** A call that asks for nothing recognisable. */
const UNREADABLE: ApiCall = {
	kind: 'other',
	operationName: null,
	variables: null,
	responseKey: 'data',
	uploadToken: undefined,
};

/** Tells what is asked for, without judging it. A document with several fields counts as a call of its first one. */
export function describeCall(asked: ApiRequest | BadInput): ApiCall {
	if (asked instanceof BadInput) return UNREADABLE;
	const { query, operationName, variables } = asked;
	const document = readDocument(query);
	const field = document && firstField(document, operationName);
	if (!field) return { ...UNREADABLE, operationName, variables };
	return {
		kind: CALL_KINDS.find((name) => name === field.name.value && name !== 'put') ?? 'other',
		operationName,
		variables,
		responseKey: (field.alias ?? field.name).value,
		uploadToken: argument(field, 'uploadToken', variables ?? {}),
	};
}

function readDocument(query: string): DocumentNode | undefined {
	try {
		return parseDocument(query);
	} catch {
		return undefined;
	}
}

/** The first field of the operation that asks for something of the service: `__typename` is about the schema. */
function firstField(document: DocumentNode, operationName: string | null): FieldNode | undefined {
	for (const definition of document.definitions) {
		if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
		if (operationName !== null && definition.name?.value !== operationName) continue;
		const fields = [...rootFields(document, definition.selectionSet, new Set())];
		return fields.find(({ name }) => !name.value.startsWith('__')) ?? fields[0];
	}
	return undefined;
}

/** The fields of a selection in the order of the document, with those of its fragments. */
function* rootFields(
	document: DocumentNode,
	{ selections }: SelectionSetNode,
	spread: Set<string>,
): Generator<FieldNode> {
	for (const selection of selections) {
		if (selection.kind === Kind.FIELD) yield selection;
		else if (selection.kind === Kind.INLINE_FRAGMENT) yield* rootFields(document, selection.selectionSet, spread);
		else if (!spread.has(selection.name.value)) {
			spread.add(selection.name.value);
			const fragment = fragmentOf(document, selection.name.value);
			if (fragment) yield* rootFields(document, fragment.selectionSet, spread);
		}
	}
}

function fragmentOf({ definitions }: DocumentNode, wanted: string): FragmentDefinitionNode | undefined {
	return definitions.find(
		(definition): definition is FragmentDefinitionNode =>
			definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === wanted,
	);
}

function argument(field: FieldNode, name: string, variables: Fields): string | undefined {
	const node = field.arguments?.find((candidate) => candidate.name.value === name);
	const value = node && valueFromASTUntyped(node.value, variables);
	return typeof value === 'string' ? value : undefined;
}
