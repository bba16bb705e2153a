import { hashOf } from '../../utils/hash';

/** What makes two items the same one, for what must not happen twice in an execution. */
export interface IdempotencyKey {
	/** What is done: the name of the request. */
	readonly operation?: string;
	/** The same for the same thing, whatever try, run or tool call it comes by. */
	readonly identity: unknown;
	/** The time that belongs to the identity, in ISO 8601. */
	readonly at?: string;
	/** Whether an expression gives the time, so that it may be made from the clock: see `isSameByClock`. */
	readonly isComputed?: boolean;
	/** Set where the identity tells accounts apart: then another API key of the credential is a new key of the same account. */
	readonly namesAccount?: true;
	/** How it is known in a retry, where it has another identity by then: expressions may give others, and a person may have changed the node. */
	readonly inRetry?: {
		/** The data of the item: where they are the same at a place, it is the same thing. Left out for a tool, which gets them from a model. */
		readonly data?: unknown;
		/** What must be the same beside the data, such as a document. */
		readonly beside?: unknown;
		/** What stays the same of it in a retry; set where expressions give another identity whenever they are evaluated, as with the time of now. */
		readonly stable?: unknown;
		/** What the expressions gave, where a retry looks for it by that. */
		readonly values?: readonly string[];
	};
	/** Where several items of one run have the same identity, those with other details are other things. */
	readonly details: unknown;
}

/** A key as short texts, which are the same for the same values and tell nothing of them. */
export interface Fingerprint {
	/** It begins with the operation, where the key has one. */
	readonly identity: string;
	readonly details: string;
	/** The identity without its time, and the time. */
	readonly timed?: { readonly timeless: string; readonly at: string; readonly isFixed?: true };
	/** As in the key. */
	readonly namesAccount?: true;
	/** As in the key, but for the values as short texts. */
	readonly inRetry?: {
		readonly data?: string;
		readonly stable?: string;
		readonly values?: readonly string[];
	};
}

/** What a thing is, but for its time. */
export const timelessOf = ({ identity, timed }: Fingerprint): string => timed?.timeless ?? identity;

/** Whether an identity is of an operation. */
export const isOfOperation = (identity: string, operation: string): boolean => identity.startsWith(`${operation} `);

export const fingerprintOf = ({
	operation,
	identity,
	at,
	isComputed,
	details,
	namesAccount,
	inRetry,
}: IdempotencyKey): Fingerprint => ({
	identity: [operation, hashOf([identity, at])].filter((part) => part !== undefined).join(' '),
	details: hashOf(details),
	...(namesAccount && { namesAccount }),
	...(inRetry && { inRetry: hashedOf(inRetry) }),
	...(at !== undefined && { timed: { timeless: hashOf(identity), at, ...(!isComputed && { isFixed: true }) } }),
});

const hashedOf = ({ data, stable, values }: NonNullable<IdempotencyKey['inRetry']>): Fingerprint['inRetry'] => ({
	...(values && { values }),
	...(data !== undefined && { data: hashOf(data) }),
	...(stable !== undefined && { stable: hashOf(stable) }),
});
