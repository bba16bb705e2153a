import type { IDataObject } from 'n8n-workflow';
import type { StoredResult } from '../../execution/idempotency/storedResult';
import type { PostToSchedule } from './postToSchedule';
import { toThread, type TweetInput } from './thread';

/** The output of an item: what was sent, as the service knows it, and the ID of the post where the service gave one. */
export const toItem = (
	{ input: { username, postAt, ...rest }, readablePostAt }: PostToSchedule,
	thread: ReadonlyArray<TweetInput | IDataObject>,
	postId: string | null,
	sign: { readonly alreadyScheduled?: true } = {},
): IDataObject => ({
	success: true,
	...sign,
	username,
	postAt,
	readablePostAt,
	...rest,
	thread: [...thread],
	...(postId !== null && { post: { id: postId } }),
});

/** The ids of the files that were uploaded for a post, to be remembered with it. */
export const keepUploaded = (ids: readonly string[]): StoredResult =>
	ids.length === 0 ? {} : { uploaded: ids.join(' ') };

/** The output of an item whose post was scheduled before. */
export const asScheduledBefore = (post: PostToSchedule, { postId, uploaded }: StoredResult): IDataObject =>
	toItem(post, toThread(post.tweets, uploaded?.split(' ') ?? []), postId ?? null, { alreadyScheduled: true });
