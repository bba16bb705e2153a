import type { Failure } from '../../transport/failure';
import { messageOf } from '../../transport/graphqlErrors';
import { isPage, MAX_READ_ERRORS } from '../../transport/messages';
import { readData, type Reply } from '../../transport/reply';
import { field, integerField, isRecord } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';

/** An error of a document that was not accepted. */
export interface DocumentError {
	readonly message: string;
	/** The lines that it is about, from 1; empty where the service does not say. */
	readonly lines: readonly number[];
	/** Whether it is about a value of the response, and not about the document. */
	readonly hasPath: boolean;
}

/** What a service says of a document whose fields it is told to leave out. */
export type GroupReply =
	/** It is valid. */
	| { readonly type: 'accepted' }
	/** It was carried out all the same. */
	| { readonly type: 'executed' }
	/** It is not valid. */
	| { readonly type: 'refused'; readonly errors: readonly DocumentError[] };

/** Statuses with which servers refuse a document that is not valid. */
const REFUSING_STATUSES = new Set([400, 422]);

/** Words that are about the caller or the service, not about the document. */
const NOT_ABOUT_DOCUMENT =
	/\b(?:unauthori[sz]ed|unauthenticated|authenticat\w+|forbidden|permission|api key|rate limit|too many requests|internal (?:server )?error|timed? ?-?out|unavailable|went wrong)\b/i;

/**
 * Reads what a service says of a document. Only an answer that is about the document is one: a page, a refused key or a
 * server in trouble prove nothing, and are failures.
 *
 * @param keys the names that data would hold if it was carried out
 * @param isSkipped whether the service was told to leave out the fields
 */
export function readGroupReply(reply: Reply, keys: readonly string[], isSkipped: boolean): Result<GroupReply, Failure> {
	if (!reply.answered) return err(reply.failure);
	const { body, status } = reply;
	const data = field(body, 'data');
	const errors = errorsIn(body);
	// Errors with paths in the response and data that are null come when a value at the top was missing.
	const isExecuted = isRecord(data)
		? keys.some((key) => key in data)
		: data === null && errors.length > 0 && errors.every(({ hasPath }) => hasPath);
	if (isExecuted) return ok({ type: isSkipped ? 'executed' : 'accepted' });
	const read = readData(reply);
	if (read.ok) return ok({ type: 'accepted' });
	const { error: failure } = read;
	const isRefusal =
		(failure.kind === 'graphqlErrors' && errors.length > 0) ||
		(failure.kind === 'httpStatus' && REFUSING_STATUSES.has(status) && !isPage(body));
	if (!isRefusal) return err(failure);
	// Without a place in the document only the words can tell.
	const hasPlace = errors.some(({ lines }) => lines.length > 0);
	const words = failure.kind === 'graphqlErrors' ? failure.messages.join(' ') : 'words' in failure ? failure.words : '';
	if (!hasPlace && NOT_ABOUT_DOCUMENT.test(words ?? '')) return err(failure);
	return ok({
		type: 'refused',
		errors: errors.length > 0 ? errors : [{ message: words || `HTTP ${status}`, lines: [], hasPath: false }],
	});
}

function errorsIn(body: unknown): DocumentError[] {
	const errors = field(body, 'errors');
	if (!Array.isArray(errors)) return [];
	return errors.slice(0, MAX_READ_ERRORS).map((error: unknown) => ({
		message: messageOf(error),
		lines: linesOf(field(error, 'locations')),
		hasPath: Array.isArray(field(error, 'path')),
	}));
}

function linesOf(locations: unknown): number[] {
	return Array.isArray(locations) ? locations.flatMap((location) => integerField(location, 'line') ?? []) : [];
}
