import { accountOf } from '../../execution/account';
import { digest } from '../../execution/idempotency/fingerprint';
import type { ItemResult } from '../../execution/itemResult';
import type { Item } from '../../execution/operation';
import { recordIn } from '../../execution/storage';
import { field, type JsonRecord } from '../../utils/json';
import { getOrCreate } from '../../utils/getOrCreate';
import type { PostReference } from './fields';

/** Under which name the deletions stand in the context of the execution, which n8n stores with it. */
const STORAGE_NAME = 'socialPostSchedulingDeletions';

/** How far a post is gone; the API has no way to bring it back. */
const STAGES = ['trash', 'forGood'] as const;
type Stage = (typeof STAGES)[number];

/** By the execution, and by what is deleted and from where. */
const known = new WeakMap<object, Map<string, Deletions>>();

/**
 * What the deletions of one post in an execution have come to. It is stored in the context of the execution, so that it is also known
 * after a pause, on another worker, and in a retry from the list of executions.
 */
export class Deletions {
	/** The last one that failed; equal items of the same pass fail like it. */
	failed?: { readonly pass: object; readonly hardDelete: boolean; readonly result: ItemResult };

	private constructor(
		/** Those of all posts, as they are stored. */
		private readonly all: JsonRecord,
		private readonly identity: string,
	) {}

	/** Those of a post in the execution of an item: the same object for all of its items. */
	static async of({ connection, functions, scope }: Item, post: PostReference): Promise<Deletions> {
		const identity = digest([connection.endpoint.href, await accountOf(functions), post.platform, post.postId]);
		const ofExecution = getOrCreate(known, scope.execution, () => new Map<string, Deletions>());
		return getOrCreate(ofExecution, identity, () => new Deletions(recordIn(scope.context, STORAGE_NAME), identity));
	}

	/** How far the post is surely gone. */
	get done(): Stage | undefined {
		return STAGES.find((stage) => stage === field(this.stored, 'done'));
	}

	/** Whether the outcome of the last deletion is not known. */
	get isInDoubt(): boolean {
		return field(this.stored, 'isInDoubt') === true;
	}

	succeed(done: Stage): void {
		this.store({ done });
	}

	leaveInDoubt(): void {
		const { done } = this;
		this.store({ ...(done && { done }), isInDoubt: true });
	}

	private get stored(): unknown {
		return this.all[this.identity];
	}

	private store(record: { readonly done?: Stage; readonly isInDoubt?: true }): void {
		this.all[this.identity] = record;
	}
}
