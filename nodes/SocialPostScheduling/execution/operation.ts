import type { DeclarativeRestApiSettings, IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import type { Call } from '../errors/errorMessages';
import type { ErrorDetails } from '../errors/nodeError';
import type { ExecutionState } from './executionState';
import type { InvalidInput, Result } from '../utils/result';
import type { Failure } from '../transport/failure';

/** One item at its operation's program. */
export interface Item {
	readonly functions: IExecutePaginationFunctions;
	readonly connection: Connection;
	/** The run that the item shares with the others. */
	readonly state: ExecutionState;
	/** The request that the engine assembled from the routing of the operation and of its fields. */
	readonly requestOptions: DeclarativeRestApiSettings.HttpRequestOptions;
}

/** What came of an item. */
export type ItemResult =
	| { readonly ok: true; readonly value: IDataObject }
	| {
			readonly ok: false;
			readonly failure: Failure;
			readonly call: Call;
			/** Sentences that say how to go on. */
			readonly hints?: readonly string[];
			/** What a workflow needs to go on by itself. */
			readonly details?: ErrorDetails;
	  };

/** An operation: what it checks before anything is sent, and what it does with one item. */
export interface Operation<T> {
	/** What an error is about while nothing was sent. */
	readonly call: Call;
	/** How many items may be under way at a time. */
	readonly concurrency: number | ((functions: IExecutePaginationFunctions) => number);
	/** The done items in a sentence: `Items 0 to 3 were <doneWord>.` */
	readonly pastTense: string;
	/**
	 * Whether an item whose answer was lost stays as it is when n8n runs the node again ("Retry On Fail"): doing it twice
	 * would do harm.
	 */
	readonly atMostOnce: boolean;
	/** Reads and checks the item's values. Nothing is sent, and nothing counted, before all items have passed. */
	readonly validate: (item: Item) => Result<T, InvalidInput> | Promise<Result<T, InvalidInput>>;
	readonly execute: (item: Item, values: T) => Promise<ItemResult>;
}

/** Reads and lists: how many requests are under way at a time. Enough to hide the way to the service, few enough to be polite. */
export const DEFAULT_CONCURRENCY = 4;
