/**
 * Values of parameters as people, expressions and other programs give them. Each is used or refused, never dropped: a value that
 * is ignored in silence costs an upload, or does something else than what was asked.
 */
import type { INodeProperties } from 'n8n-workflow';
import { field, isRecord, type JsonRecord } from '../utils/json';
import { combine, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { formatValue, isExpression, isRounded, isStringOrNumber, ROUNDED, toNumber } from '../utils/values';
import { isFromModel, saysNull } from './expressions';

/** Whether a parameter has no value: it is not set, or empty. */
const isEmpty = (written: unknown): boolean =>
	written === undefined || written === null || (typeof written === 'string' && written.trim() === '');

/** One text, without spaces around it; empty where there is none. A number is taken as text. */
export function readText(written: unknown, parameter: string): Result<string, InvalidInput> {
	if (isEmpty(written)) return ok('');
	if (isRounded(written)) return invalid(parameter, `is ${formatValue(written)}, ${ROUNDED.problem}`, ROUNDED.advice);
	if (!isStringOrNumber(written))
		return invalid(parameter, `is ${formatValue(written)}, which is not text`, 'Choose a field that holds one text.');
	return ok(String(written).trim());
}

/** Yes or no, also as the text "true" or "false". */
export function readBoolean(written: unknown, parameter: string, fallback: boolean): Result<boolean, InvalidInput> {
	if (isEmpty(written)) return ok(fallback);
	const value = typeof written === 'string' ? written.trim().toLowerCase() : written;
	if (value === true || value === 'true') return ok(true);
	if (value === false || value === 'false') return ok(false);
	return invalid(
		parameter,
		`is ${formatValue(written)}, which is neither true nor false`,
		'Switch it on or off, or use an expression that returns true or false.',
	);
}

/** Whether a field of a collection is added, and has no value. */
const isLeftEmpty = (written: JsonRecord, name: string): boolean => name in written && isEmpty(written[name]);

const SWITCH_IT = 'Switch it on or off, or correct the expression: it returned nothing.';

/** A switch that is off where it is not set. One that an expression leaves empty is refused: what should be a draft would be posted. */
export function readSwitch(written: JsonRecord, name: string, parameter: string): Result<boolean, InvalidInput> {
	return isLeftEmpty(written, name)
		? invalid(parameter, 'is empty', SWITCH_IT)
		: readBoolean(written[name], parameter, false);
}

export interface NumberLimits {
	readonly fallback: number;
	readonly min: number;
	readonly max: number;
	/** Whether only whole numbers make sense. */
	readonly whole: boolean;
}

/** A number, also as text. */
export function readNumber(
	written: unknown,
	parameter: string,
	{ fallback, min, max, whole }: NumberLimits,
): Result<number, InvalidInput> {
	if (isEmpty(written)) return ok(fallback);
	const value = toNumber(written);
	const range = Number.isFinite(max)
		? `a ${whole ? 'whole ' : ''}number from ${min} to ${max}`
		: `a ${whole ? 'whole ' : ''}number of at least ${min}`;
	return value === undefined || value < min || value > max || (whole && !Number.isInteger(value))
		? invalid(parameter, `is ${formatValue(written)}`, `Enter ${range}.`)
		: ok(value);
}

/** A choice that keeps something from being done twice. One that an expression leaves empty is refused: the default would do it. */
export const readSetOption = <V extends string>(
	written: JsonRecord,
	name: string,
	parameter: string,
	options: ReadonlyArray<{ readonly value: V }>,
): Result<V | undefined, InvalidInput> =>
	isLeftEmpty(written, name)
		? invalid(parameter, 'is empty', sayChoose(options))
		: readOption(written[name], parameter, options);

const sayChoose = (options: ReadonlyArray<{ readonly value: string }>): string =>
	`Choose one from the list, or use an expression that returns one of ${options.map(({ value }) => value).join(', ')}.`;

const CHECK_NAME = 'If an expression stands there, it returned nothing: check the name of the field in it.';

const RETURNED_NOTHING = `${CHECK_NAME} For no value, clear the field, or let the expression return null, for example {{ $json.name ?? null }}.`;

/** What n8n makes of expressions that return nothing, with blanks or commas beside them. */
const BLANKS_AND_COMMAS = /^[\s,]+$/;

/** What a filter without a value means, which a person must know who has read nothing but the error. */
const NO_FILTER =
	'To get everything, clear the field, or let the expression itself say so, as in {{ $json.name ?? null }}.';

const FILTER_RETURNED_NOTHING = `${CHECK_NAME} ${NO_FILTER}`;

const EMPTY_LIST = `The list that the expression returned has no values, so no result can match. ${NO_FILTER} If you do not want everything, run this node only where the list has values.`;

const EMPTY_VALUES = `The list that the expression returned has no values: check the names of the fields in it. ${NO_FILTER}`;

/**
 * The value of a field that may be left empty. One whose expression returns nothing is refused: there the name of a field is misspelt, and
 * a filter that is left out in silence would give all that there is.
 *
 * @param inNode for a filter: what stands in the node, an expression where there is one; null that it
 *   does not say itself, and a list without a value, are refused as well
 */
export function readOptional(
	written: unknown,
	{ displayName, type }: INodeProperties,
	inNode?: unknown,
): Result<unknown, InvalidInput> {
	if (written === undefined || (typeof written === 'string' && BLANKS_AND_COMMAS.test(written))) {
		const advice = inNode === undefined ? RETURNED_NOTHING : FILTER_RETURNED_NOTHING;
		return invalid(displayName, 'is empty', type === 'boolean' ? SWITCH_IT : advice);
	}
	if (!isExpression(inNode)) return ok(written);
	if (written === null && !saysNull(inNode) && !isFromModel(inNode)) {
		return invalid(displayName, 'is empty', FILTER_RETURNED_NOTHING);
	}
	if (!Array.isArray(written) || !written.every(isEmpty)) return ok(written);
	return written.length === 0
		? invalid(displayName, 'is an empty list', EMPTY_LIST)
		: invalid(displayName, 'is a list of empty values', EMPTY_VALUES);
}

/**
 * The fields of a collection such as "Options", each as {@link readOptional} takes it.
 *
 * @param inNode for filters: the collection as it stands in the node
 */
export function readCollection(
	written: unknown,
	{ displayName, options = [] }: INodeProperties,
	inNode?: unknown,
): Result<JsonRecord, InvalidInput> {
	if (isEmpty(written)) return ok({});
	if (!isRecord(written)) {
		return invalid(displayName, `is ${formatValue(written)}, which holds no fields`, 'Set its fields one by one.');
	}
	const fields = options.filter((option): option is INodeProperties => 'type' in option);
	const values = combine(
		fields
			.filter(({ name }) => name in written)
			.map((one) => readOptional(written[one.name], one, field(inNode, one.name))),
	);
	return values.ok ? ok(written) : values;
}

/** One of the values of a list of options, in capital or small letters; undefined where none is set. */
export function readOption<V extends string>(
	written: unknown,
	parameter: string,
	options: ReadonlyArray<{ readonly value: V }>,
): Result<V | undefined, InvalidInput> {
	if (isEmpty(written)) return ok(undefined);
	const text = typeof written === 'string' ? written.trim() : written;
	const option = options.find(({ value }) => typeof text === 'string' && value.toLowerCase() === text.toLowerCase());
	return option
		? ok(option.value)
		: invalid(parameter, `is ${formatValue(text)}, which is not in its list`, sayChoose(options));
}
