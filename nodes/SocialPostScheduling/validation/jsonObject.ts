import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../utils/json';
import { type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue, isExact, ROUNDED } from '../utils/values';

const ADVICE = 'Enter a JSON object such as {"limit": 10}, or use an expression that returns an object.';

/** A JSON object, as text or from an expression; an empty one where there is none. */
export function readJsonObject(written: unknown, parameter: string): Result<JsonObject, InvalidInput> {
	if (written === undefined || written === null) return ok({});
	if (typeof written === 'string' && written.trim() === '') return ok({});
	const value = typeof written === 'string' ? parseJson(written) : asJson(written);
	if (value === undefined) return invalid(parameter, 'is not valid JSON', ADVICE);
	const inexact = inexactNumberIn(typeof written === 'string' ? value : written);
	if (inexact !== undefined) {
		return invalid(parameter, `holds the number ${formatValue(inexact)}, ${ROUNDED.problem}`, ROUNDED.advice);
	}
	return isJsonObject(value)
		? ok(value)
		: invalid(parameter, `is ${formatValue(value)}, which is not a JSON object`, ADVICE);
}

/** The first number in a value that is not the one that was written, or that JSON does not have. */
function inexactNumberIn(value: unknown): number | undefined {
	let inexact: number | undefined;
	JSON.stringify(value, (_, each: unknown) => {
		if (typeof each === 'number' && !isExact(each)) inexact ??= each;
		return each;
	});
	return inexact;
}

/** A value of an expression as JSON writes it, such as a time; undefined for what has no JSON. */
function asJson(value: unknown): JsonValue | undefined {
	try {
		return parseJson(JSON.stringify(value));
	} catch {
		return undefined;
	}
}
