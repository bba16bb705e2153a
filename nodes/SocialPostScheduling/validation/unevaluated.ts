import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isRecord, type JsonRecord } from '../utils/json';
import type { InvalidInput } from '../utils/result';
import { expressionIn, formatValue, isExpression, SWITCH_TO_EXPRESSION } from '../utils/values';

/** The field for the text of a post, which may be about n8n: the item has a warning then. */
const MAY_BE_MEANT = 'text';

const ADVICE = `${SWITCH_TO_EXPRESSION} If {{ }} is to be part of the text, let an expression take the text from an item.`;

/**
 * The first field that has an expression and is not switched to Expression: n8n would look for it, or save it, as it is written.
 * Looks at what stands in the node, because a value that an expression has given may hold such signs.
 *
 * @param fields of the operation
 * @param parameters the node's own, with their expressions as they are written
 */
export function findUnevaluated(fields: readonly INodeProperties[], parameters: JsonRecord): InvalidInput | undefined {
	for (const { displayName, name, options } of fields) {
		const written = parameters[name];
		if (name === MAY_BE_MEANT || written === undefined) continue;
		const [expression] = textsIn(written).flatMap((text) => (isExpression(text) ? [] : (expressionIn(text) ?? [])));
		if (expression !== undefined) {
			return {
				field: displayName,
				problem: `holds the expression ${formatValue(expression)}, as text`,
				advice: ADVICE,
			};
		}
		const inner = isRecord(written) ? findWithin(options ?? [], written) : undefined;
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/** The texts of a field that has no fields of its own: a text, a list of them, or a resource locator. */
function textsIn(written: unknown): string[] {
	const values: unknown[] = Array.isArray(written) ? written : [isRecord(written) ? written.value : written];
	return values.filter((value) => typeof value === 'string');
}

/** @param options the fields of a collection, or the rows of a fixed one with their fields */
function findWithin(options: NonNullable<INodeProperties['options']>, written: JsonRecord): InvalidInput | undefined {
	const fields = options.filter((option): option is INodeProperties => 'type' in option);
	const rows = options.filter((option): option is INodePropertyCollection => 'values' in option);
	return (
		findUnevaluated(fields, written) ??
		rows
			.flatMap(({ name, values }) => [written[name]].flat().map((row) => ({ values, row })))
			.map(({ values, row }) => (isRecord(row) ? findUnevaluated(values, row) : undefined))
			.find((problem) => problem !== undefined)
	);
}
