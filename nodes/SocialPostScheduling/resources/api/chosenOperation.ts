import { type DocumentOperation, operationsOf } from '../../utils/graphqlOperations';
import { type InvalidInput, invalid, ok, type Result } from '../../utils/result';
import { formatValue } from '../../utils/values';

/** The operation of a document that is carried out. */
export interface ChosenOperation {
	/** Whether it may change something: for sure or because the document cannot be read. */
	readonly isMutation: boolean;
	/** As it is sent; null where there is none. */
	readonly operationName: string | null;
}

const DOCUMENT = 'Query';
const NAME = 'Operation Name';

/**
 * The operation that a document and a name mean. Where that is not sure, it counts as a mutation, and the service says what is wrong.
 *
 * @param name empty where none is entered
 */
export function chooseOperation(document: string, name: string): Result<ChosenOperation, InvalidInput> {
	if (document === '') return invalid(DOCUMENT, 'is empty', 'Enter a GraphQL query or mutation.');
	const operations = operationsOf(document);
	if (operations === null) return ok({ isMutation: true, operationName: name === '' ? null : name });
	const candidates = name === '' ? operations : operations.filter((operation) => operation.name === name);
	const [only] = candidates;
	if (operations.length === 0) return invalid(DOCUMENT, 'has no operation', 'Enter a GraphQL query or mutation.');
	if (only === undefined) return invalid(NAME, `is ${formatValue(name)}, which is not in Query`, namesOf(operations));
	if (name === '' && candidates.length > 1) {
		return invalid(NAME, 'is empty, and Query has several operations', namesOf(operations));
	}
	if (candidates.some(({ type }) => type === 'subscription')) {
		return invalid(DOCUMENT, 'is a subscription, which this node cannot send', 'Enter a query or a mutation.');
	}
	const isMutation = candidates.some(({ type }) => type !== 'query');
	return ok({ isMutation, operationName: only.name });
}

function namesOf(operations: readonly DocumentOperation[]): string {
	const names = operations.flatMap(({ name }) => name ?? []);
	return names.length === 0 ? 'Leave it empty.' : `Enter one of them: ${names.join(', ')}.`;
}
