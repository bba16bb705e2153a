import { accountOf, credentialOf } from '../../../execution/account';
import { isTool } from '../../../execution/tool';
import type { Item } from '../../../execution/operation';
import type { StoredResult } from '../../../execution/idempotency/storedResult';
import type { InvalidInput } from '../../../utils/result';
import type { PostReference } from '../fields';

/** A post was deleted, or may have been, that Schedule may have made in this execution: it is remembered with the result of Schedule. */
export async function noteDeleted(
	item: Item,
	{ platform, postId: id }: PostReference,
	isKnown: boolean,
): Promise<void> {
	if (platform !== 'TWITTER') return;
	const isIt = ({ postId }: StoredResult) => postId === id;
	const by = { account: await accountOf(item.functions), credential: credentialOf(item) };
	await item.scope.idempotency.amend(by, isIt, (scheduled) => ({
		...scheduled,
		deletion: isKnown || scheduled.deletion === DONE ? DONE : IN_DOUBT,
	}));
}

const DONE = 'done';
const IN_DOUBT = 'inDoubt';

/**
 * Why a post is not sent again that was deleted since it was scheduled: it may have gone out before, and then it stays on the platform.
 */
export function refuseDeleted(item: Item, { postId = '', deletion }: StoredResult): InvalidInput | undefined {
	if (deletion === undefined) return undefined;
	const isKnown = deletion === DONE;
	const before = `was scheduled before, in this execution or in the one that you retry, as post ${postId}`;
	return {
		field: 'Thread',
		problem: `${before}, and ${isKnown ? 'deleted' : 'may have been deleted'} after that`,
		advice: `${isKnown ? NOT_AGAIN : LOOK_FIRST} ${sayHowToSendIt(item)}`,
	};
}

const NOT_AGAIN = 'It was not sent again: if it went out before it was deleted, it stays on the platform.';

const LOOK_FIRST =
	'It was not sent again. Look in the service first: its deletion has failed, and may have been done all the same.';

/** A model can neither start an execution nor enter a time: its time comes by an expression. */
const sayHowToSendIt = ({ functions }: Item): string =>
	isTool(functions)
		? 'If it is to be sent once more, change a text.'
		: 'If it is to be sent once more, do that in a new execution.';
