import { credentialOf } from '../../execution/account';
import { digest } from '../../execution/idempotency/fingerprint';
import type { ItemResult } from '../../execution/itemResult';
import type { Item } from '../../execution/operation';
import { recordIn } from '../../execution/storage';
import { getOrCreate } from '../../utils/getOrCreate';
import { field } from '../../utils/json';
import type { PostReference } from './fields';

/** Under which name the deletions stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingDeletions';

/** How far a post is gone; the API has no way to bring it back. */
const STAGES = ['trash', 'forGood'] as const;
type Stage = (typeof STAGES)[number];

/** The deletions of an execution. */
interface Known {
	/** By what is deleted, and from where. */
	readonly posts: Map<string, Deletions>;
	/** Whether this is a retry, and nothing is left of what was done before: n8n stores nothing of an execution that was stopped. */
	readonly isForgotten: boolean;
}

const deletionsOf = new WeakMap<object, Known>();

/**
 * What the deletions of one post in an execution and its retries have come to. It is in memory, and stored with the execution, so that it is
 * also known after a restart of n8n or on another worker.
 */
export class Deletions {
	/** The last one that failed; equal items of the same pass fail like it. */
	failed?: { readonly pass: object; readonly hardDelete: boolean; readonly result: ItemResult };

	private constructor(
		private readonly identity: string,
		/** How far the post is surely gone. */
		private stage: Stage | undefined,
		/** Whether the outcome of the last deletion is not known. */
		private doubted: boolean,
	) {}

	/** Those of a post in the execution of an item: the same object for all of its items. A new key in the credential is the same account's. */
	static of(item: Item, { platform, postId }: PostReference): Deletions {
		const { context, firstExecution } = item.scope;
		const { posts, isForgotten } = getOrCreate(deletionsOf, firstExecution, () => ({
			posts: new Map<string, Deletions>(),
			isForgotten: item.functions.getMode() === 'retry' && !(STORAGE_NAME in context),
		}));
		const record = recordIn(context, STORAGE_NAME);
		const identity = digest([credentialOf(item), platform, postId]);
		return getOrCreate(posts, identity, () => {
			const stored = record[identity];
			const stage = STAGES.find((each) => each === field(stored, 'done'));
			return new Deletions(identity, stage, isForgotten || field(stored, 'isInDoubt') === true);
		});
	}

	get done(): Stage | undefined {
		return this.stage;
	}

	get isInDoubt(): boolean {
		return this.doubted;
	}

	succeed(item: Item, stage: Stage): void {
		this.stage = stage;
		this.doubted = false;
		this.store(item);
	}

	leaveInDoubt(item: Item): void {
		this.doubted = true;
		this.store(item);
	}

	private store({ scope: { context } }: Item): void {
		const { stage: done, doubted } = this;
		recordIn(context, STORAGE_NAME)[this.identity] = { ...(done && { done }), ...(doubted && { isInDoubt: true }) };
	}
}
