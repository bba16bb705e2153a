import { getOrCreate } from '../../utils/getOrCreate';
import type { ExecutionState, TimedItem } from '../executionState';
import type { ItemSuccess } from '../itemResult';
import type { IdentifiedItem } from './identifiedItem';

/** How near the times of two posts are, in milliseconds, that nobody means as two: n8n evaluates the items of a run within seconds. */
const NEAR_MS = 30_000;

/**
 * An item says so if another item of its run is the same but for some seconds, and was done before it.
 *
 * @param isOwn whether what the item has got is surely its own: then an ID that is not known is no other item's
 */
export function sayNear<T>(
	{ once: { reuse }, fingerprint: { timed, details }, origin, values }: IdentifiedItem<T>,
	{ doneItems }: ExecutionState,
	result: ItemSuccess,
	isOwn: boolean,
): ItemSuccess {
	if (timed === undefined || reuse?.warningIfNear === undefined) return result;
	const atMs = Date.parse(timed.at);
	const span = Math.floor(atMs / NEAR_MS);
	const keyOf = (of: number) => [timed.timeless, details, origin.account, of].join(' ');
	const { item } = origin;
	const { postId } = reuse.keep(result.output, values);
	const isNear = (other: TimedItem) => other.item !== item && Math.abs(other.atMs - atMs) < NEAR_MS;
	const near = [span - 1, span, span + 1].flatMap((of) => doneItems.get(keyOf(of)) ?? []).find(isNear);
	getOrCreate(doneItems, keyOf(span), () => ({ item, atMs, postId }));
	if (near === undefined) return result;
	if (!isOwn && (postId === undefined || near.postId === undefined)) return result;
	const isSame = postId !== undefined && postId === near.postId;
	return { ...result, warnings: [...(result.warnings ?? []), ...reuse.warningIfNear(near.item, isSame)] };
}
