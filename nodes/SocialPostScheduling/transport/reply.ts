import { field, idField, isRecord, type JsonRecord, textField } from '../utils/json';
import { type Result, ok, err } from '../utils/result';
import type { Body } from './body';
import { type Failure, mayHaveSucceeded, type PayloadError } from './failure';
import { readGraphQlErrors } from './graphqlErrors';
import { isPage, wordsOf } from './messages';
import { refusalResetsInMs, resetsInMs } from './rateLimit';
import { type Reason, saysTrouble } from './refusalWords';

/** What came back for one request, before anything is made of it. */
export type Reply =
	| ({
			readonly answered: true;
			readonly status: number;
			/** Names in lower case. */
			readonly headers: Readonly<Record<string, string>>;
	  } & Body)
	| { readonly answered: false; readonly failure: Failure };

/** The exact text for a used-up upload budget (service API, section 8, rule 4). */
const UPLOAD_LIMIT_MESSAGE = 'Media upload rate limit exceeded';

/** The `data` of a GraphQL answer. Read in this order: status, is it JSON, top-level `errors`, `data`. */
export function readData(reply: Reply): Result<JsonRecord, Failure> {
	if (!reply.answered) return err(reply.failure);
	const { body, status, isTooLong } = reply;
	const refusal = readStatus(reply);
	const errors = readGraphQlErrors(body, status);
	if (errors !== null) return err({ kind: 'graphqlErrors', status, ...errors });
	if (refusal !== null) return err(refusal);
	if (isTooLong) return err({ kind: 'responseTooLong' });
	if (!isRecord(body)) {
		if (typeof body === 'object' && body !== null) return err({ kind: 'unexpectedResponse', missing: 'data' });
		const empty = body === undefined || body === null || (typeof body === 'string' && body.trim() === '');
		return err({ kind: 'notJson', html: isPage(body), empty });
	}
	return isRecord(body.data) ? ok(body.data) : err({ kind: 'unexpectedResponse', missing: 'data' });
}

/** The payload of a mutation, with all errors that came with it: in it, and beside it. */
export type Payload = JsonRecord & { readonly errors: readonly PayloadError[] };

/**
 * The payload of a mutation whose `success` is true. Where the payload says so, errors beside it concern other fields, and a
 * status is a gateway's: what was asked is done.
 */
export function readPayload(reply: Reply, mutation: string): Result<Payload, Failure> {
	const data = readData(reply);
	const payload = data.ok ? data.value[mutation] : payloadBeside(data.error, reply, mutation);
	if (!data.ok && payload === undefined) return data;
	if (!isRecord(payload)) return err({ kind: 'unexpectedResponse', missing: `data.${mutation}` });
	const refusals = submissionErrors(payload.submissionError);
	const errors = [...refusals, ...payloadErrors(payload.errors), ...topLevelErrors(data)];
	if (payload.success === true && refusals.length === 0) return ok({ ...payload, errors });
	if (typeof payload.success !== 'boolean')
		return err({ kind: 'unexpectedResponse', missing: `data.${mutation}.success` });
	// With a status of trouble, it is no proof that nothing was done.
	const refusal = readRefusal(errors, reply.answered && leavesDoubt(reply.status));
	const resets = refusal.kind === 'uploadLimit' && reply.answered ? refusalResetsInMs(reply.headers) : null;
	return err(resets === null ? refusal : { ...refusal, resetsInMs: resets });
}

/**
 * The payload of a mutation that makes something. One that refuses and holds all the same what was made contradicts itself: it may be done.
 *
 * @param made the field of what it makes
 */
export const readCreation =
	(made: 'post' | 'media') =>
	(reply: Reply, mutation: string): Result<Payload, Failure> => {
		const payload = readPayload(reply, mutation);
		if (payload.ok || idField(field(payloadIn(reply, mutation), made), 'id') === null) return payload;
		return err(asDoubt(payload.error, reply, mutation));
	};

/** A failure of which the payload shows that it may be done all the same, whatever it says: a limit that is used up as well. */
export function asDoubt(failure: Failure, reply: Reply, mutation: string): Failure {
	if (mayHaveSucceeded(failure)) return failure;
	if (failure.kind === 'refused') return { ...failure, uncertain: true };
	const payload = payloadIn(reply, mutation);
	const errors = [...submissionErrors(field(payload, 'submissionError')), ...payloadErrors(field(payload, 'errors'))];
	return { kind: 'refused', errors, uncertain: true };
}

/** The errors that came beside a payload, in the form of its own. */
const topLevelErrors = (data: Result<JsonRecord, Failure>): PayloadError[] =>
	data.ok || data.error.kind !== 'graphqlErrors'
		? []
		: data.error.messages.map((message) => ({ field: null, code: null, message }));

/** What a payload's errors say, each with the field that it names. */
export const wordsOfErrors = (errors: readonly PayloadError[]): string[] =>
	errors.flatMap(({ field: of, code, message }) => {
		const words = message?.trim() || code?.trim() || '';
		return words === '' ? [] : [of ? `${of}: ${words}` : words];
	});

/** A success that lacks what it promises, with what the service says of that. */
export function incompleteResponse(payload: Payload, missing: string): Failure {
	const words = wordsOfErrors(payload.errors).join('; ');
	return { kind: 'unexpectedResponse', missing, ...(words !== '' && { words }) };
}

/** What stands in the place of a payload, whatever comes beside it. */
const payloadIn = (reply: Reply, mutation: string): unknown =>
	reply.answered ? field(field(reply.body, 'data'), mutation) : undefined;

/** The payload of a mutation beside errors, or with a status of failure: it tells more of what was done than those. */
function payloadBeside(failure: Failure, reply: Reply, mutation: string): JsonRecord | undefined {
	const payload = payloadIn(reply, mutation);
	if (!isRecord(payload)) return undefined;
	if (failure.kind === 'rateLimited') return payload.success === true ? payload : undefined;
	return typeof payload.success === 'boolean' || !mayHaveSucceeded(failure) ? payload : undefined;
}

/** What an error of a payload says, without blanks around it. */
export const reasonOf = ({ message, code }: PayloadError): Reason => ({
	message: message?.trim() ?? '',
	code: code ?? '',
});

type StatusFailure = Extract<
	Failure,
	{ kind: 'unauthorized' | 'forbidden' | 'rateLimited' | 'redirected' | 'httpStatus' }
>;

/** The failure that a status stands for; null for one of success. */
export function readStatus(reply: Extract<Reply, { answered: true }>): StatusFailure | null {
	const { status } = reply;
	if (status >= 200 && status < 300) return null;
	const words = wordsOf(reply.body);
	if (status === 401) return { kind: 'unauthorized', words };
	if (status === 403) return { kind: 'forbidden', words, ...(words === '' && isPage(reply.body) && { page: true }) };
	if (status === 429) return { kind: 'rateLimited', resetsInMs: resetsInMs(reply.headers), words };
	if (status >= 300 && status < 400) return { kind: 'redirected', status };
	return { kind: 'httpStatus', status, words };
}

/** How many reasons of a refusal are read: a thread has one for each of its tweets. */
export const MAX_READ_REASONS = 1_000;

const asList = (written: unknown): unknown[] =>
	Array.isArray(written) ? written : written === undefined || written === null ? [] : [written];

/** What stands in the `errors` of a payload. */
export function payloadErrors(written: unknown): PayloadError[] {
	return asList(written)
		.slice(0, MAX_READ_REASONS)
		.map((entry) =>
			typeof entry === 'string'
				? { field: null, code: null, message: entry }
				: { field: textField(entry, 'field'), code: idField(entry, 'code'), message: textField(entry, 'message') },
		);
}

/** What stands in the place of an error where there is none. */
const NO_ERROR: ReadonlySet<unknown> = new Set([undefined, null, false, 0, '']);

/**
 * Why the platform did not take a post that was to be published at once (public reference, section 6.2): one error. Anything else in its
 * place is read as well, because what is not read would be a success.
 */
export const submissionErrors = (written: unknown): PayloadError[] =>
	asList(written)
		.filter((error) => !NO_ERROR.has(typeof error === 'string' ? error.trim() : error))
		.slice(0, MAX_READ_REASONS)
		.map((error) => {
			if (!isRecord(error)) return { field: null, code: null, message: formatText(error) };
			const suggestedFix = textField(error, 'suggestedFix')?.trim() ?? '';
			const reason = { field: null, code: idField(error, 'errorCode'), message: textField(error, 'message') };
			return { ...reason, ...(suggestedFix !== '' && { suggestedFix }) };
		});

const formatText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a status by itself is no proof that nothing was done. */
const leavesDoubt = (status: number): boolean =>
	status >= 400 && mayHaveSucceeded({ kind: 'httpStatus', status, words: '' });

/** What is to be made of a payload that was refused, by what its errors say. */
export function readRefusal(errors: PayloadError[], isUncertainStatus: boolean): Failure {
	// What is not read may be trouble.
	const isUncertain = isUncertainStatus || errors.length >= MAX_READ_REASONS || errors.map(reasonOf).some(saysTrouble);
	return errors.some(({ message }) => message?.trim() === UPLOAD_LIMIT_MESSAGE)
		? { kind: 'uploadLimit' }
		: { kind: 'refused', errors, ...(isUncertain && { uncertain: true }) };
}
