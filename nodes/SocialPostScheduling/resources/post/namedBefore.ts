/**
 * What is to be said of an item that names the post of another item of its run: `.first()` in place of `.item` does so for all items, and what
 * the other posts were to get is not done.
 *
 * @param item the number of the other one
 * @param isEarlier whether that one may have done so in an earlier execution only, and may name another post by now
 */
export const sayNamedBefore = (item: number, isEarlier = false): string[] => [
	`Item ${item} names the same post${isEarlier ? ', or did so in an earlier execution' : ''}. If this one is meant for another post, look for an expression that gives all items the same value, such as .first() in place of .item, and let a new execution do only what is left.`,
];
