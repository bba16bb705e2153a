import { field, isRecord, type JsonRecord, textField } from '../utils/json';
import { MAX_READ_ERRORS, READ_CHARACTERS } from './messages';

/** What the top-level `errors` of a GraphQL response say. */
export interface GraphQlErrors {
	readonly messages: readonly string[];
	/** Whether there are errors beside them that have no words. */
	readonly hasWordless: boolean;
	/** Whether the operation was, or may have been, executed. */
	readonly executed: boolean;
	/** The fields that the service says it does not know; empty unless nothing was executed and all errors are of that kind. */
	readonly unknownFields: readonly string[];
}

/** How well-known GraphQL servers say that a type has no such field. */
const UNKNOWN_FIELD = [
	/^(?:validation error[^:]{0,80}:\s*)?cannot query field ["'`](?<field>\w+)["'`] on type(?: ["'`](?<type>\w+))?/i,
	/^(?:validation error[^:]{0,80}:\s*)?field ["'`](?<field>\w+)["'`] in type ["'`](?<type>\w+)["'`] is undefined/i,
	/^(?:the )?field ["'`](?<field>\w+)["'`] (?:does not|doesn't) exist on (?:the )?type(?: ["'`](?<type>\w+))?/i,
	/^field ["'`](?<field>\w+)["'`] not found in type:?(?: ["'`](?<type>\w+))?/i,
	/^field: (?<field>\w+) not defined on type:?(?: (?<type>\w+))?/i,
	/^unknown field ["'`](?<field>\w+)["'`] on type(?: ["'`](?<type>\w+))?/i,
	/^type ["'`](?<type>\w+)["'`] does not have a field ["'`](?<field>\w+)["'`]/i,
	/^query does not pass validation\. violations:\s+cannot query field ["'`](?<field>\w+)["'`](?: on(?: type)? ["'`](?<type>\w+))?/i,
];

/**
 * How they say that a document asks for what they do not have, today or later. What is said of the value of a variable, of a count or of
 * a cost is said of one request alone.
 */
const NOT_OFFERED = [
	...UNKNOWN_FIELD,
	/^validation error (?:of type |\()(?:fieldundefined|unknownargument|unknowntype|variabletypemismatch|subselection\w+|missingfieldargument)\b/i,
	/^unknown (?:argument|type)(?: named)? ["'`]/i,
	/^variable ["'`]\$\w+["'`] of type ["'`][\w![\]]{1,80}["'`] used in position expecting type\b/i,
	/^argument ["'`]\w+["'`] has invalid value \$/i,
	/^field ["'`]\w+["'`] (?:of type ["'`][\w![\]]{1,80}["'`] )?(?:must (?:not )?have a selection|argument ["'`]\w+["'`] of type\b)/i,
];

/**
 * How they say that a document or its variables are not valid: nothing is executed then. Whole sentences: a resolver may throw
 * "Validation error" or "Parse error" as well.
 */
const INVALID_DOCUMENT = [
	...NOT_OFFERED,
	/^syntax error\b[^a-z]{0,8}(?:unexpected|expected|unterminated|invalid|cannot parse|in graphql)\b/i,
	/^validation error (?:of type \w+|\(\w+@\[[\w/]*\]\))/i,
	/^unknown (?:directive|fragment|operation|variable)(?: named)? ["'`$]/i,
	/^(?:variable|argument|directive|fragment) ["'`$]/i,
	/^expected (?:value of )?type\b/i,
	/^value ["'`]\w{1,80}["'`] does not exist in ["'`]\w{1,80}["'`] enum\b/i,
	/^field ["'`]\w+["'`] (?:of type ["'`][\w![\]]{1,80}["'`] )?(?:argument|must|is not defined by type)\b/i,
	/^'\w+' has no argument named '\w+'/i,
	/^no such type exists in the schema\b/i,
	/^the (?:argument|variable) ["'`]\w+["'`] (?:does not exist|is not compatible)\b/i,
	/^field '\w+' (?:doesn't accept argument|is missing required argument)/i,
	/^type mismatch on variable \$/i,
	/^\w+ isn't a defined input type \(on \$/i,
	/^must provide (?:query string|(?:an )?operation name)/i,
];
/** The same of a request: another one, or the same one later, may be taken. */
const INVALID_REQUEST = [/^(?:persisted ?query|operation name|query (?:is too|depth|complexity))/i];
const INVALID_DOCUMENT_CODE = /^(?:GRAPHQL_(?:PARSE|VALIDATION)_FAILED|PERSISTED_QUERY_NOT_FOUND)$/;

/** Whether a service does not take a document at all, because it does not know what is asked for. */
export const saysNotOffered = ({ messages, executed, unknownFields }: GraphQlErrors): boolean =>
	!executed &&
	// Some servers say more beside it: that its variables are not used.
	(unknownFields.length > 0 ||
		messages.some((words) => matches(words, UNKNOWN_FIELD)) ||
		(messages.length > 0 && messages.every((words) => matches(words, NOT_OFFERED))));

/**
 * Whether a service refuses a document as it is, so that the same one would be refused again. What is said of a limit or of the caller
 * is said of this moment.
 */
export const refusesDocument = (errors: GraphQlErrors): boolean =>
	saysNotOffered(errors) ||
	(!errors.executed && !errors.messages.some((words) => matches(words, [NOT_ADMITTED, OF_THIS_MOMENT])));

/** The same in sentences that are known, and nothing else: what a service says in its own words may be said of this moment. */
export const saysInvalidDocument = ({ messages, hasWordless, executed, unknownFields }: GraphQlErrors): boolean =>
	!executed &&
	!hasWordless &&
	messages.length + unknownFields.length > 0 &&
	messages.every((words) => matches(words, INVALID_DOCUMENT) && saysNothingElse(words));

/** The words of these sentences. What a variable "got", and what something costs, is said of one request. */
const SENTENCE_WORDS = new Set(
	[
		"a accept allowed an and argument arguments as be but by cannot compatible current declared defined did does doesn't enum error",
		"exist exists expected expecting field fields found fragment has have in inline input is isn't it leaf location match mean",
		'mismatch missing must name named never no non not of on operation or pass position provided query required schema selection',
		'since specified subfields subselection such syntax the this to type undefined unexpected unknown use used validation variable',
		'value violations was where with you suggestion hidden boolean date float id int pass string time',
	].flatMap((line) => line.split(' ')),
);

/**
 * What they quote, and names without quotes: those have a sign, a capital letter within, or stand where only names do. A quoted sentence is
 * none. Sangria quotes the line of the document as well.
 */
const NAMES =
	/\(line \d+, column \d+\):\n[^\n]*\n\s*\^|\bhas invalid value \$\w+|\btype [A-Z]\w*|\barguments: \w+|\([\w![\]]+ \/ [\w![\]]+\)|"(?:[^"\s]*|\w+ \{ \.\.\. \})"|`[^`\s]*`|(?<!\w)'[^'\s]*'(?!\w)|\$\w+|@\[[\w/]*\]|\b[A-Z]?[a-z\d]+(?:[A-Z][a-z\d]*)+\b/g;

const saysNothingElse = (message: string): boolean =>
	(message.replace(NAMES, '').match(/\p{L}+(?:'\p{L}+)?/gu) ?? []).every((word) =>
		SENTENCE_WORDS.has(word.toLowerCase()),
	);

/** How servers speak of what a request costs, of how many there may be, and of what passes or is changed by a person. */
const OF_THIS_MOMENT =
	/complex|cost|budget|quota|throttl|exceed|limit (?:is )?reached|more than \d+ times|per (?:second|minute|hour)|try again|later\b|temporar|maintenance|busy|overload|expensive|heavy|moment|right now|expired|forbidden|denied/i;

const matches = (message: string, patterns: readonly RegExp[]): boolean =>
	patterns.some((words) => words.test(message.slice(0, READ_CHARACTERS)));

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
 * A refusal before the execution must be distinguished from an error of the execution safely: after the first one, a post may be sent
 * again. GraphQL has two marks for it: only what was executed has `data`, and only an error of the execution has a `path`. Not
 * all servers keep to them, so the words must say it, too.
 */
export function readGraphQlErrors(body: unknown, status: number): GraphQlErrors | null {
	if (!isRecord(body) || body.errors === undefined || body.errors === null) return null;
	const errors: unknown[] = Array.isArray(body.errors) ? body.errors : [body.errors];
	if (errors.length === 0) return null;
	// With another status the body is a gateway's or a server's own, unless it shows that something was executed.
	const isExecuted = showsExecution(body, errors);
	if (!isGraphQlStatus(status) && !isExecuted) return null;
	const read = errors.slice(0, MAX_READ_ERRORS);
	const texts = read.map((error) => messageOf(error).slice(0, READ_CHARACTERS));
	// What is not read may be about the execution.
	const isComplete = errors.length === read.length;
	const isInvalid = isComplete && !isExecuted && read.every((error) => isOfDocument(error, body));
	const unknownFields = texts.flatMap((text) => unknownFieldIn(text) ?? []);
	return {
		messages: read.map(messageOf).filter((message) => message !== ''),
		hasWordless: texts.includes(''),
		executed: !isInvalid && (isExecuted || !isComplete || mayBeExecuted(body, status, texts)),
		unknownFields: isInvalid && unknownFields.length === errors.length ? unknownFields : [],
	};
}

/** By its words, or, where nothing shows that something was executed, by its code. */
function isOfDocument(error: unknown, body: JsonRecord): boolean {
	const text = messageOf(error).slice(0, READ_CHARACTERS);
	const isKnown = matches(text, [...INVALID_DOCUMENT, ...INVALID_REQUEST]);
	return isKnown || (!('data' in body) && INVALID_DOCUMENT_CODE.test(codeOf(error)));
}

/** The field that a message says the service does not know, and its type where it names one. */
export function unknownPlaceIn(text: string): { field: string; type: string | undefined } | undefined {
	for (const words of UNKNOWN_FIELD) {
		const { field: name, type } = words.exec(text)?.groups ?? {};
		if (name !== undefined) return { field: name, type };
	}
	return undefined;
}

const unknownFieldIn = (text: string): string | undefined => unknownPlaceIn(text)?.field;

function mayBeExecuted(body: JsonRecord, status: number, texts: readonly string[]): boolean {
	if ('data' in body) return true;
	if (INVALID_STATUSES.has(status)) return texts.some((text) => NAMES_EXECUTION.test(text));
	return !texts.every((text) => NOT_ADMITTED.test(text) && !NAMES_EXECUTION.test(text));
}

/** Whether something was executed: there is data, or an error has the path of a field of the response. */
function showsExecution(body: JsonRecord, errors: readonly unknown[]): boolean {
	return (body.data !== undefined && body.data !== null) || errors.some((error) => hasResponsePath(error, body));
}

/**
 * Some servers give an error of validation a path as well, in the document: it begins with the operation, or the error says again
 * in its extensions which field of the document it is about (HotChocolate).
 */
function hasResponsePath(error: unknown, body: JsonRecord): boolean {
	const path = field(error, 'path');
	if (!Array.isArray(path)) return false;
	if (typeof path[0] === 'string' && /^(?:query|mutation)\b/.test(path[0])) return false;
	const unknown = unknownFieldIn(messageOf(error).slice(0, READ_CHARACTERS));
	return 'data' in body || unknown === undefined || textField(field(error, 'extensions'), 'field') !== unknown;
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
