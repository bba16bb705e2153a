import { accountOf } from '../../execution/account';
import { mayBeDone } from '../../execution/identify';
import type { Item } from '../../execution/operation';
import type { StoredResult } from '../../execution/storedResult';
import type { PostReference } from './fields';
import { publicationOf, PUBLISH } from './publishNow';

/** How far the clocks of n8n and of the service may be apart, in milliseconds: a post whose time comes so soon may be out. */
const CLOCKS_APART_MS = 60_000;

/**
 * A post was deleted that Schedule may have made in this execution: then it may be made again, unless it is out or may be, as it stays on
 * the platform. If it is not known whether it was deleted, it is in doubt.
 */
export async function noteDeleted(item: Item, post: PostReference, isKnown: boolean): Promise<void> {
	if (mayBeDone(item, { request: PUBLISH }, publicationOf(post))) return;
	const goesOutLater = ({ postAt = '' }: StoredResult) => Date.parse(postAt) - Date.now() > CLOCKS_APART_MS;
	const isIt = isScheduledAs(post);
	await item.scope.idempotency.amend(
		await accountOf(item.functions),
		(scheduled) => isIt(scheduled) && goesOutLater(scheduled),
		() => ({ state: isKnown ? 'repeatable' : 'uncertain' }),
	);
}

/** A post was given another time that Schedule may have made in this execution. If that is not known, it may go out at either time. */
export async function noteMoved(item: Item, post: PostReference, to: string, isKnown: boolean): Promise<void> {
	const isEarlier = (postAt = '') => Date.parse(postAt) < Date.parse(to);
	await item.scope.idempotency.amend(await accountOf(item.functions), isScheduledAs(post), (scheduled) => ({
		state: 'succeeded',
		result: { ...scheduled, postAt: !isKnown && isEarlier(scheduled.postAt) ? scheduled.postAt : to },
	}));
}

const isScheduledAs =
	({ platform, postId: id }: PostReference) =>
	({ postId }: StoredResult): boolean =>
		platform === 'TWITTER' && postId === id;
