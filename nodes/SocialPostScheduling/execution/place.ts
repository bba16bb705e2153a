/** The place of an item: its node, its run of the node, and its index. It is the same in a retry of the execution. */
export const placeOf = (nodeId: string, run: unknown, item: number): string => [nodeId, run, item].join('/');

/** The run of a place: all but the item. */
export const runOf = (place: string): string => place.slice(0, place.lastIndexOf('/'));

export const itemAt = (place: string): number => Number(place.slice(place.lastIndexOf('/') + 1));
