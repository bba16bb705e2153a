import type { ItemResult, ItemSuccess } from '../../../execution/itemResult';
import type { Item, Siblings } from '../../../execution/operation';
import { waitingUntil } from '../../../transport/connection';
import { delay } from '../../../transport/delay';
import { callService } from '../../../transport/graphql';
import type { RequestInfo } from '../../../transport/request';
import { deleteOn } from '../delete';
import { readAround, reasonOf } from './findPost';
import { type Fate, fateOf, type WantedPost } from './samePost';

/** Mutation `deletePlatformPost`, as Post: Delete sends it. */
const DELETE = deleteOn('TWITTER');

/** How long a list may take to show a post that was made just now, in milliseconds. */
const SHOWN_AFTER_MS = 2_000;

/** What an error says of a post that could not be withdrawn. */
const DOUBT = {
	uncertain: 'The thread may be scheduled twice',
	advice: 'Look at both posts in the service, and delete the second one.',
};

/** A post that was scheduled just now. */
interface Scheduled {
	readonly done: ItemSuccess;
	/** Its ID, if the service gave one. */
	readonly postId: string | null;
	/** What an error is about. */
	readonly request: RequestInfo;
	/** The result of an item whose post was there before. */
	readonly asFound: (postId: string) => ItemSuccess;
}

/**
 * Looks whether another execution has scheduled the same post at the same moment. Of two, the one that came first stays: the other one is
 * moved to the trash by the execution that has made it. The post is scheduled, so what cannot be told is said as a warning.
 */
export async function withdrawIfSecond(
	item: Item,
	wanted: WantedPost,
	{ done, postId, request, asFound }: Scheduled,
	siblings: Siblings,
): Promise<ItemResult> {
	// Other posts wait for this one.
	const connection = waitingUntil(item.connection, wanted.postAt);
	const look = async (): Promise<Fate> => {
		const list = await readAround({ ...item, connection }, wanted.postAt);
		return list.ok ? fateOf(postId, list.value, wanted, siblings) : { type: 'stays', warnings: [reasonOf(list.error)] };
	};
	let fate = await look();
	if (fate.type === 'notShown' && (await delay(SHOWN_AFTER_MS, connection.signal))) fate = await look();
	if (fate.type !== 'goes') return withWarnings(done, fate.warnings);
	const { own, first } = fate;
	const outcome = await callService(connection, DELETE, { postId: own, hardDelete: false });
	if (outcome.ok) {
		const warnings = [...(done.warnings ?? []), ...outcome.value.warnings];
		return { ...withWarnings(asFound(first), warnings), kept: { withdrawn: own } };
	}
	return {
		ok: false,
		request: { ...request, doubt: DOUBT },
		failure: { kind: 'doneTwice', ids: [first, own], last: outcome.error },
	};
}

const withWarnings = (done: ItemSuccess, warnings: readonly string[]): ItemSuccess =>
	warnings.length === 0 ? done : { ...done, warnings: [...(done.warnings ?? []), ...warnings] };
