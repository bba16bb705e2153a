import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type Call, explain } from './errorMessages';
import { redact } from './redact';
import { truncate, mapServiceText } from './serviceMessage';
import type { Failure } from '../transport/failure';

export type NodeApiErrorOptions = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>;

/** What an error of an item holds besides its text; it is stored with the execution, so it holds no secret. */
export interface ErrorDetails {
	readonly [name: string]: string | number | boolean | null | undefined | readonly DoneItem[];
}

/** An item that was done before another one ended the run. */
export interface DoneItem {
	readonly item: number;
	/** What the service knows it by: the media of an upload. */
	readonly id: string;
}

export interface ErrorPlace {
	readonly node: INode;
	readonly itemIndex: number;
	/** The key of the credential, to be kept out of every text. */
	readonly apiKey: string;
}

/**
 * The one place where errors are made. They are made anew from words, never from what a request threw: n8n stores an
 * error's own properties with the execution, and a request's error holds headers and addresses.
 *
 * @param more sentences after the description: what became of the other items, how to go on
 */
export function toNodeError(
	failure: Failure,
	call: Call,
	{ node, itemIndex, apiKey }: ErrorPlace,
	more: readonly string[] = [],
	details: ErrorDetails = {},
): NodeApiError | NodeOperationError {
	const explanation = explain(
		mapServiceText(failure, (words) => truncate(redact(words, apiKey))),
		call,
	);
	const message = redact(explanation.message, apiKey);
	const description = redact(
		[explanation.description, ...more].filter((sentence) => sentence !== '').join(' '),
		apiKey,
	);
	const error =
		failure.kind === 'invalidInput'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(
					node,
					{},
					{
						message,
						description,
						itemIndex,
						...(explanation.httpCode !== undefined && { httpCode: explanation.httpCode }),
						...(explanation.failure !== undefined && { failure: explanation.failure }),
					},
				);
	Object.assign(error.context, { reason: failure.kind, ...(failure.kind !== 'invalidInput' && { call }), ...details });
	return error;
}
