/**
 * The place of an item: its node, its run of the node, and its index. It is the same in a retry of the execution. The node counts by its
 * name, as for n8n itself: one that was made anew has another ID, and n8n retries no node with another name.
 */
export const placeOf = (node: string, run: unknown, item: number): string => placeIn([node, run].join('/'), item);

/** The place of an item in a run. */
export const placeIn = (run: string, item: number): string => `${run}/${item}`;

const withoutLast = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The run of a place: all but the item. */
export const runOf = (place: string): string => withoutLast(place);

/** The name of the node of a place. */
export const nodeOf = (place: string): string => withoutLast(runOf(place));

export const itemAt = (place: string): number => Number(place.slice(place.lastIndexOf('/') + 1));
