import { endOfGroup } from '../utils/graphqlTokens';
import { field, idField, isRecord, type JsonRecord } from '../utils/json';
import { err, ok, type Result } from '../utils/result';
import { type Failure, mayHaveSucceeded, type PayloadError } from './failure';
import { wordsOf } from './messages';
import { MAX_READ_REASONS, payloadErrors, readData, readRefusal, type Reply } from './reply';

/**
 * The data of a mutation with any fields and aliases. Each field has a payload of its own, which may tell that it was not done: with
 * `success: false`, or with errors where the document does not ask for `success`. Only where all of them are refused, and none of them
 * holds what it has made, is nothing done.
 *
 * @param names the words and signs of the operation, where they are known: if it asks for `success`, data without it lack it
 */
export function readPayloads(reply: Reply, names: readonly string[] | null = null): Result<JsonRecord, Failure> {
	const data = readData(reply);
	if (!data.ok) return payloadsBeside(data.error, reply, names) ?? data;
	const asksForSuccess = names?.includes('success') === true;
	const missing = Object.entries(data.value).find(([, payload]) => lacksSuccess(payload, asksForSuccess));
	if (missing !== undefined) return err({ kind: 'unexpectedResponse', missing: `data.${missing[0]}` });
	if (names !== null && asksForOwnSuccess(names) && !hasSuccess(data.value))
		return err({ kind: 'unexpectedResponse', missing: 'success' });
	const payloads = payloadsIn(data.value);
	const errors = refusalsIn(payloads);
	if (errors === undefined) return data;
	return err(payloads.every(isNotDone) ? readRefusal(errors, false) : { kind: 'refused', errors, uncertain: true });
}

/**
 * What payloads tell beside a status of failure, which is a gateway's where they show that something was done. Errors at the top are the
 * service's own. Data that the document does not ask for are those of an error in another format, as WordPress has one.
 */
function payloadsBeside(
	failure: Failure,
	reply: Reply,
	names: readonly string[] | null,
): Result<JsonRecord, Failure> | undefined {
	if (failure.kind === 'graphqlErrors' || !reply.answered) return undefined;
	const data = field(reply.body, 'data');
	if (!isRecord(data) || (names !== null && !Object.keys(data).every((key) => names.includes(key)))) return undefined;
	const payloads = payloadsIn(data);
	const errors = refusalsIn(payloads) ?? [];
	if (payloads.every((payload) => payload === null || isNotDone(payload))) {
		const refusal = readRefusal(errors, false);
		return mayHaveSucceeded(refusal) ? err(refusal) : undefined;
	}
	if (payloads.every(isDone)) return ok(data);
	if (payloads.some(isRefused) || errors.length > 0) return err({ kind: 'refused', errors, uncertain: true });
	if (mayHaveSucceeded(failure)) return undefined;
	const words = wordsOf(reply.body);
	return err({ kind: 'unexpectedResponse', missing: 'success', ...(words !== '' && { words }) });
}

/** What a document may ask for beside its payloads: the name of the type, which tells nothing of what was done. */
const TYPE_NAME = '__typename';

/** The payloads in data; those of a list are payloads each. */
const payloadsIn = (data: JsonRecord): unknown[] =>
	Object.entries(data).flatMap(([key, payload]) => {
		if (key === TYPE_NAME) return [];
		return Array.isArray(payload) && payload.length > 0 ? payload : [payload];
	});

const isDone = (payload: unknown): boolean => field(payload, 'success') === true;

const isRefused = (payload: unknown): boolean => field(payload, 'success') === false;

/**
 * Whether a payload is refused, and is or holds no entry of the service, alone or in a list, by its ID. A refusal that does contradicts
 * itself: what it refuses may be done.
 */
const isNotDone = (payload: unknown): boolean =>
	isRecord(payload) &&
	isRefused(payload) &&
	[payload, ...Object.entries(payload).flatMap(([name, value]) => (name === 'errors' ? [] : value))].every(
		(value) => idField(value, 'id') === null,
	);

/** Whether a payload does not say if it was done. Of a list whose entries say it, each one must; one that has only nulls is as null. */
function lacksSuccess(payload: unknown, asksForSuccess: boolean): boolean {
	const entries: readonly unknown[] = Array.isArray(payload) && payload.length > 0 ? payload : [payload];
	const successes = entries.map((entry) => field(entry, 'success'));
	if (successes.some((success) => success !== undefined)) {
		return successes.some((success) => typeof success !== 'boolean');
	}
	if (entries.every((entry) => entry === null)) return asksForSuccess;
	return (
		entries.every((entry) => entry === null || isRecord(entry)) &&
		entries.some((entry) => isRecord(entry) && Object.keys(entry).length === 0)
	);
}

/** What stands before a name that is none of a field under its own name: an alias, a directive, a fragment, or a definition. */
const BEFORE_OTHER_NAMES: ReadonlySet<string | undefined> = new Set([':', '@', '...', 'mutation', 'fragment']);

/** Whether a document asks for `success` under this name, in each case: not in arguments, and without a directive that may leave it out. */
function asksForOwnSuccess(names: readonly string[]): boolean {
	for (let at = 0; at < names.length; at++) {
		if (names[at] === '(') at = (endOfGroup(names, at) ?? names.length) - 1;
		else if (
			names[at] === 'success' &&
			!BEFORE_OTHER_NAMES.has(names[at - 1]) &&
			![':', '@'].includes(names[at + 1] ?? '')
		)
			return true;
	}
	return false;
}

/** Whether `success` stands anywhere in data. */
const hasSuccess = (data: unknown): boolean =>
	Array.isArray(data)
		? data.some(hasSuccess)
		: isRecord(data) && ('success' in data || Object.values(data).some(hasSuccess));

/** Why payloads were, or may have been, refused; undefined where none was. */
function refusalsIn(payloads: readonly unknown[]): PayloadError[] | undefined {
	const errorsIn = (payload: unknown) => payloadErrors(field(payload, 'errors'));
	const refused = payloads.filter(
		(payload) => isRefused(payload) || (field(payload, 'success') === undefined && errorsIn(payload).length > 0),
	);
	if (refused.length === 0) return undefined;
	const errors: PayloadError[] = [];
	for (const payload of refused) {
		errors.push(...errorsIn(payload));
		if (errors.length >= MAX_READ_REASONS) break;
	}
	return errors;
}
