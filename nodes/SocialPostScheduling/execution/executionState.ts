import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { IssuedAddresses } from '../errors/issuedAddresses';
import type { Failure } from '../transport/failure';
import { getOrCreate } from '../utils/getOrCreate';
import type { InvalidInput, Result } from '../utils/result';
import type { Unresolvable } from './expressions';
import type { AttemptTime, EqualItem, Thing } from './idempotency/attempt';
import type { BegunValues } from './idempotency/begunValues';
import type { ItemQueue } from './itemQueue';
import type { ItemResult } from './itemResult';
import type { PassError } from './passError';
import { isCalledAsTool } from './tool';
import { UploadTurns } from './uploadTurns';
import { UploadsAhead } from './uploadsAhead';

/**
 * `doneOtherwise` is one that was done with other details, `doneAtPlace` one that cannot be read any more, and was done at its place,
 * `inDoubtSentAgain` one in doubt that each retry sends again without a look.
 */
export type KnownBefore = 'done' | 'doneOtherwise' | 'doneAtPlace' | 'inDoubt' | 'inDoubtSentAgain';

/** What the items of one pass share. */
export interface PassMemory {
	/** What showed that the upload limit of the account is used up: no further upload has a chance, so none is begun. */
	uploadLimit: Failure | null;
	/** What showed that the service does not offer the list of the library, without any secret: it is not asked for it again. */
	libraryNotOffered: Failure | null;
	/** The turns of uploads that wait for the upload limit. */
	readonly uploadTurns: UploadTurns;
	/** The turns of uploads for posts: each begins after the one before it. */
	readonly startTurns: UploadTurns;
	readonly uploadsAhead: UploadsAhead;
	/** What was known of items before they began: from the execution that this one is a retry of, or an earlier run. */
	readonly knownBefore: Map<number, KnownBefore>;
	/** The same by the places of items, for those that cannot be read any more; read once. */
	knownPlaces?: ReadonlyMap<string, KnownBefore>;
	/** Those of all nodes of the execution. */
	readonly issuedAddresses: IssuedAddresses;
	/** Whether an item is under way, or may still get its turn. */
	readonly isWanted: (item: number) => boolean;
	/** Resolves when the items have told each other what they are, this one as well. */
	readonly onAllTold: (item: number) => Promise<void>;
}

/**
 * What a pass knows when it begins, after an earlier one of the same run.
 *
 * @param issuedAddresses those of its execution
 */
export const newPassMemory = (
	queue: ItemQueue,
	issuedAddresses: IssuedAddresses,
	earlier?: PassMemory,
): PassMemory => ({
	uploadLimit: null,
	libraryNotOffered: null,
	uploadTurns: new UploadTurns(),
	startTurns: new UploadTurns(),
	knownBefore: new Map(),
	uploadsAhead: new UploadsAhead((item) => queue.isWanted(item), earlier?.uploadsAhead),
	issuedAddresses,
	isWanted: (item) => queue.isWanted(item),
	onAllTold: async (item) => await queue.onAllTold(item),
});

/** One pass of the engine over the items of the node; "Retry On Fail" makes a new one for each try. */
export interface Pass {
	readonly queue: ItemQueue;
	readonly memory: PassMemory;
	/** The error that ends the pass, if any. */
	readonly error: PassError;
	/** Resolves when the item that came last may be checked, with the expression that keeps all items from beginning, if any. */
	turn: Promise<Unresolvable | null>;
	/** The base URL of the credential, read once: like the engine, from the first item. */
	readonly baseUrl: Promise<Result<unknown, InvalidInput>>;
}

/**
 * What the items of one run of the node share. n8n's "Retry On Fail" runs all items again; what they have begun in an earlier
 * try is known here.
 */
export interface ExecutionState {
	/** Stands for the run where it is remembered for longer than n8n has its data in hand. */
	readonly run: object;
	/** What comes of the items that have begun, also while they are under way. */
	readonly results: Map<number, Promise<ItemResult>>;
	/** Its items, by what an item is. */
	readonly equalItems: Map<string, EqualItems>;
	/** Of its items that were done and are the same at about the same time, the first one, by what they are, and when. */
	readonly doneItems: Map<string, TimedItem>;
	/** What its items are, by their places; null where nothing is to be sent. */
	readonly things: Map<string, Thing | null>;
	pass: Pass | undefined;
}

/** Items of a run that are equal: they are one thing. */
export interface EqualItems {
	/** They join as they come to the node, by their numbers. */
	readonly items: Map<number, EqualItem>;
	/** The times with which it has begun before, where those were others. */
	earlierTimes: readonly AttemptTime[];
	/** In a retry: as what those were begun last that have begun themselves. */
	readonly begun: Map<number, BegunValues>;
}

/** An item that was done, and its time in milliseconds since 1970. */
export interface TimedItem {
	readonly item: number;
	readonly atMs: number;
	/** The post that it has got, where its ID is known. */
	readonly postId: string | undefined;
}

/** What a run knows before its first item has come. */
export const newExecutionState = (): ExecutionState => ({
	run: {},
	results: new Map(),
	equalItems: new Map(),
	doneItems: new Map(),
	things: new Map(),
	pass: undefined,
});

/** The states of the runs that n8n has in hand. */
const states = new WeakMap<object, ExecutionState>();

/**
 * The run that an item belongs to, the same in each try. In a workflow its tries share their execution data. As a tool of an
 * AI agent the node is called with the execution data of the agent, the same for all calls: there the tries of one call
 * share what the agent has given the tool.
 */
export function getExecutionState(functions: IExecutePaginationFunctions): ExecutionState {
	const run = isCalledAsTool(functions) ? functions.getInputData(0, 'ai_tool').json : functions.getExecuteData();
	return getOrCreate(states, run, newExecutionState);
}
