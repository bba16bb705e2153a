import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { explain } from './errorMessages';
import type { IssuedAddresses } from './issuedAddresses';
import { redactorOfKeys } from './redact';
import type { RequestInfo } from '../transport/request';
import { markupSafe, titleSafe } from './titleSafe';
import { mapServiceText, shorten } from './serviceMessage';
import type { Failure } from '../transport/failure';
import { isRecord } from '../utils/json';
import { withoutFullStop } from '../utils/values';

/** What an error of an item holds besides its text; it is stored with the execution, so it holds no secret. */
export interface ErrorDetails {
	readonly [name: string]:
		| string
		| number
		| boolean
		| null
		| undefined
		| readonly DoneItem[]
		| readonly UnfinishedItem[]
		| readonly AheadItem[];
}

/** An item that was done before another one ended the run. */
export interface DoneItem {
	readonly item: number;
	/** What the service knows it by: the ID of the media, or of the post. */
	readonly id: string;
}

/** Another item that failed, and can be gone on with. */
export interface UnfinishedItem {
	readonly item: number;
	readonly uploadToken: string;
	/** ISO 8601; left out where it is not known. */
	readonly expiresAt?: string;
}

/** An item that did not get its turn, and whose files were uploaded ahead. */
export interface AheadItem {
	readonly item: number;
	/** Separated by commas. */
	readonly mediaIds: string;
}

export interface ErrorPlace {
	readonly node: INode;
	/** Left out where no item is concerned, as in a list of the editor. */
	readonly itemIndex?: number;
	/** The keys of the credential, to be kept out of every text. */
	readonly apiKeys: readonly string[];
	/** What else the service must not be quoted with, where it has issued addresses. */
	readonly issuedAddresses?: IssuedAddresses;
}

/**
 * The one place where errors are made. They are made anew from words, never from what a request threw: n8n stores an
 * error's own properties with the execution, and a request's error holds headers and addresses.
 *
 * @param more sentences after the description: what became of the other items, how to go on
 */
export function toNodeError(
	failure: Failure,
	request: RequestInfo,
	{ node, apiKeys, itemIndex, issuedAddresses }: ErrorPlace,
	more: readonly string[] = [],
	details: ErrorDetails = {},
): NodeApiError | NodeOperationError {
	const place = itemIndex === undefined ? {} : { itemIndex };
	const redactKeys = redactorOfKeys(apiKeys);
	const redact = issuedAddresses?.redactorWithKeys(apiKeys) ?? redactKeys;
	const safe = mapServiceText(failure, (words) => shorten(redact(words)));
	const explanation = explain(safe, request);
	const sentences = new Set([explanation.description, ...more].filter((text) => text !== ''));
	const show = (words: string) => markupSafe(redactKeys(words));
	const text = textFor(node, show(explanation.message), show([...sentences].join(' ')));
	const error =
		failure.kind === 'invalidInput'
			? new NodeOperationError(node, text.message, { description: text.description, ...place })
			: new NodeApiError(
					node,
					{},
					{
						...text,
						...place,
						...(explanation.httpCode !== undefined && { httpCode: explanation.httpCode }),
						...(explanation.failure !== undefined && { failure: explanation.failure }),
					},
				);
	Object.assign(error.context, {
		reason: failure.kind,
		...(failure.kind !== 'invalidInput' && { call: request.name }),
		...(safe.kind === 'refused' && { errors: safe.errors.slice(0, MAX_STORED_REASONS) }),
		...withoutSecrets(details, redactKeys),
	});
	return error;
}

/**
 * The error of a list of options in the editor. n8n shows its message alone there, and of a NodeApiError "[object Object]", so that nobody
 * learns what is wrong.
 */
export function toOptionsError(failure: Failure, request: RequestInfo, place: ErrorPlace): NodeOperationError {
	const { message, description } = toNodeError(failure, request, place);
	return new NodeOperationError(place.node, [message, titleSafe(description ?? '')].filter(Boolean).join('. '));
}

/** What a service has named, such as an upload token, may hold what it has no business to hold. */
function withoutSecrets(
	details: ErrorDetails,
	redactKeys: (text: string) => string,
): Readonly<Record<string, unknown>> {
	const redacted = (value: unknown): unknown => {
		if (typeof value === 'string') return redactKeys(value);
		if (Array.isArray(value)) return value.map(redacted);
		return isRecord(value)
			? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(inner)]))
			: value;
	};
	return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, redacted(value)]));
}

/** How many reasons of a refusal n8n stores with an error. */
const MAX_STORED_REASONS = 100;

/** How n8n names the type of a node that is used as a tool. */
const TOOL_TYPE = /Tool$/;

/**
 * As a tool the message and the description are both the whole text: some agents hand only the one to the model, some only the
 * other, and none repeats a description that the message has.
 */
function textFor({ type }: INode, message: string, description: string): { message: string; description: string } {
	if (!TOOL_TYPE.test(type)) return { message, description };
	const whole = withoutFullStop(`${message}. ${titleSafe(description)}`);
	// n8n drops a description that is the same as the message.
	return { message: `${whole}.`, description: whole };
}
