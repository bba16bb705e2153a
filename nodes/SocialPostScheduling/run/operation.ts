import type { DeclarativeRestApiSettings, IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { Checked } from '../shared/checked';
import type { Cause } from '../transport/cause';
import type { Connection } from '../transport/connection';
import type { Call } from '../transport/explain';
import type { ErrorDetails } from '../transport/nodeError';
import type { Run } from './run';

/** One item at its operation's program. */
export interface Item {
	readonly functions: IExecutePaginationFunctions;
	readonly connection: Connection;
	/** The run that the item shares with the others. */
	readonly run: Run;
	/** The request that the engine assembled from the routing of the operation and of its fields. */
	readonly assembled: DeclarativeRestApiSettings.HttpRequestOptions;
}

/** What came of an item. */
export type Performed =
	| { readonly ok: true; readonly json: IDataObject }
	| {
			readonly ok: false;
			readonly cause: Cause;
			readonly call: Call;
			/** Sentences that say how to go on. */
			readonly more?: readonly string[];
			/** What a workflow needs to go on by itself. */
			readonly details?: ErrorDetails;
	  };

/** An operation: what it checks before anything is sent, and what it does with one item. */
export interface Operation<T> {
	/** What an error is about while nothing was sent. */
	readonly call: Call;
	/** How many items may be under way at a time. */
	readonly width: number | ((functions: IExecutePaginationFunctions) => number);
	/** The done items in a sentence: `Items 0 to 3 were <doneWord>.` */
	readonly doneWord: string;
	/**
	 * Whether an item whose answer was lost stays as it is when n8n runs the node again ("Retry On Fail"): doing it twice
	 * would do harm.
	 */
	readonly atMostOnce: boolean;
	/** Reads and checks the item's values. Nothing is sent, and nothing counted, before all items have passed. */
	readonly check: (item: Item) => Checked<T> | Promise<Checked<T>>;
	readonly perform: (item: Item, values: T) => Promise<Performed>;
}

/** Reads and lists: how many requests are under way at a time. Enough to hide the way to the service, few enough to be polite. */
export const READ_WIDTH = 4;
