import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import type { Failure } from '../transport/failure';
import type { RequestInfo } from '../transport/request';
import type { ExecutionScope } from './executionScope';
import type { ExecutionState, PassMemory } from './executionState';
import type { StoredResult } from './idempotency/storedResult';
import type { IdempotencyKey } from './idempotency/fingerprint';
import type { ItemFailure, ItemResult, ItemSuccess } from './itemResult';
import type { InvalidInput, Result } from '../utils/result';

/** One item, as the handler of its operation gets it. */
export interface Item {
	readonly functions: IExecutePaginationFunctions;
	readonly connection: Connection;
	/** What all runs of the node in this execution share. */
	readonly scope: ExecutionScope;
	/** The run that the item shares with the others. */
	readonly state: ExecutionState;
	/** What the items of one pass share; another try is another pass. */
	readonly memory: PassMemory;
}

/** What an operation does that must not happen twice in an execution. */
export interface Once<T> {
	/** What makes two items the same one; undefined for an item that may be done any number of times. */
	readonly key: (values: T) => IdempotencyKey | undefined;
	/** What makes a done item another one, which is done as well, in words: `its time changes`. */
	readonly changes?: string;
	/** The values with another time, in ISO 8601; where the key has one. */
	readonly withTime?: (values: T, at: string) => T;
	/** The values with those of an earlier execution, as `inRetry.values` of the key has them; where it has some. */
	readonly withBegunValues?: (values: T, begun: readonly string[]) => T;
	/**
	 * Why an item is refused that has not begun in this execution before, such as a time that has passed meanwhile. What has begun
	 * keeps its outcome: an error must not say that it was never sent.
	 */
	readonly validateNew?: (values: T, item: Item) => InvalidInput | undefined;
	/**
	 * How a further item gets the result of one that has succeeded. Left out only where a second success does no harm, such as
	 * another copy of a file: then each further item is done again.
	 */
	readonly reuse?: {
		/** What is remembered of a result. */
		readonly keep: (output: readonly IDataObject[], values: T) => StoredResult;
		readonly restore: (values: T, result: StoredResult) => IDataObject[];
		/** Whether its time comes from the clock, by the expression: it may also come so from data that an earlier node has made. */
		readonly isOfClock?: (values: T) => boolean;
		/** What its expression gives where the clock shows another moment: milliseconds since 1970, both; undefined for no time. */
		readonly timeAt?: (values: T, nowMs: number) => number | undefined;
		/** What is to be said of a further item that gets a result with an earlier time. `changed` are its own values. */
		readonly warningIfOtherTime?: (values: T, changed: T) => readonly string[];
		/** What is to be said of an item that gets a result though it is another one by now, as by its text. `values` are those that were sent. */
		readonly warningIfRewritten?: (values: T) => readonly string[];
		/** What is to be said of an item that a look finds, where it was in doubt with other times, `tried`, and no look has shown it at those. */
		readonly warningIfNotAt?: (values: T, tried: readonly string[]) => readonly string[];
		/**
		 * What is to be said of an item that gets the result of another item of its run, whose number is `item`. `changed` are its own values, where
		 * its time is another one.
		 */
		readonly warningIfEqual?: (item: number, values: T, changed: T | undefined) => readonly string[];
		/** What is to be said of an item that gets the result of an earlier run of the execution. `values` are those that were sent. */
		readonly warningIfBefore?: (values: T) => readonly string[];
		/**
		 * What is to be said of an item that is the same as another item of its run, whose number is `item`, for nearly the same time. `isSame` says
		 * whether both have got the same post.
		 */
		readonly warningIfNear?: (item: number, isSame: boolean) => readonly string[];
		/** Why a further item is refused whose result is nothing to go on with any more, such as a post that was deleted since. `values` are those of the further item. */
		readonly refuse?: (item: Item, result: StoredResult, values: T) => InvalidInput | undefined;
		/**
		 * Why an item is refused that comes in another run with the identity of one that has succeeded, and with other details. Left out
		 * where there are no details.
		 */
		readonly conflict?: (item: Item) => InvalidInput;
		/** Left out where the service cannot be asked whether it is done. */
		readonly lookUp?: LookUp<T>;
	};
}

/** When the service is asked whether something is done already. */
export type LookUpTime = 'never' | 'whenInDoubt' | 'always';

/** What a look at the service has shown. */
export type Sighting =
	/** `warnings` say what else there is that is like it. */
	| { readonly state: 'found'; readonly result: StoredResult; readonly warnings?: readonly string[] }
	/** All that it could be among was read, and it was not there; since when, in milliseconds since 1970. */
	| { readonly state: 'absent'; readonly readAt: number }
	| UnclearSighting;

/** It cannot be said whether it is there. */
export interface UnclearSighting {
	readonly state: 'unclear';
	/** Why, as a sentence. */
	readonly reason: string;
	/** Set where a look some seconds later may tell. */
	readonly mayClearSoon?: true;
	/** Set where a look in another execution may tell. */
	readonly mayClearLater?: true;
	/** What the request has failed with; left out where what it shows does not tell. */
	readonly failure?: Failure;
}

/** What is known of the others that the service may show in the place of an item: the same but for their details. */
export interface Siblings {
	/** What is remembered of those that have succeeded. */
	readonly results: readonly StoredResult[];
	/** How many others there are of which nothing is known. */
	readonly unknown: number;
}

/** How the service is asked whether something is done already. */
interface LookUp<T> {
	readonly when: (values: T) => LookUpTime;
	/** What a person does so that a retry looks, in words: `set "Duplicate Check" to "Always"`. */
	readonly howToLook: string;
	/** How far apart two times are that a look tells from each other, in milliseconds. */
	readonly sameTimeMs: number;
	/** Whether its time comes from the clock just now: no earlier execution can have begun it with that. */
	readonly isOfThisMoment: (values: T) => boolean;
	/**
	 * Looks once.
	 *
	 * @param isShared whether what another item has read in this execution is good enough: before anything is sent
	 * @param wasOtherwise whether it was left in doubt with other details, which a person has changed since
	 */
	readonly find: (
		item: Item,
		values: T,
		siblings: Siblings,
		isShared: boolean,
		wasOtherwise: boolean,
	) => Promise<Sighting>;
	/** What an error advises where two looks, so many seconds apart, have not found it. */
	readonly adviceIfAbsent: (item: Item, values: T, seconds: number) => string;
	/** What it advises where it is in doubt, and cannot be looked up now. */
	readonly adviceIfUnclear: (item: Item) => string;
	/** The failure of an item that may be there already and is not sent, because the service shows nothing now. */
	readonly notSeen: (item: Item, values: T, failure: Failure) => ItemFailure;
	/** What is to be said of what a look finds, in a retry or in place of a lost response: it may be of another execution. */
	readonly warningIfFound: (values: T) => readonly string[];
	/**
	 * What becomes of an item that is always looked up, after it was done: something else may have done the same at the same moment.
	 * What is done is no plain failure any more.
	 */
	readonly confirm: (item: Item, values: T, done: ItemSuccess, siblings: Siblings) => Promise<ItemResult>;
}

/** An operation: what it checks before anything is sent, and what it does with one item. */
export interface Operation<T> {
	/** What an error is about while nothing was sent. */
	readonly request: RequestInfo;
	/** What it is about after that, where the values tell: a query is no mutation. */
	readonly requestOf?: (values: T) => RequestInfo;
	/** How many items may be under way at a time. */
	readonly concurrency: number | ((functions: IExecutePaginationFunctions) => number);
	/** The done items in a sentence: `Already <pastTense>: items 0 to 3.` */
	readonly pastTense: string;
	/** Left out where doing it twice does no harm. */
	readonly once?: Once<T>;
	/** Reads and checks the item's values. Nothing is sent, and nothing counted, before all items have passed. */
	readonly validate: (item: Item) => Result<T, InvalidInput> | Promise<Result<T, InvalidInput>>;
	readonly execute: (item: Item, values: T) => Promise<ItemResult>;
	/**
	 * Does what can be done ahead, while the items before are under way. What comes of it is remembered by what does it, and found by
	 * `execute`. Only for an item that will begin. Never rejects.
	 */
	readonly prepare?: (item: Item, values: T) => Promise<void>;
	/** What an error says of done items that a retry does again, and how a person keeps it from that, as sentences. */
	readonly sayRepeated?: (functions: IExecutePaginationFunctions) => string[];
	/** Makes known what other items must know of it, when its turn comes or it is refused because it is done. Never rejects. */
	readonly remember?: (item: Item, values: T) => Promise<void>;
}

/** Reads and lists: how many requests are under way at a time. Enough to hide the way to the service, few enough to be polite. */
export const DEFAULT_CONCURRENCY = 4;
