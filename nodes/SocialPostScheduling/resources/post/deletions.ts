import { accountOf, credentialOf } from '../../execution/account';
import type { ItemResult } from '../../execution/itemResult';
import type { Item } from '../../execution/operation';
import { placeOfItem } from '../../execution/idempotency/identify';
import { itemAt, runOf } from '../../execution/idempotency/place';
import { recordIn } from '../../execution/storage';
import { getOrCreate } from '../../utils/getOrCreate';
import { hashOf } from '../../utils/hash';
import { isRecord, textField } from '../../utils/json';
import type { PostReference } from './fields';

/** Under which name the deletions stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingDeletions';

/** How far a post is gone; the API has no way to bring it back. */
const STAGES = ['trash', 'forGood'] as const;
type Stage = (typeof STAGES)[number];

/** The deletions of each execution, by what is deleted, and from where. */
const deletionsOf = new WeakMap<object, Map<string, Deletions>>();

/**
 * What the deletions of one post in an execution and its retries have come to. It is in memory, and stored with the execution, so that it is
 * also known after a restart of n8n or on another worker.
 */
export class Deletions {
	/** The last one that failed; equal items of the same pass fail like it. */
	failed?: { readonly pass: object; readonly hardDelete: boolean; readonly result: ItemResult };

	private constructor(
		private readonly identities: readonly string[],
		/** How far the post is surely gone. */
		private stage: Stage | undefined,
		/** Whether the outcome of the last deletion is not known. */
		private doubted: boolean,
		/** Whether what the execution before has done is not known at all. */
		private isForgotten: boolean,
	) {}

	/**
	 * Those of a post in the execution of an item: the same object for all of its items. The account is the same by its credential, whose key
	 * may be a new one, and by its key, which another credential may have as well.
	 */
	static async of(item: Item, { platform, postId }: PostReference): Promise<Deletions> {
		const { functions, connection, scope } = item;
		const byKey = [connection.endpoint.href, await accountOf(functions)];
		const identities = [[credentialOf(item)], byKey].map((account) => hashOf([...account, platform, postId]));
		const posts = getOrCreate(deletionsOf, scope.firstExecution, () => new Map<string, Deletions>());
		const known = identities.map((identity) => posts.get(identity)).find((deletions) => deletions !== undefined);
		const deletions = known ?? Deletions.stored(item, identities);
		for (const identity of identities) posts.set(identity, deletions);
		return deletions;
	}

	private static stored({ scope: { context, firstExecution } }: Item, identities: readonly string[]): Deletions {
		const all = recordIn(context, STORAGE_NAME);
		const stored = identities.map((identity) => all[identity]).find(isRecord);
		const isForgotten = stored === undefined && firstExecution.isPartial;
		const stage = STAGES.find((each) => each === stored?.done);
		return new Deletions(identities, stage, stored?.isInDoubt === true, isForgotten);
	}

	/** Whether the post is gone as far as is wanted. */
	isDone(hardDelete: boolean): boolean {
		return this.stage === 'forGood' || (this.stage === 'trash' && !hardDelete);
	}

	/** The number of another item of its run that has deleted it, if any; also where n8n had stored that, and this is a retry. */
	doneByOthers({ functions, scope: { context } }: Item): number[] {
		const place = placeOfItem(functions);
		const [doneAt] = this.identities.map((identity) => textField(recordIn(context, STORAGE_NAME)[identity], 'place'));
		return doneAt == null || doneAt === place || runOf(doneAt) !== runOf(place) ? [] : [itemAt(doneAt)];
	}

	/** Whether an earlier deletion may have been done, as its response was lost. */
	get isInDoubt(): boolean {
		return this.doubted;
	}

	/** Whether there may have been an earlier one. */
	get mayHaveBegun(): boolean {
		return this.doubted || this.isForgotten;
	}

	succeed(item: Item, hardDelete: boolean): void {
		this.stage = hardDelete ? 'forGood' : 'trash';
		this.doubted = false;
		this.isForgotten = false;
		this.store(item, placeOfItem(item.functions));
	}

	/** @param isDone whether it may be done all the same */
	fail(item: Item, isDone: boolean): void {
		this.doubted ||= isDone;
		this.store(item);
	}

	/**
	 * Stores with the execution what is known of the post.
	 *
	 * @param place that of an item that has deleted it now; the first one stays known
	 */
	store({ scope: { context } }: Item, place?: string): void {
		const { stage: done, doubted } = this;
		const stored = recordIn(context, STORAGE_NAME);
		for (const identity of this.identities) {
			const by = textField(stored[identity], 'place') ?? place;
			stored[identity] = { ...(done && { done }), ...(doubted && { isInDoubt: true }), ...(by && { place: by }) };
		}
	}
}
