import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { causeOf } from '../../errors/errorMessages';
import type { Once } from '../../execution/operation';
import { EXPRESSION } from '../../execution/stableValues';
import type { StoredResult } from '../../execution/idempotency/storedResult';
import { hasRetry } from '../../execution/tool';
import type { Failure } from '../../transport/failure';
import { type JsonValue, parseJson } from '../../utils/json';
import { ok, type Result } from '../../utils/result';
import { sayWhichWorkflow } from '../../execution/retryAdvice';
import { isExpression } from '../../utils/values';
import { asExecuted, asRead } from './asExecuted';
import { itemsOf, valueAt } from './dataPath';
import { MUTATION } from './requests';
import type { Values } from './fields';

/** The longest result of a mutation that is remembered, in characters: n8n stores it with the execution, once more. */
const MAX_REMEMBERED = 1_000;

/**
 * A mutation is the same where its document, however it is written, its variables and its operation are; in a retry, the one of the same item
 * is the same where its document is. What the service does with it is not known, so it counts as something that
 * must not happen twice. A query may be sent any number of times.
 */
export const ONCE: Once<Values> = {
	key: (values) =>
		values.isMutation
			? {
					identity: [...asExecuted(values), values.operationName],
					inRetry: {
						beside: [documentOf(values), values.operationName],
						stable: values.stable && [...asRead(values.stable), values.operationName],
					},
					details: null,
				}
			: undefined,
	changes: 'its query or its operation name changes',
	reuse: {
		keep: (output, { dataPath }) => keep(output, dataPath),
		restore: (values, result) => {
			const known = recall(values, result);
			return itemsOf(known?.ok ? known.value : {}).map((item) => ({ ...item, alreadyExecuted: true }));
		},
		warningIfEqual: (item) => [
			`Item ${item} is the same mutation: this one was not executed. If it is meant to be another one, look for an expression that gives all items the same value, such as .first() in place of .item, and execute it alone in a new execution. For the next executions, give each item an operation name of its own, such as mutation Row{{ $json.id }}.`,
		],
		warningIfRewritten: () => [
			'This mutation was executed before, with other values than this item has now, and was not executed again. If it is to be executed with these as well, do that in a new execution, with this item alone.',
		],
		refuse: ({ functions }, result, values) => {
			const known = recall(values, result);
			if (known === undefined || known.ok) return undefined;
			const { what, description } = causeOf(known.error, MUTATION);
			return {
				field: 'The mutation',
				problem: `was executed before, but ${what}`,
				advice: `${description} ${sayHowToGetResult(functions)}`,
			};
		},
	},
};

/** The document as a person has written it: an expression may give another one in a retry, but for one that gives nothing but its own words. */
const documentOf = ({ document, query }: Values): unknown =>
	isExpression(query) && query.search(EXPRESSION) >= 0 ? query : asRead([document, null]);

/** What is remembered of the items that a mutation gave at a path. */
export function keep(output: readonly IDataObject[], dataPath: string): StoredResult {
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
export function sayHowToGetResult(functions: IExecutePaginationFunctions): string {
	if (!hasRetry(functions)) return 'Do not send the mutation again: a new execution would execute it twice.';
	const which = sayWhichWorkflow(functions);
	const others = which === '' ? 'A new execution' : '"Retry" of the workflow that called this one';
	return `Change nothing else, and use "Retry with currently saved workflow" in the list of executions${which}: the mutation is not executed again, and its result is given if it is not too long. ${others} executes it again.`;
}
