import { field, isRecord, type JsonRecord, textField } from '../utils/json';

/** What the top-level `errors` of a GraphQL response say. */
export interface GraphQlErrors {
	readonly messages: readonly string[];
	/** Whether the operation was, or may have been, executed. */
	readonly executed: boolean;
	/** Whether the document was refused as it is: nothing was executed, and another document may be sent. */
	readonly invalidDocument: boolean;
}

/** How many entries of a list of errors are read: nobody reads more, and a service may give one for each of thousands of values. */
export const MAX_READ_ERRORS = 100;

/** How much of a message is read to tell its kind, in characters: all that matters stands at its beginning. */
const READ_CHARACTERS = 300;

/** How well-known GraphQL servers say that a document or its variables are not valid: nothing is executed then. */
const INVALID_DOCUMENT = [
	/^(?:validation error[^:]{0,80}:\s*)?cannot query field ["'`]\w+["'`] on type/i,
	/^(?:validation error[^:]{0,80}:\s*)?field ["'`]\w+["'`] in type ["'`]\w+["'`] is undefined/i,
	/^(?:the )?field ["'`]\w+["'`] (?:does not|doesn't) exist on (?:the )?type/i,
	/^field ["'`]\w+["'`] not found in type/i,
	/^unknown field ["'`]\w+["'`] on type/i,
	/^query does not pass validation\b/i,
	/^syntax error\b[^a-z]{0,8}(?:unexpected|expected|unterminated|invalid|cannot parse|in graphql)\b/i,
	/^(?:validation|parse|parsing) error/i,
	/^unknown (?:argument|type|directive|fragment|operation|variable)\b/i,
	/^(?:variable|argument|directive|fragment) ["'`$]/i,
	/^field ["'`]\w+["'`] (?:of type ["'`][\w![\]]{1,80}["'`] )?(?:argument|must|is not defined by type)\b/i,
	/^must provide\b/i,
	/^expected (?:value of )?type\b/i,
	/^(?:persisted ?query|operation name|query (?:is too|depth|complexity))/i,
];
const INVALID_DOCUMENT_CODE =
	/^(?:GRAPHQL_(?:PARSE|VALIDATION)_FAILED|PERSISTED_QUERY_NOT_FOUND|validation-failed|undefinedField)$/;

/** Refusals before the execution that are about the caller, not about the document. */
const NOT_ADMITTED = /\b(?:unauthori[sz]ed|unauthenticated|authentication|api key|rate limit|too many requests)\b/i;

/** Words of something that went wrong while the operation was executed. */
const NAMES_EXECUTION =
	/resolv|execut|internal|exception|timed? ?-?out|unavailable|unexpected|went wrong|fail|crash|abort|database|connection|unknown error|error occurred|at or near/i;

/** Statuses by which a service says that a request is not valid. */
const INVALID_STATUSES = new Set([400, 422]);

/** Statuses with which a GraphQL server gives its errors. */
const isGraphQlStatus = (status: number) => (status >= 200 && status < 300) || INVALID_STATUSES.has(status);

/**
 * Reads the top-level `errors` of a body, or gives null where it has none; an empty list is none.
 *
 * A refusal before the execution must be told from an error of the execution safely: after the first one, a post may be sent
 * again. GraphQL has two marks for it: only what was executed has `data`, and only an error of the execution has a `path`. Not
 * all servers keep to them, so the words must say it, too.
 */
export function readGraphQlErrors(body: unknown, status: number): GraphQlErrors | null {
	if (!isRecord(body) || body.errors === undefined || body.errors === null) return null;
	const errors: unknown[] = Array.isArray(body.errors) ? body.errors : [body.errors];
	if (errors.length === 0) return null;
	// With another status the body is a gateway's or a server's own, unless it shows that something was executed.
	if (!isGraphQlStatus(status) && !showsExecution(body, errors)) return null;
	const read = errors.slice(0, MAX_READ_ERRORS);
	const texts = read.map((error) => messageOf(error).slice(0, READ_CHARACTERS));
	// What is not read may be about the execution.
	const isComplete = errors.length === read.length;
	const invalidDocument = isComplete && !showsExecution(body, errors) && read.every(saysInvalidDocument);
	return {
		messages: read.map(messageOf).filter((message) => message !== ''),
		executed: !invalidDocument && (!isComplete || mayBeExecuted(body, status, errors, texts)),
		invalidDocument,
	};
}

function saysInvalidDocument(error: unknown): boolean {
	const text = messageOf(error).slice(0, READ_CHARACTERS);
	return INVALID_DOCUMENT.some((words) => words.test(text)) || INVALID_DOCUMENT_CODE.test(codeOf(error));
}

function mayBeExecuted(
	body: JsonRecord,
	status: number,
	errors: readonly unknown[],
	texts: readonly string[],
): boolean {
	if (showsExecution(body, errors) || 'data' in body) return true;
	if (INVALID_STATUSES.has(status)) return texts.some((text) => NAMES_EXECUTION.test(text));
	return !texts.every((text) => NOT_ADMITTED.test(text) && !NAMES_EXECUTION.test(text));
}

/** Whether something was executed: there is data, or an error has the path of a field of the response. */
export function showsExecution({ data }: JsonRecord, errors: readonly unknown[]): boolean {
	return (data !== undefined && data !== null) || errors.some((error) => isResponsePath(field(error, 'path')));
}

/** Some servers give an error of validation a path as well, in the document: it begins with the operation. */
function isResponsePath(path: unknown): boolean {
	return Array.isArray(path) && !(typeof path[0] === 'string' && /^(?:query|mutation)\b/.test(path[0]));
}

/** The message of an entry of `errors`, also where a server gives a text or another common field for it. */
export function messageOf(error: unknown): string {
	if (typeof error === 'string') return error.trim();
	return (textField(error, 'message') ?? textField(error, 'detail') ?? textField(error, 'error') ?? '').trim();
}

/** The code of an error stands in `extensions`, or beside the message. */
function codeOf(error: unknown): string {
	return textField(field(error, 'extensions'), 'code') ?? textField(error, 'code') ?? '';
}
